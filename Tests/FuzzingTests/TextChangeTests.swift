import CanonicalJSON
import Fuzzing
import Testing

struct TextChangeTests {
  private static func changes(
    _ expected: String,
    _ actual: String,
    labels: Set<TextKey> = []
  ) -> [TextChange] {
    TextChange.all(from: expected, to: actual, labels: labels)
  }

  @Test(arguments: [
    ("one two", "one", [TextChange.removed(.word)]),
    ("one", "one two", [.added(.word)]),
    ("one", "three", [.removed(.word), .added(.word)]),
    ("12", "34", [.removed(.word), .added(.word)]),
    ("a b", "a  b", [.added(.mark(" "))]),
    ("a\n\nb", "a\nb", [.removed(.mark("\n"))]),
    ("a-b", "a b", [.removed(.mark("-")), .added(.mark(" "))]),
    ("a-b", "a\u{2013}b", [.removed(.mark("-")), .added(.mark("\u{2013}"))]),
    ("a\u{0}", "a", [.removed(.mark("\u{0}"))]),
    ("a\u{1F600}", "a", [.removed(.symbol(.otherSymbol))]),
    ("a\u{1F600}", "a\u{1F603}", [.removed(.symbol(.otherSymbol)), .added(.symbol(.otherSymbol))]),
    ("One", "one", [.letterCase]),
    ("\u{E9}", "e\u{301}", [.normalization]),
    ("same", "same", []),
  ])
  func `a change is the kind of text that was added or removed`(
    expected: String,
    actual: String,
    changes: [TextChange]
  ) {
    #expect(Self.changes(expected, actual) == changes)
  }

  @Test(arguments: [
    (("one", "two"), ("three", "four")),
    (("a 1 b", "a 2 b"), ("x 789 y", "x 456 y")),
    (("see \u{1F600}", "see "), ("look \u{1F680}", "look ")),
    (("Alpha", "alpha"), ("x BETA", "x beta")),
  ])
  func `which words and symbols differ makes no difference`(
    first: (String, String),
    second: (String, String)
  ) {
    #expect(Self.changes(first.0, first.1) == Self.changes(second.0, second.1))
  }

  @Test func `marks next to a changed word don't count`() {
    #expect(Self.changes("a, b. c", "a c") == [.removed(.word)])
    #expect(Self.changes("a: <b>; c", "a c") == [.removed(.word)])
  }

  @Test func `the same change at several places is one change`() {
    #expect(Self.changes("a  b  c  d", "a b c d") == [.removed(.mark(" "))])
    #expect(Self.changes("A b C d", "a b c d") == [.letterCase])
  }

  @Test func `different changes are listed in the order of their places`() {
    #expect(
      Self.changes("a-b c D", "a b  c d")
        == [.removed(.mark("-")), .added(.mark(" ")), .letterCase]
    )
  }

  @Test func `a label counts as a change of its own`() {
    let labels: Set<TextKey> = ["user", "assistant"]
    #expect(
      Self.changes("user", "assistant", labels: labels)
        == [.removed(.label("user")), .added(.label("assistant"))]
    )
    #expect(
      Self.changes("user", "nobody", labels: labels) == [.removed(.label("user")), .added(.word)]
    )
    #expect(Self.changes("", "user", labels: labels) == [.added(.label("user"))])
    // A label within a longer text is a word like any other.
    #expect(
      Self.changes("a user", "a assistant", labels: labels) == [.removed(.word), .added(.word)]
    )
  }

  @Test func `there are at most 12 changes`() {
    let marks = "!#$%&*+,-./:;<=>?@"
    let text = marks.map { "a\($0)" }.joined()
    let changes = Self.changes(text + "a", String(repeating: "a ", count: marks.count) + "a")
    #expect(changes.count == 12)
  }

  @Test func `long texts are compared only at their beginning`() {
    let words = String(repeating: "a b ", count: 5_000)
    let changes = Self.changes("x \(words)!", "y \(words)?")
    #expect(changes == [.removed(.word), .added(.word)])
  }
}
