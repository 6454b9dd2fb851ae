import CanonicalJSON
import Testing

struct RoundTripTests {
  @Test func `a text of every kind of value is written in canonical form`() throws {
    let text = "{ \"b\": [1, 2.50, {}, [], null], \"a\" :\"\\u0041\\n\\ud83d\\ude00\\ud800\", \"a\\u0000\": true}\n"
    let document = try JSONDocument(parsing: text)
    #expect(
      document.root.value.canonicalText() == "{\"a\":\"A\\n😀\u{FFFD}\",\"a\\u0000\":true,\"b\":[1,2.5,{},[],null]}")
    let indented = try JSONDocument(parsing: Array(document.root.value.canonicalUTF8(.indented)))
    #expect(indented.root.value == document.root.value, "indentation changes nothing")
    #expect(indented.root["b"]?.location == TextLocation(line: 4, column: 8))
    #expect(try document.root.node(at: JSONPointer("/b/1"))?.number?.double == 2.5)
    #expect(document.anomalies().map(\.message) == ["a surrogate escape that is not half of a pair; it reads as U+FFFD"])
  }
}
