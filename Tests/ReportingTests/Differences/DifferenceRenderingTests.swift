import CanonicalJSON
import Conformance
import MessageSnapshot
import Reporting
import TestSuites
import Testing

struct DifferenceRenderingTests {
  private let messages = MessageSnapshot("Differences")

  @Test(
    arguments: [
      (
        ["w": "1", "x": true, "y": 1, "z": .null], ["w": 1, "x": 1, "y": 2, "z": []], "other types"
      ),
      (
        ["a": .null, "b": ["c": "d"]], ["b": ["c": "d", "e": [1, ["f": 2]]]],
        "missing and unexpected members"
      ),
      ("a", "b", "another root"),
      (
        [["id": "row-1"], ["id": "row-2", "n": 1]], [["id": "row-1"], ["id": "row-\u{43E}"]],
        "elements with an identity"
      ),
      (
        [["id": "a"], ["id": "b"], ["id": "c"]], [["id": "c"], ["id": "a"], ["id": "b"]],
        "a moved element"
      ),
      (["caf\u{E9}": 1], ["cafe\u{301}": 1], "keys in another normalization"),
    ] as [(JSONValue, JSONValue, String)]
  )
  func `a difference says where it is, what was expected and what was found`(
    expected: JSONValue,
    actual: JSONValue,
    entry: String
  ) {
    messages.expect(render(expected, actual), entry)
  }

  @Test func `differences above the limit are counted`() {
    messages.expect(render([1, 2], [3, 4], limit: 1), "one difference and a count")
    messages.expect(render([1, 2], [3, 4], limit: 0), "a count")
  }

  @Test func `large values are cut and counted`() {
    let text = String(repeating: "lorem ipsum ", count: 20)
    let entry: JSONValue = [
      "blocks": [["text": .string(text)]], "content": .string(text), "id": "row-2", "n": 1,
    ]
    messages.expect(
      render(
        [entry, .array((0..<100).map { .number(JSONNumber($0)) }), .string(text)],
        [],
        width: 60
      ),
      "large values"
    )
  }

  @Test func `colours stand only where they are asked for`() {
    let lines = DifferenceRendering(limit: 1).lines([Difference(at: .to("a"), .missing(1))])
    messages.expect(
      lines.map { $0.text(color: true).replacing("\u{1B}", with: "ESC") },
      "a difference in colours"
    )
  }
}

struct `Differences of texts are shown where they are` {
  private let messages = MessageSnapshot("Differences of texts")
  private let long = String(repeating: "The quick brown fox jumps over the lazy dog. ", count: 40)

  @Test func `normalization is told and the scalars are named`() {
    messages.expect(
      render("the cafe\u{301} is open", "the caf\u{E9} is open"),
      "NFD expected, NFC found"
    )
    messages.expect(render("\u{E9}", "e\u{301}"), "NFC expected, NFD found")
    messages.expect(
      render("a\u{301}\u{323}", "a\u{323}\u{301}"),
      "the same marks in another order"
    )
  }

  @Test func `a long text is cut around the difference, with how far in it is`() {
    messages.expect(
      render(.string(long + "one" + long), .string(long + "two" + long)),
      "a difference in a long text"
    )
    messages.expect(render(.string(long), "The quick"), "a long text that is cut short")
  }

  @Test(arguments: [
    ("paypal", "p\u{430}ypal", #""paypal""#, #""p\u{430}ypal""#, "U+0430 CYRILLIC SMALL LETTER A"),
    ("foo bar", "foo\u{A0}bar", #""foo bar""#, #""foo\u{A0}bar""#, "U+00A0 NO-BREAK SPACE"),
    ("ab", "a\u{200D}b", #""ab""#, #""a\u{200D}b""#, "U+200D ZERO WIDTH JOINER"),
    ("ab", "a\u{202E}b", #""ab""#, #""a\u{202E}b""#, "U+202E RIGHT-TO-LEFT OVERRIDE"),
    ("a", "a\u{301}", #""a""#, #""a\u{301}""#, "U+0301 COMBINING ACUTE ACCENT"),
  ])
  func `what cannot be told apart by eye is escaped and named`(
    expected: String,
    actual: String,
    expectedText: String,
    actualText: String,
    name: String
  ) {
    #expect(
      shown(.string(expected), .string(actual)) == [
        "    − \(expectedText)", "    + \(actualText)", "      \(name)",
      ]
    )
  }

  @Test func `nothing of a text reaches the terminal raw`() {
    #expect(
      shown("\"\\\u{1B}[31m\r\n\u{E000}", "\u{301}x") == [
        ##"    − "\"\\\u{1B}[31m\r\n\u{E000}""##,
        ##"    + "\u{301}x""##,
        "      U+0301 COMBINING ACUTE ACCENT",
      ]
    )
  }

  @Test func `a mark behind the difference is not drawn onto it`() {
    let lines = shown("a\u{301}", "b\u{301}")
    #expect(lines.last?.hasSuffix(#"  + "b\u{301}""#) == true)
  }

  @Test func `long numbers are cut around the difference too`() {
    let digits = String(repeating: "7", count: 200)
    let one = JSONNumber(digits + "1")
    let two = JSONNumber(digits + "2")
    messages.expect(
      render(one.map(JSONValue.number) ?? .null, two.map(JSONValue.number) ?? .null),
      "a difference in a long number"
    )
  }

  /// Returns the lines below the line with the place of the difference.
  private func shown(_ expected: JSONValue, _ actual: JSONValue) -> [String] {
    render(expected, actual).split(separator: "\n").dropFirst().map(String.init)
  }
}

private func render(
  _ expected: JSONValue,
  _ actual: JSONValue,
  limit: Int = 10,
  width: Int = 80
) -> String {
  DifferenceRendering(limit: limit, width: width)
    .lines(differences(expected: expected, actual: actual, identity: byID))
    .map { $0.text(color: false) }
    .joined(separator: "\n")
}
