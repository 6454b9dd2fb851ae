import CanonicalJSON
import MessageSnapshot
import Testing

struct JSONAnomalyTests {
  private let messages = MessageSnapshot("Anomalies of JSON")

  @Test(arguments: [
    "{\"a\":1,\"b\":2}",
    "[{\"a\":1},{\"a\":1}]",
    "{\"a\":{\"a\":1}}",
    "[\"\\ud83d\\ude00\",\"\\\\ud800\"]",
    "{\"\u{E9}\":1,\"e\\u0301\":2}",
  ])
  func `what readers agree about is no anomaly`(text: String) throws {
    #expect(try JSONDocument(parsing: text).anomalies() == [])
  }

  @Test(arguments: [
    ("{\"a\":1,\"a\":2}", ["1:8"], "a repeated key"),
    ("{\"a\":1,\n\"\\u0061\":2,\"a\":3}", ["2:1", "2:12"], "a key that is there three times"),
    (
      "{\"identifier-1\":{\"a\":[1]},\"identifier-2\":[2],\"identifier-1\":3}", ["1:46"],
      "a long key"
    ),
    (
      "{\"equivalent \u{E9}\":1,\"equivalent e\u{301}\":2}", ["1:20"],
      "long keys alike by normalization"
    ),
    ("{\"\u{E9}\":1,\"e\u{301}\":2}", ["1:9"], "keys alike by normalization"),
    ("{\"K\":1,\"\u{212A}\":2,\"K\":3}", ["1:8", "1:16"], "keys of both kinds"),
    ("[\"a\\ud800\\ud800b\",{\"\\udc00\":1}]", ["1:4", "1:10", "1:21"], "half surrogate pairs"),
    (
      "{\"a\":{\"b\":1,\"b\":2},\"a\":3,\"c\":\"\\udfff\"}", ["1:13", "1:20", "1:31"],
      "objects within each other"
    ),
  ])
  func `what readers disagree about is reported in the order of the text`(
    text: String,
    positions: [String],
    entry: String
  ) throws {
    let found = try JSONDocument(parsing: text).anomalies()
    #expect(found.map(\.location.description) == positions)
    messages.expect(found.map(\.message), entry)
  }

  @Test func `anomalies of keys that differ by normalization are different`() {
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
