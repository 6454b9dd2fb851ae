import CanonicalJSON
import TestRandomness
import Testing

/// Tests of values that describe themselves part by part.
struct JSONSinkTests {
  @Test(arguments: 1...40 as ClosedRange<UInt64>)
  func `a description becomes the same tree and the same texts`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<10 {
      let value = random.value(levels: 5)
      let description = Description(value: value)
      var indented: [UInt8] = []
      description.writeIndentedUTF8 { indented += $0 }
      #expect(description.json == value)
      #expect(description.canonicalUTF8() == value.canonicalUTF8())
      #expect(indented == value.canonicalUTF8(.indented))
    }
  }

  @Test func `a long description is written in pieces`() {
    let value = JSONValue.array((0..<20_000).map { ["number": .number(JSONNumber($0))] })
    var pieces: [[UInt8]] = []
    Description(value: value).writeIndentedUTF8 { pieces.append($0) }
    #expect(pieces.count > 1)
    #expect(pieces.flatMap(\.self) == value.canonicalUTF8(.indented))
  }

  @Test func `members without a value are left out`() {
    struct Named: JSONWritable {
      let name: String?
      func write(to sink: inout some JSONSink) {
        sink.beginObject()
        sink.write("count", 1)
        sink.write("name", name)
        sink.endObject()
      }
    }
    #expect(Named(name: "a").json == ["count": 1, "name": "a"])
    #expect(Named(name: nil).json == ["count": 1])
    #expect(Named(name: nil).canonicalUTF8() == Array(#"{"count":1}"#.utf8))
  }

  @Test(arguments: ["\u{1}", "\"", "a\n", "plain text of some length, "], [1, 15, 16, 17, 10_000])
  func `a text with any share of escapes is written and read`(part: String, count: Int) throws {
    let value = JSONValue.string(String(repeating: part, count: count))
    let text = value.canonicalUTF8()
    #expect(try JSONDocument(parsing: text).root.value == value)

    let escaped = part.utf8.reduce(0) { size, byte in
      byte == 1 ? size + 6 : byte == 10 || byte == 34 ? size + 2 : size + 1
    }
    #expect(text.count == 2 + count * escaped)
  }
}

/// A value that describes itself by its parts.
private struct Description: JSONWritable {
  let value: JSONValue

  func write(to sink: inout some JSONSink) {
    switch value {
    case .null, .bool: sink.write(value)
    case .number(let number): sink.write(number)
    case .string(let text): sink.write(text)
    case .array(let elements): sink.write(elements.map(Description.init))
    case .object(let object):
      sink.beginObject()
      for member in object {
        sink.writeKey(member.key)
        Description(value: member.value).write(to: &sink)
      }
      sink.endObject()
    }
  }
}
