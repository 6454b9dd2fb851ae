import AgentDirectory
import Testing

struct JIDTests {
  @Test(arguments: [
    ("a@b/c", "a@b/c", "a@b"),
    ("A@B.Example/C", "a@b.example/C", "a@b.example"),
    ("b", "b", "b"),
    ("b/c@d/e", "b/c@d/e", "b"),
    ("a@b.", "a@b", "a@b"),
    ("É@b", "É@b", "É@b"),
    ("a@[2001:DB8::1]/x", "a@[2001:db8::1]/x", "a@[2001:db8::1]"),
    ("a@b/ x", "a@b/ x", "a@b"),
  ])
  func `a JID is split into its parts`(text: String, full: String, bare: String) throws {
    let jid = try #require(JID(text))
    #expect(jid.description == full)
    #expect(jid.bare.description == bare)
    #expect(JID(full) == jid)
  }

  @Test(arguments: [
    "", "@b", "a@", "a@b/", "/c", "a b@c", "a@b c", "a@b@c", "a\u{0}@b", "a@b/\u{7}", "a:b@c",
    "a\"@b", "a&b@c", "<a>@b", "a'@b", "a@b:c", ".", "a@.", "a@[x]", "a@[", "a@[]", "a\u{A0}@b",
    "a\u{FFFE}@b", "a@b/\u{FFFF}",
  ])
  func `invalid text is not a JID`(text: String) {
    #expect(JID(text) == nil)
  }

  @Test func `each part has at most 1023 bytes`() {
    let most = String(repeating: "a", count: 1_023)
    #expect(JID("\(most)@\(most)/\(most)") != nil)
    for text in ["\(most)a@b", "a@\(most)a", "a@b/\(most)a"] { #expect(JID(text) == nil) }
  }

  @Test func `composed and decomposed text are different JIDs`() {
    #expect(JID("caf\u{E9}@b") != JID("cafe\u{301}@b"))
  }
}
