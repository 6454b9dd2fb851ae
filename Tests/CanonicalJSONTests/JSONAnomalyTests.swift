import CanonicalJSON
import Testing

struct JSONAnomalyTests {
  @Test(arguments: [
    ("{\"a\":1,\"b\":2}", []),
    ("[{\"a\":1},{\"a\":1}]", []),
    ("{\"a\":{\"a\":1}}", []),
    ("[\"\\ud83d\\ude00\",\"\\\\ud800\"]", []),
    ("{\"a\":1,\"a\":2}", ["1:8: the key \"a\" is already at 1:2"]),
    (
      "{\"a\":1,\n\"\\u0061\":2,\"a\":3}",
      ["2:1: the key \"a\" is already at 1:2", "2:12: the key \"a\" is already at 1:2"]
    ),
    (
      "{\"identifier-1\":{\"a\":[1]},\"identifier-2\":[2],\"identifier-1\":3}",
      ["1:46: the key \"identifier-1\" is already at 1:2"]
    ),
    (
      "{\"equivalent \u{E9}\":1,\"equivalent e\u{301}\":2}",
      [
        "1:20: the key \"equivalent e\\u{0301}\" differs only by Unicode normalisation from \"equivalent \\u{00E9}\" at 1:2"
      ]
    ),
    (
      "{\"\u{E9}\":1,\"e\u{301}\":2}",
      [
        "1:9: the key \"e\\u{0301}\" differs only by Unicode normalisation from \"\\u{00E9}\" at 1:2"
      ]
    ),
    ("{\"\u{E9}\":1,\"e\\u0301\":2}", []),
    (
      "{\"K\":1,\"\u{212A}\":2,\"K\":3}",
      [
        "1:8: the key \"\\u{212A}\" differs only by Unicode normalisation from \"K\" at 1:2",
        "1:16: the key \"K\" is already at 1:2",
      ]
    ),
    (
      "[\"a\\ud800\\ud800b\",{\"\\udc00\":1}]",
      [
        "1:4: a surrogate escape that is not half of a pair; it reads as U+FFFD",
        "1:10: a surrogate escape that is not half of a pair; it reads as U+FFFD",
        "1:21: a surrogate escape that is not half of a pair; it reads as U+FFFD",
      ]
    ),
    (
      "{\"a\":{\"b\":1,\"b\":2},\"a\":3,\"c\":\"\\udfff\"}",
      [
        "1:13: the key \"b\" is already at 1:7", "1:20: the key \"a\" is already at 1:2",
        "1:31: a surrogate escape that is not half of a pair; it reads as U+FFFD",
      ]
    ),
  ])
  func `what readers disagree about is reported in the order of the text`(
    text: String,
    expected: [String]
  ) throws {
    let found = try JSONDocument(parsing: text).anomalies().map { "\($0.location): \($0.message)" }
    #expect(found.map { TextKey($0) } == expected.map { TextKey($0) })
  }

  @Test func `anomalies of keys that differ by normalisation are different`() {
    #expect(
      JSONAnomaly.Kind.repeatedKey("\u{E9}", first: TextLocation(line: 1, column: 1))
        != .repeatedKey("e\u{301}", first: TextLocation(line: 1, column: 1))
    )
  }

  @Test(.timeLimit(.minutes(10)))
  func `an object with many keys takes no quadratic time`() throws {
    let count = 20_000
    let members = (0..<count).map { "\"key \($0 % (count - 1))\":\"\\ud83d\"" }
    let anomalies = try JSONDocument(parsing: "{" + members.joined(separator: ",\n") + "}")
      .anomalies()
    #expect(anomalies.count == count + 1)
    #expect(
      anomalies.filter { $0.kind == .repeatedKey("key 0", first: TextLocation(line: 1, column: 2)) }
        .count == 1
    )
    #expect(anomalies.last?.location.line == count)
  }
}
