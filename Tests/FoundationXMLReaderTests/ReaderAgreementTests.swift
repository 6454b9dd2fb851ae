import AgentDirectory
import Testing

/// Tests that Foundation's parser and expat read the same stanzas and find the same problems.
struct ReaderAgreementTests {
  @Test func `both readers agree on generated texts`() {
    expectAgreement(count: 5_000, seed: 0)
  }
}

/// The long form of the test above. It runs only if the command line names this suite.
@Suite(.enabled(if: CommandLine.arguments.contains { $0.contains("ManyTextsAgreementTests") }))
struct ManyTextsAgreementTests {
  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func `both readers agree on 200,000 generated texts`(seed: UInt64) {
    expectAgreement(count: 200_000, seed: seed)
  }

  @Test func `Foundation's parser allows every name that expat allows`() {
    var refused: [Unicode.Scalar] = []
    var added = 0

    for scalar in (0x80...0x10_FFFF).compactMap(Unicode.Scalar.init) {
      for text in [
        "<\(scalar)/>", "<a\(scalar)/>", "<!DOCTYPE \(scalar)>", "<!DOCTYPE a\(scalar)>",
      ] {
        let expected = Reading(of: text, with: .expat)
        let reading = Reading(of: text, with: .foundation)
        guard reading != expected else { continue }
        if expected == .error(.malformedXML) {
          added += 1
        } else {
          refused.append(scalar)
        }
      }
    }

    #expect(refused == [])
    #expect(added > 0)
  }
}

/// Checks that both readers agree, and that many texts are stanzas and many have each problem.
private func expectAgreement(count: Int, seed: UInt64) {
  var generator = XMLTextGenerator(seed: seed)
  var kinds: [String: Int] = [:]

  for _ in 0..<count {
    let text = generator.text()
    let expected = Reading(of: text, with: .expat)
    kinds[expected.kind, default: 0] += 1

    let reading = Reading(of: text, with: .foundation)
    if reading != expected, !isDifferenceOfEditions(text) {
      Issue.record("seed \(seed), \(text.debugDescription): \(reading), and expat: \(expected)")
      return
    }
  }

  for (kind, share) in ["stanza": 4, "malformed_xml": 4, "doctype": 60, "nesting_too_deep": 90] {
    #expect(kinds[kind, default: 0] > count / share, "\(kinds)")
  }
}

/// Returns whether readers agree on the text without the characters that only one edition of XML
/// may allow in names.
private func isDifferenceOfEditions(_ text: String) -> Bool {
  let agreed = text.unicodeScalars.map { scalar -> Unicode.Scalar in
    switch scalar {
    case "\u{0}"..."\u{FF}", "\u{301}", "\u{FFFE}"..."\u{FFFF}": scalar
    default: "\u{4E2D}"
    }
  }
  let text = String(String.UnicodeScalarView(agreed))
  return Reading(of: text, with: .expat) == Reading(of: text, with: .foundation)
}
