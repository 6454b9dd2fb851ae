internal import CanonicalJSON
internal import Synchronization

/// The contents of the goldens of suites. Each golden is read when it is first needed.
///
/// This is a class because concurrent checks share it.
package final class GoldenReadings: Sendable {
  /// The goldens that have been read, by the name of their case.
  private let readings = Mutex<[String: GoldenReading]>([:])

  package init() {}

  /// Returns the golden of a case, and reads it if it hasn't been read yet.
  ///
  /// Concurrent calls for one case may each read it; the last reading is kept. A case that uses no
  /// golden has no file to read, so nothing is kept for it.
  ///
  /// - Parameter ahead: Whether there is time to find out if the golden meets the expectation of
  ///   the case.
  func reading(of testCase: Case, in goldens: GoldenFolder, ahead: Bool = false) -> GoldenReading {
    guard testCase.usesGolden else { return GoldenReading(of: testCase, in: goldens, ahead: ahead) }

    let key = testCase.name
    if let reading = readings.withLock({ $0[key] }) { return reading }

    // Read outside the lock, so that others can read their goldens.
    let reading = GoldenReading(of: testCase, in: goldens, ahead: ahead)
    readings.withLock { $0[key] = reading }
    return reading
  }

  /// Reads every golden while nothing else is running, so that outputs can be compared as they
  /// arrive.
  package func prefetch(_ suites: [Suite]) async {
    for suite in suites {
      let cases = suite.cases.lazy.filter { $0.usesGolden && !$0.belongsToOtherShard }
      for testCase in cases where !Task.isCancelled {
        _ = reading(of: testCase, in: suite.goldens, ahead: true)
      }
    }
  }
}

/// The golden of one case as it is on disk.
struct GoldenReading: Sendable {
  /// The bytes of the golden file, or `nil` if there is none or it can't be read.
  let bytes: [UInt8]?
  /// Why the file can't be read, or `nil` if it can or there is none.
  let unreadable: Diagnostic?
  /// The golden if it is known to meet the expectation of the case, otherwise `nil`.
  private let expected: Expected?
  private let goldens: GoldenFolder
  private let testCase: Case

  /// A golden in the form in which it is compared most quickly.
  fileprivate enum Expected {
    case json(JSONNode)
    case text(String)
  }

  /// Reads the file of a golden. An error is kept instead of thrown, for the caller to report.
  ///
  /// - Parameter ahead: Whether there is time to find out if the golden meets the expectation of
  ///   the case.
  fileprivate init(of testCase: Case, in goldens: GoldenFolder, ahead: Bool) {
    self.goldens = goldens
    self.testCase = testCase
    do {
      bytes = testCase.usesGolden ? try goldens.bytes(of: testCase.id) : nil
      unreadable = nil
    } catch {
      bytes = nil
      unreadable = error.diagnostic
    }

    let golden = ahead ? bytes.flatMap { Expected($0, as: testCase.operation.output) } : nil
    expected = golden.flatMap { golden in
      testCase.expectation.isMet(by: golden.value) ? golden : nil
    }
  }

  /// Returns whether the output is known to equal the golden, if the case uses one, and to meet the
  /// expectation. `false` means that only a full comparison can decide this.
  func accepts(_ outcome: Outcome) -> Bool {
    guard let output = outcome.output else { return false }
    guard testCase.usesGolden else { return testCase.expectation.isMet(by: output.value) }
    switch expected {
    case .json(let golden): return output.text?.hasSameTokens(as: golden) ?? false
    case .text(let golden): return output.value == .string(golden)
    case nil: return false
    }
  }

  /// Returns the golden's value, or `nil` if the file is missing.
  ///
  /// - Parameter output: The output to compare the golden with. If the golden is exactly the file
  ///   that this output would produce, which is the usual case, it isn't parsed.
  func value(besides output: JSONValue? = nil) -> Result<JSONValue?, SourceError> {
    if let unreadable { return .failure(SourceError(diagnostic: unreadable)) }
    guard let bytes else { return .success(nil) }
    if let output, Golden.bytes(of: output, as: testCase.operation.output) == bytes {
      return .success(output)
    }

    return Result { () throws(SourceError) in
      try goldens.golden(of: testCase.id, in: bytes).value
    }
  }
}

extension GoldenReading.Expected {
  /// Creates a golden from the bytes of its file, or returns `nil` if they aren't valid.
  fileprivate init?(_ bytes: [UInt8], as form: ContractOperation.OutputForm) {
    switch form {
    case .json:
      guard let root = try? JSONDocument(parsing: bytes).root else { return nil }
      self = .json(root)
    case .text:
      guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
      self = .text(text)
    }
  }

  fileprivate var value: JSONValue {
    switch self {
    case .json(let node): node.value
    case .text(let text): .string(text)
    }
  }
}
