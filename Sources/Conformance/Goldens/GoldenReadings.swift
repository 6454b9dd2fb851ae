internal import CanonicalJSON
internal import Dispatch
internal import Synchronization

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
    let cases = suite.cases
    let finished = Mutex<[Int: [Reading]]>([:])
    // More parts than cores, so that one with long cases holds nobody up.
    let size = max(16, cases.count / 32)
    let parts = stride(from: 0, to: cases.count, by: size).map { cases[$0..<min($0 + size, cases.count)] }
    DispatchQueue.concurrentPerform(iterations: parts.count) { index in
      let readings = parts[index].map { Reading(of: $0, in: suite.goldens) }
      finished.withLock { $0[index] = readings }
    }
    let inOrder = finished.withLock { finished in parts.indices.flatMap { finished[$0] ?? [] } }
    readings = Dictionary(zip(cases.lazy.map { TextKey($0.id) }, inOrder)) { first, _ in first }
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
