import Conformance
import Testing

struct GlobTests {
  @Test(arguments: [
    ("a", "a"),
    ("*", ""),
    ("*", "anything"),
    ("a*", "a"),
    ("a*", "abc"),
    ("*c", "abc"),
    ("a*c", "abbc"),
    ("a?c", "abc"),
    ("*.*", "a.b"),
    ("a**b", "ab"),
    ("*a*b*", "xaybz"),
    ("*ab", "aab"),
    ("", ""),
    ("a.c", "a.c"),
    ("[a]", "[a]"),
    ("*/x", "words/x"),
    ("*aab", "aaaab"),
  ])
  func `a pattern matches`(pattern: String, name: String) {
    #expect(Glob(pattern).matches(name), "'\(pattern)' should match '\(name)'")
  }

  @Test(arguments: [
    ("a", "ab"),
    ("a", "A"),
    ("", "a"),
    ("?", ""),
    ("a?", "a"),
    ("a*c", "abcd"),
    ("a.c", "abc"),
    ("[a]", "a"),
    ("*ab", "abc"),
    ("a*b*c", "acb"),
  ])
  func `a pattern does not match`(pattern: String, name: String) {
    #expect(!Glob(pattern).matches(name), "'\(pattern)' should not match '\(name)'")
  }

  @Test(arguments: [("a", true), ("words/a", true), ("a*", false), ("a?", false), ("", true)])
  func `a pattern without wildcards is literal`(pattern: String, isLiteral: Bool) {
    #expect(Glob(pattern).isLiteral == isLiteral)
  }

  @Test func `many stars over a long name end soon`() {
    let pattern = Glob(String(repeating: "*a", count: 30) + "b")
    #expect(!pattern.matches(String(repeating: "a", count: 5000)))
  }
}
