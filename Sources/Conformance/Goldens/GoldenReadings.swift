internal import CanonicalJSON
internal import Synchronization

/// What the goldens of suites hold, each read when it is first asked for.
///
/// A class because those who judge beside each other share it.
package final class GoldenReadings: Sendable {
  private let readings = Mutex<[String: GoldenReading]>([:])

  package init() {}

  func reading(of testCase: Case, in goldens: GoldenFolder, ahead: Bool = false) -> GoldenReading {
    let key = testCase.name
    if let reading = readings.withLock({ $0[key] }) { return reading }
    // Outside the lock, so that others can read theirs.
    let reading = GoldenReading(of: testCase, in: goldens, ahead: ahead)
    readings.withLock { $0[key] = reading }
    return reading
  }

  /// Reads every golden before it is asked for, while there is nothing else to do: what programs
  /// write can then be held against it as it comes.
  package func readAhead(_ suites: [Suite]) async {
    for suite in suites {
      for testCase in suite.cases where !testCase.isElsewhere && !Task.isCancelled {
        _ = reading(of: testCase, in: suite.goldens, ahead: true)
      }
    }
  }
}

/// What stands on disk for one case.
struct GoldenReading: Sendable {
  /// Of the golden file; nil where there is none, or where it can't be read.
  let bytes: [UInt8]?
  /// Why there is a file that can't be read.
  let unreadable: Diagnostic?
  /// The golden as it stands, where it is known to be what the case's author expects.
  private let expected: JSONNode?
  private let goldens: GoldenFolder
  private let caseID: String

  /// - Parameter ahead: whether there is time to find out if it is what the case's author expects.
  fileprivate init(of testCase: Case, in goldens: GoldenFolder, ahead: Bool) {
    self.goldens = goldens
    caseID = testCase.id
    do {
      bytes = try goldens.bytes(of: testCase.id)
      unreadable = nil
    } catch {
      bytes = nil
      unreadable = error.diagnostic
    }
    let text = ahead ? bytes.flatMap { try? JSONDocument(parsing: $0).root } : nil
    expected = text.flatMap { testCase.expectation.violations(by: $0.value).isEmpty ? $0 : nil }
  }

  /// Whether the output is the golden and what the case's author expects, as far as that shows
  /// without reading either.
  func accepts(_ outcome: Outcome) -> Bool {
    guard let expected, let text = outcome.output?.text else { return false }
    return text.hasSameTokens(as: expected)
  }

  /// The golden's value, nil where there is none.
  ///
  /// - Parameter output: what it is to be compared with. Where the golden is the one writing of
  ///   that, as most are, it is not read any further.
  func value(besides output: JSONValue? = nil) -> Result<JSONValue?, SourceError> {
    if let unreadable { return .failure(SourceError(diagnostic: unreadable)) }
    guard let bytes else { return .success(nil) }
    if let output, Golden.bytes(of: output) == bytes { return .success(output) }
    return Result { () throws(SourceError) in try goldens.golden(of: caseID, in: bytes).value }
  }
}
