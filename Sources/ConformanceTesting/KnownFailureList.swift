internal import Conformance
public import Foundation
internal import RFC3339
internal import SystemPackage

/// A list of known failures: cases that fail in one exact way, which a check accepts.
///
/// The format is that of `parity known add`: a JSON object on each line. A line names the case, the
/// implementation and the failure, including a digest of the output. A case that fails in another
/// way isn't accepted, and neither is a line whose case passes.
///
/// ```swift
/// let report = try await suite.check(knownFailures: .file(list)) { request in
///   try timeline(ofRowsIn: request.inputData)
/// }
/// ```
public struct KnownFailureList: Hashable, Sendable {
  /// The place of a list. Nothing is read before code is checked.
  private enum Place: Hashable {
    case suite
    case file(String)
    case none
  }

  private let place: Place

  /// The `known-failures.jsonl` in the folder of the suite, as `parity check` uses it. The
  /// contracts that are bundled with this library have none.
  public static let ofSuite = KnownFailureList(place: .suite)

  /// No list, so that every failure counts.
  public static let none = KnownFailureList(place: .none)

  /// Returns a list in a file. A missing file is an empty list.
  ///
  /// - Parameter url: The file URL of the list.
  public static func file(_ url: URL) -> KnownFailureList {
    KnownFailureList(place: .file(url.path))
  }

  /// Reads the list.
  ///
  /// - Throws: `ConformanceSuiteError` if a line isn't valid.
  func failures(of loaded: LoadedSuite) throws(ConformanceSuiteError) -> KnownFailures {
    let path: String
    switch place {
    case .none: return KnownFailures()
    case .suite where loaded.suite.isBundled: return KnownFailures()
    case .suite: path = KnownFailuresFile.path
    case .file(let file): path = file
    }

    let list = KnownFailuresFile.load(path, under: loaded.root)
    guard !list.diagnostics.hasErrors else {
      throw ConformanceSuiteError("the list of known failures can't be read:", list.diagnostics)
    }
    return KnownFailures(list.value, today: .today)
  }
}
