import CanonicalJSON
import Testing

struct JSONValueTests {
  @Test(arguments: [.null, true, 1, "a", [1], ["a": 1]] as [JSONValue])
  func `a value answers for its own kind only`(value: JSONValue) {
    let answers = [
      value.bool != nil, value.number != nil, value.string != nil, value.elements != nil,
      value.object != nil,
    ]
    #expect(answers.count { $0 } == (value == .null ? 0 : 1))
    #expect((value["a"] != nil) == (value.object != nil))
  }

  @Test func `literals make the values that they look like`() throws {
    let value: JSONValue = [
      "b": true, "n": -1, "d": 0.5, "s": "é", "a": [1, "x"], "o": ["k": .null],
    ]
    #expect(value["b"]?.bool == true)
    #expect(value["n"]?.number?.integer == -1)
    #expect(value["d"]?.number?.double == 0.5)
    #expect(value["s"]?.string == "é")
    #expect(value["a"]?.elements == [1, "x"])
    #expect(value["o"]?.object?["k"] == .null)
    #expect(value["absent"] == nil)
    #expect(value.description == #"{"a":[1,"x"],"b":true,"d":0.5,"n":-1,"o":{"k":null},"s":"é"}"#)
  }

  @Test func `values of different kinds are never equal`() {
    let values: [JSONValue] = [
      .null, false, 0, "", [], [:], "null", "false", "0", [.null], ["": .null],
    ]
    #expect(Set(values).count == values.count)
  }

  @Test func `pointers, anomalies and locations can be keys and be ordered`() throws {
    let composed = JSONPointer(tokens: ["\u{E9}"])
    #expect(
      Set([composed, JSONPointer(tokens: ["e\u{301}"]), try JSONPointer("/\u{E9}")]).count == 2
    )
    let anomalies = try JSONDocument(parsing: "{\"\u{E9}\":1,\"e\u{301}\":2,\"\u{E9}\":3}")
      .anomalies()
    #expect(Set(anomalies + anomalies).count == 2)
    let locations = [(2, 1), (1, 9), (1, 2)].map { TextLocation(line: $0, column: $1) }
    #expect(locations.sorted() == locations.reversed())
  }
}
