package import CanonicalJSON

/// What a suite's goldens hold, each read once, on every core.
package struct GoldenReadings: Sendable {
  /// What stands on disk for one case.
  struct Reading: Sendable {
    /// SHA-256 of the golden file in hex; nil where there is none, or where it can't be read.
    let digest: String?
    /// SHA-256 of the case's input in hex.
    let input: String
    /// The value; nil where there is none.
    let golden: Result<JSONValue?, SourceError>

    /// Why the golden can't be used.
    var diagnostic: Diagnostic? {
      guard case .failure(let error) = golden else { return nil }
      return error.diagnostic
    }
  }

  private let readings: [TextKey: Reading]

  init(of suite: Suite) {
    let inOrder = suite.cases.mapOnEveryCore(partSize: 16) { Reading(of: $0, in: suite.goldens) }
    readings = Dictionary(zip(suite.cases.lazy.map { TextKey($0.id) }, inOrder)) { first, _ in first }
  }

  /// By contract.
  package static func all(of suites: [Suite]) -> [TextKey: GoldenReadings] {
    Dictionary(suites.map { (TextKey($0.contract.id), GoldenReadings(of: $0)) }) { first, _ in first }
  }

  subscript(caseID: TextKey) -> Reading? { readings[caseID] }

  /// The golden of a case; nil where there is none, or none that can be used.
  func value(of caseID: TextKey) -> JSONValue? { (try? readings[caseID]?.golden.get()) ?? nil }

  /// Why a golden can't be used.
  func diagnostic(of caseID: TextKey) -> Diagnostic? { readings[caseID]?.diagnostic }
}

extension GoldenReadings.Reading {
  fileprivate init(of testCase: Case, in goldens: GoldenFolder) {
    input = GoldenLock.digest(ofInput: testCase.input)
    do throws(SourceError) {
      let bytes = try goldens.bytes(of: testCase.id)
      digest = bytes.map { GoldenLock.digest($0) }
      golden = Result { () throws(SourceError) in
        try bytes.map { bytes throws(SourceError) in try goldens.golden(of: testCase.id, in: bytes).value }
      }
    } catch {
      digest = nil
      golden = .failure(error)
    }
  }
}
