internal import Conformance

/// The outputs that a test records as goldens, in `Golden` of the suite and in its lock.
///
/// A test that records fails once, so that a new golden is reviewed before it counts. An output
/// that violates the expectation of its case is never recorded, a golden that was edited by hand is
/// kept, and nothing is recorded if the environment variable `CI` is set.
public enum GoldenRecording: String, CaseIterable, Sendable {
  /// Nothing.
  case never
  /// The outputs of cases that have no golden.
  case missing
  /// The outputs of cases that fail.
  case failed
  /// The outputs of all cases. A check of a whole suite also removes goldens that have no case.
  case all

  /// The recording that the trait `goldens(record:)` sets for the current test.
  @TaskLocal static var ofTrait: GoldenRecording?

  /// Returns what to record: what the environment variable `PARITY_RECORD` says, otherwise the
  /// argument of the check, otherwise the trait.
  ///
  /// - Throws: `ConformanceSuiteError` if the variable has another value, or if the code is to
  ///   record a suite that is bundled with this library.
  static func requested(
    _ argument: GoldenRecording?,
    in loaded: LoadedSuite
  ) throws(ConformanceSuiteError) -> GoldenRecording {
    let inCode = argument ?? ofTrait ?? .never
    if loaded.suite.isBundled {
      guard inCode == .never else { throw bundledGoldensError(for: loaded.contract) }
      return .never
    }

    guard let word = TestEnvironment.record else { return inCode }
    guard let recording = GoldenRecording(rawValue: word) else {
      throw ConformanceSuiteError(
        "\(TestEnvironment.recordName) must be never, missing, failed or all, "
          + "not '\(printable(word))'"
      )
    }
    return recording
  }

  /// Returns the error for a test that is to record the goldens of a contract in this library.
  private static func bundledGoldensError(for contract: String) -> ConformanceSuiteError {
    ConformanceSuiteError(
      "the goldens of the bundled contract '\(contract)' can't be recorded",
      advice: "leave out 'record:', or name the folder of your own suite with 'in:'"
    )
  }

  /// The goldens that a regeneration writes, or `nil` if nothing is recorded.
  var mode: Regeneration.Mode? {
    switch self {
    case .never: nil
    case .missing: .missing
    case .failed, .all: .all
    }
  }
}
