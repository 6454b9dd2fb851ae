import CanonicalJSON
import Testing

struct JSONWriterTests {
  @Test func `the example of RFC 8785 section 3.2.2 is written as section 3.2.4 has it`() throws {
    let source = #"""
      {
        "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
        "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
        "literals": [null, true, false]
      }
      """#
    // The first number has more digits than a double holds. All of them are kept.
    let expected =
      #"{"literals":[null,true,false],"numbers":[333333333.33333329,1e+30,4.5,0.002,1e-27],"#
      + #""string":"€$\u000f\nA'B\"\\\\\"/"}"#
    #expect(try JSONDocument(parsing: source).root.value.canonicalText() == expected)
  }

  @Test func `only what has to be escaped is`() {
    let controls = String(String.UnicodeScalarView((0..<0x20).compactMap { Unicode.Scalar($0) }))
    #expect(
      JSONValue.string(controls + "\"\\/\u{7F}\u{80}\u{2028}é😀").canonicalText()
        == #""\u0000\u0001\u0002\u0003\u0004\u0005\u0006\u0007\b\t\n\u000b\f\r\u000e\u000f"#
        + #"\u0010\u0011\u0012\u0013\u0014\u0015\u0016\u0017\u0018\u0019\u001a\u001b\u001c\u001d\u001e\u001f"#
        + "\\\"\\\\/\u{7F}\u{80}\u{2028}é😀\""
    )
  }

  @Test
  func
    `pieces of the indented layout make the whole, and none comes after one that can't be taken`()
  {
    struct Full: Error {}
    let value = JSONValue.array((0..<20_000).map { ["number": .number(JSONNumber($0))] })
    var pieces: [[UInt8]] = []
    value.writeIndentedUTF8 { pieces.append($0) }
    #expect(pieces.count > 1, "so much should come in several pieces")
    #expect(pieces.flatMap(\.self) == value.canonicalUTF8(.indented))
    var count = 0
    #expect(throws: Full.self) {
      try value.writeIndentedUTF8 { _ throws(Full) in
        count += 1
        throw Full()
      }
    }
    #expect(count == 1)
  }

  @Test func `the indented layout has a line for each element and member`() {
    let value: JSONValue = ["a": [1, [], ["b": .null]], "c": [:], "d": "x"]
    #expect(
      value.canonicalText(.indented) == """
        {
          "a": [
            1,
            [],
            {
              "b": null
            }
          ],
          "c": {},
          "d": "x"
        }
        """
    )
    #expect(value.canonicalText() == #"{"a":[1,[],{"b":null}],"c":{},"d":"x"}"#)
    #expect(value.canonicalUTF8(.indented) == Array(value.canonicalText(.indented).utf8))
  }

  @Test(
    arguments: [
      (.null, "null"),
      (true, "true"),
      (false, "false"),
      (-1, "-1"),
      (1.5, "1.5"),
      ("", "\"\""),
      ([], "[]"),
      ([:], "{}"),
    ] as [(JSONValue, String)]
  )
  func `a value alone is the same in both layouts`(value: JSONValue, expected: String) {
    #expect(value.canonicalText(.compact) == expected)
    #expect(value.canonicalText(.indented) == expected)
  }
}
