import Conformance
import Reporting
import Testing

struct PrintableTextTests {
  @Test(arguments: ["", "plain", "déjà vu", "日本語", "👍", #"C:\temp"#, "cafe\u{301}"])
  func `visible text stays`(text: String) {
    #expect(printable(text).utf8.elementsEqual(text.utf8))
  }

  @Test(arguments: [
    ("\u{1B}[2J", #"\u{1B}[2J"#),
    ("a\nb\r\tc", #"a\nb\r\tc"#),
    ("\u{0}\u{7F}\u{85}", #"\u{0}\u{7F}\u{85}"#),
    ("a\u{202E}b", #"a\u{202E}b"#),
    ("a\u{2066}b", #"a\u{2066}b"#),
    ("a\u{200B}\u{FEFF}", #"a\u{200B}\u{FEFF}"#),
    ("\u{2028}\u{3000}\u{A0}", #"\u{2028}\u{3000}\u{A0}"#),
    ("\u{E000}\u{FFFF}", #"\u{E000}\u{FFFF}"#),
    ("\u{301}a", #"\u{301}a"#),
    ("\u{E0041}\u{3164}", #"\u{E0041}\u{3164}"#),
    ("a\r\nb", #"a\r\nb"#),
  ])
  func `what is invisible or steers a terminal is escaped`(text: String, escaped: String) {
    #expect(printable(text) == escaped)
    #expect(printable(escaped) == escaped)
  }

  @Test func `no styled line has anything else`() {
    #expect(StyledLine("a\u{1B}[31m\n", .removed).text(color: false) == #"a\u{1B}[31m\n"#)
    #expect(StyledLine("a\n", .heading).text(color: true) == "\u{1B}[1;36ma\\n\u{1B}[0m")
    #expect(StyledLine("", .added).text(color: true) == "")
  }
}
