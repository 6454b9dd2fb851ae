internal import CanonicalJSON
internal import Synchronization

/// What the goldens of suites hold, each read when it is first asked for.
///
/// A class because those who judge beside each other share it.
package final class GoldenReadings: Sendable {
  private let readings = Mutex<[CaseKey: GoldenReading]>([:])

  private struct CaseKey: Hashable {
    let contract: TextKey
    let id: TextKey
  }

  package init() {}

  func reading(of testCase: Case, in goldens: GoldenFolder) -> GoldenReading {
    let key = CaseKey(contract: TextKey(testCase.contract), id: TextKey(testCase.id))
    if let reading = readings.withLock({ $0[key] }) { return reading }
    // Outside the lock, so that others can read theirs.
    let reading = GoldenReading(of: testCase, in: goldens)
    readings.withLock { $0[key] = reading }
    return reading
  }

  /// Reads every golden before it is asked for, while there is nothing else to do.
  package func readAhead(_ suites: [Suite]) async {
    for suite in suites {
      for testCase in suite.cases where !Task.isCancelled { _ = reading(of: testCase, in: suite.goldens) }
    }
  }
}

/// What stands on disk for one case.
struct GoldenReading: Sendable {
  /// SHA-256 of the golden file in hex; nil where there is none, or where it can't be read.
  let digest: String?
  /// SHA-256 of the case's input in hex.
  let inputDigest: String
  /// Why there is a file that can't be read.
  let unreadable: Diagnostic?
  private let bytes: [UInt8]?
  private let goldens: GoldenFolder
  private let caseID: String

  fileprivate init(of testCase: Case, in goldens: GoldenFolder) {
    self.goldens = goldens
    caseID = testCase.id
    inputDigest = GoldenLock.digest(testCase.canonicalInput)
    do {
      bytes = try goldens.bytes(of: testCase.id)
      unreadable = nil
    } catch {
      bytes = nil
      unreadable = error.diagnostic
    }
    digest = bytes.map { GoldenLock.digest($0) }
  }

  /// The golden's value, nil where there is none.
  ///
  /// - Parameter output: what it is to be compared with. Where the golden is the one writing of that, as most are, it is
  ///   not read any further.
  func value(besides output: JSONValue? = nil) -> Result<JSONValue?, SourceError> {
    if let unreadable { return .failure(SourceError(unreadable)) }
    guard let bytes else { return .success(nil) }
    if let output, Golden.bytes(of: output).span.hasSameBytes(as: bytes.span) { return .success(output) }
    return Result { () throws(SourceError) in try goldens.golden(of: caseID, in: bytes).value }
  }
}
