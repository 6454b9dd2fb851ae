import SessionDetail
import Testing

struct TrimmingTests {
  @Test(
    arguments: [
      "\t", "\n", "\u{B}", "\u{C}", "\r\n", " ", "\u{85}", "\u{A0}", "\u{1680}", "\u{2000}",
      "\u{200A}", "\u{2028}", "\u{2029}", "\u{202F}", "\u{205F}", "\u{3000}",
    ])
  func `white space at the ends is removed`(space: String) {
    #expect(shown(space + "a\(space)b" + space + space) == "a\(space)b")
    #expect(shown(space) == nil)
  }

  @Test(arguments: ["\u{FEFF}", "\u{200B}", "\u{180E}", "\u{2060}", "\u{0}", "\u{1F}"])
  func `what only looks like white space stays`(scalar: String) {
    #expect(shown(scalar + "a" + scalar) == scalar + "a" + scalar)
    #expect(shown(scalar) == scalar)
  }

  @Test
  func `white space goes scalar by scalar, a combining mark after it stays`() {
    #expect(shown(" \u{301}a") == "\u{301}a")
  }

  private func shown(_ text: String) -> String? {
    SessionTimeline(SessionRow(1, text: text)).entries.first?.content
  }
}
