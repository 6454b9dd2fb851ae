import CanonicalJSON
import Testing

/// Tests of the written text of a value, which keeps the original number literals and the order of
/// members.
struct WrittenTextTests {
  @Test(arguments: [
    "1.0", "1e3", "1E3", "1e+3", "-0", "-0.0", "0.10", "1.50", "0e5", "100e-2", "1e21", "1e+21",
    "12345678901234567890.0", "1.7976931348623157e308", "1e-400", "-1e-7", "0.0000001", "12",
    "9007199254740993", "-9223372036854775808", "9223372036854775808",
    "0.1000000000000000000000000000",
  ])
  func `a number keeps its literal, and is the same number`(literal: String) throws {
    let value = try value(of: literal)
    #expect(value.writtenText() == literal)
    let number = try #require(value.number)
    #expect(number.writtenText == literal)
    let canonical = try #require(JSONNumber(number.canonicalText))
    #expect(canonical.writtenText == number.canonicalText, "the canonical text is its own literal")
    #expect(canonical == number)
    #expect(number == canonical)
    #expect(Set([canonical, number]).count == 1)
    #expect(number.integer == canonical.integer)
    #expect(number.double == canonical.double)
  }

  @Test func `two literals of one value are the same number`() throws {
    #expect(try value(of: "[1.0, 1e3, -0, 1.50]") == value(of: "[1, 1000, 0, 15e-1]"))
    #expect(try value(of: "1.0") != value(of: "1.5"))
    #expect(try value(of: "1.50") != value(of: "2"))
  }

  @Test func `a computed number has its canonical text`() {
    let value: JSONValue = [1.0, 1e3, -0.0, 1.50, 1e21, 7]
    #expect(value.writtenText() == "[1,1000,0,1.5,1e+21,7]")
  }

  @Test(arguments: [
    #"{"b":1,"a":{"d":[{"z":1,"y":2}],"c":3}}"#, #"{"a":1,"b":2}"#, #"{"\u20ac":1,"a":2,"é":3}"#,
    #"{"😀":1,"\ufb33":2,"":3}"#, "{}", #"[{"b":{},"a":[]}]"#,
  ])
  func `members keep their order`(text: String) throws {
    let plain = text.replacing(#"\u20ac"#, with: "€").replacing(#"\ufb33"#, with: "\u{FB33}")
    #expect(try value(of: text).writtenText() == plain)
  }

  @Test func `white space and escapes are those of the canonical text`() throws {
    let value = try value(of: #" { "b" : [ 1.0 , "\u0041\/\u000a" ] , "a" : null } "#)
    #expect(value.writtenText() == #"{"b":[1.0,"A/\n"],"a":null}"#)
  }

  @Test func `of a repeated key the last has its place`() throws {
    #expect(try value(of: #"{"a":1,"b":2,"a":3}"#).writtenText() == #"{"b":2,"a":3}"#)
  }

  @Test func `order and literals make no difference to anything else`() throws {
    let one = try value(of: #"{"b":1.0,"a":2}"#)
    let other = try value(of: #"{"a":2,"b":1}"#)
    #expect(one == other)
    #expect(Set([one, other]).count == 1)
    #expect(one.object?.map(\.key) == ["a", "b"])
    #expect(one.canonicalText() == #"{"a":2,"b":1}"#)
    #expect(one.canonicalText(.indented) == other.canonicalText(.indented))
    #expect("\(one)" == "\(other)")
  }

  @Test func `a changed member stays in its place, and a new one comes last`() throws {
    var object = try #require(try value(of: #"{"c":1.0,"a":2,"b":3}"#).object)
    object["a"] = [:]
    object["aa"] = 4
    object["b"] = nil
    object["b"] = 5
    #expect(JSONValue.object(object).writtenText() == #"{"c":1.0,"a":{},"aa":4,"b":5}"#)
  }

  @Test func `an object of members has them in the order in which they are given`() {
    #expect((["b": 1, "a": 2] as JSONValue).writtenText() == #"{"b":1,"a":2}"#)
    #expect(JSONValue.object(["b": 1, "x": nil, "a": 2]).writtenText() == #"{"b":1,"a":2}"#)
    #expect(JSONValue.object(JSONObject([("b", 1), ("a", 2)])).writtenText() == #"{"b":1,"a":2}"#)
  }

  @Test func `a value takes no more room for what it remembers`() {
    #expect(MemoryLayout<JSONValue>.size == MemoryLayout<JSONNumber>.size)
    #expect(MemoryLayout<JSONObject>.size == MemoryLayout<[JSONValue]>.size)
    #expect(MemoryLayout<JSONObject.Member>.stride == MemoryLayout<(String, JSONValue)>.stride)
  }

  private func value(of text: String) throws -> JSONValue {
    try JSONDocument(parsing: text).root.value
  }
}
