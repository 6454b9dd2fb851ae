import CanonicalJSON
import Foundation
import Testing

struct JSONDocumentTests {
  private let text = #"{"a": [1, "é"]}"#

  @Test func `a text can be a string, bytes, data or another sequence of bytes`() throws {
    let expected = try JSONDocument(parsing: text).root.value
    let data = Data(text.utf8)
    #expect(try JSONDocument(parsing: data).root.value == expected)
    #expect(try JSONDocument(parsing: Array(data)).root.value == expected)
    #expect(try JSONDocument(parsing: text.utf8).root.value == expected)
    #expect(try JSONDocument(parsing: ContiguousArray(data)).root.value == expected)
  }

  @Test func `a slice of data counts its bytes from zero`() throws {
    let slice = (Data("[] ".utf8) + Data("[1".utf8)).dropFirst(3)
    let error = try #require(throws: JSONSyntaxError.self) { try JSONDocument(parsing: slice) }
    #expect(error.offset == 2)
    #expect(error.location == TextLocation(line: 1, column: 3))
  }

  @Test func `data that isn't UTF-8 is refused`() {
    #expect(throws: JSONSyntaxError.self) { try JSONDocument(parsing: Data([0x22, 0xFF, 0x22])) }
    #expect(throws: JSONSyntaxError.self) { try JSONDocument(parsing: Data()) }
  }

  @Test func `values, objects and pointers are shown as JSON`() throws {
    let value = try JSONDocument(parsing: text).root.value
    #expect("\(value)" == #"{"a":[1,"é"]}"#)
    #expect("\(value.object ?? [:])" == #"{"a":[1,"é"]}"#)
    #expect("\(JSONPointer(tokens: ["a", "0"]))" == "/a/0")
  }
}
