import CanonicalJSON
import Conformance
import Testing

struct DifferenceRenderingTests {
  @Test(
    arguments: [
      (
        ["w": "1", "x": true, "y": 1, "z": .null], ["w": 1, "x": 1, "y": 2, "z": []],
        """
          at /w: a string expected, a number found
            − "1"
            + 1
          at /x: a boolean expected, a number found
            − true
            + 1
          at /y
            − 1
            + 2
          at /z: null expected, an array found
            − null
            + []
        """
      ),
      (
        ["a": .null, "b": ["c": "d"]], ["b": ["c": "d", "e": [1, ["f": 2]]]],
        """
          at /a: missing
            − null
          at /b/e: not expected
            + [1,{"f":2}]
        """
      ),
      ("a", "b", "  at the root\n    − \"a\"\n    + \"b\""),
      (
        [["id": "row-1"], ["id": "row-2", "n": 1]], [["id": "row-1"], ["id": "row-\u{43E}"]],
        """
          at /1: element row-2 is missing
            − {"id":"row-2","n":1}
          at /1: element row-\\u{43E} is not expected
            + {"id":"row-о"}
        """
      ),
      (
        [["id": "a"], ["id": "b"], ["id": "c"]], [["id": "c"], ["id": "a"], ["id": "b"]],
        "  at /2: element c stands at index 0, expected at 2"
      ),
      (
        ["caf\u{E9}": 1], ["cafe\u{301}": 1],
        """
          at /cafe\\u{301}: not expected
            + 1
          at /caf\\u{E9}: missing
            − 1
        """
      ),
    ] as [(JSONValue, JSONValue, String)]
  )
  func `a difference says where it is, what was expected and what was found`(
    expected: JSONValue,
    actual: JSONValue,
    lines: String
  ) {
    #expect(render(expected, actual) == lines)
  }

  @Test func `differences above the limit are counted`() {
    #expect(
      render([1, 2], [3, 4], limit: 1) == "  at /0\n    − 1\n    + 3\n  … and 1 more difference"
    )
    #expect(render([1, 2], [3, 4], limit: 0) == "  … and 2 more differences")
  }

  @Test func `large values are cut and counted`() {
    let text = String(repeating: "lorem ipsum ", count: 20)
    let entry: JSONValue = [
      "blocks": [["text": .string(text)]], "content": .string(text), "id": "row-2", "n": 1,
    ]
    #expect(
      render(
        [entry, .array((0..<100).map { .number(JSONNumber($0)) }), .string(text)],
        [],
        width: 60
      ) == """
          at /0: element row-2 is missing
            − {"blocks":[… 1 more],"content":"lorem i"…,… 2 more}
          at /1: missing
            − [0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,… 83 more]
          at /2: missing
            − "lorem ipsum lorem ipsum lorem" … 211 scalars more
        """
    )
  }

  @Test func `colours stand only where they are asked for`() {
    let lines = DifferenceRendering(limit: 1).lines([Difference(at: .to("a"), .missing(1))])
    #expect(
      lines.map { $0.text(color: true) }
        == [
          "\u{1B}[2m  at \u{1B}[0m\u{1B}[1m/a\u{1B}[0m: missing",
          "\u{1B}[31m    − \u{1B}[0m\u{1B}[31m1\u{1B}[0m",
        ]
    )
  }
}

struct `Differences of texts are shown where they are` {
  private let long = String(repeating: "The quick brown fox jumps over the lazy dog. ", count: 40)

  @Test func `normalisation is told and the scalars are named`() {
    #expect(
      render("the cafe\u{301} is open", "the caf\u{E9} is open") == #"""
          at the root
            − "the cafe\u{301} is open"
              U+0301 COMBINING ACUTE ACCENT
            + "the caf\u{E9} is open"
              U+00E9 LATIN SMALL LETTER E WITH ACUTE
              equal after Unicode normalisation: NFD expected, NFC found
        """#
    )
    #expect(
      render("\u{E9}", "e\u{301}").hasSuffix(
        "equal after Unicode normalisation: NFC expected, NFD found"
      )
    )
    #expect(
      render("a\u{301}\u{323}", "a\u{323}\u{301}")
        .hasSuffix("equal after Unicode normalisation, written with other scalars")
    )
  }

  @Test func `a long text is cut around the difference, with how far in it is`() {
    #expect(
      render(.string(long + "one" + long), .string(long + "two" + long)) == """
          at the root: differs after 1800 Unicode scalars
            − … "r the lazy dog. oneThe quick brown fox jumps ove" … 1771 scalars more
            + … "r the lazy dog. twoThe quick brown fox jumps ove" … 1771 scalars more
        """
    )
    #expect(
      render(.string(long), "The quick") == """
          at the root
            − "The quick brown fox jumps over the lazy dog. The" … 1752 scalars more
            + "The quick"
        """
    )
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
      render(.string(expected), .string(actual))
        == "  at the root\n    − \(expectedText)\n    + \(actualText)\n      \(name)"
    )
  }

  @Test func `nothing of a text reaches the terminal raw`() {
    #expect(
      render("\"\\\u{1B}[31m\r\n\u{E000}", "\u{301}x") == #"""
          at the root
            − "\"\\\u{1B}[31m\r\n\u{E000}"
            + "\u{301}x"
              U+0301 COMBINING ACUTE ACCENT
        """#
    )
  }

  @Test func `a mark behind the difference is not drawn onto it`() {
    #expect(
      render("a\u{301}", "b\u{301}") == "  at the root\n    − \"a\\u{301}\"\n    + \"b\\u{301}\""
    )
  }

  @Test func `long numbers are cut around the difference too`() {
    let digits = String(repeating: "7", count: 200)
    let one = JSONNumber(digits + "1")
    let two = JSONNumber(digits + "2")
    #expect(
      render(one.map(JSONValue.number) ?? .null, two.map(JSONValue.number) ?? .null) == """
          at the root: differs after 200 Unicode scalars
            − … 77777777777777777777777777777777777777777777777771
            + … 77777777777777777777777777777777777777777777777772
        """
    )
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
