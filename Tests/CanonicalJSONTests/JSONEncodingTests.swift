import CanonicalJSON
import MessageSnapshot
import Testing

struct JSONEncodingTests {
  private let messages = MessageSnapshot("Encodings of JSON")

  @Test(
    arguments: [
      // The first and last scalar of each length (Unicode, table 3-7).
      [0x7F], [0xC2, 0x80], [0xDF, 0xBF], [0xE0, 0xA0, 0x80], [0xED, 0x9F, 0xBF],
      [0xEE, 0x80, 0x80],
      [0xEF, 0xBF, 0xBF],
      [0xF0, 0x90, 0x80, 0x80], [0xF4, 0x8F, 0xBF, 0xBF],
    ] as [[UInt8]]
  )
  func `the reader takes every form of UTF-8`(character: [UInt8]) throws {
    for position in 0...20 {
      let text = [0x22] + Array(repeating: 0x61, count: position) + character + [0x22]
      let string = try JSONDocument(parsing: text).root.string
      #expect(
        string.map { Array($0.utf8) } == Array(text.dropFirst().dropLast()),
        "after \(position) ASCII bytes"
      )
    }
  }

  @Test(
    arguments: [
      ("a continuation byte alone", [0x80]),
      ("another continuation byte alone", [0xBF]),
      ("a lead byte without its continuation", [0xC3]),
      ("a lead byte before ASCII", [0xC3, 0x28]),
      ("three bytes cut to two", [0xE2, 0x82]),
      ("four bytes cut to three", [0xF0, 0x9F, 0x98]),
      ("an overlong NUL", [0xC0, 0x80]),
      ("an overlong '/' in two bytes", [0xC1, 0xAF]),
      ("an overlong '/' in three bytes", [0xE0, 0x80, 0xAF]),
      ("an overlong '/' in four bytes", [0xF0, 0x80, 0x80, 0xAF]),
      ("the greatest overlong three bytes", [0xE0, 0x9F, 0xBF]),
      ("the greatest overlong four bytes", [0xF0, 0x8F, 0xBF, 0xBF]),
      ("the first surrogate", [0xED, 0xA0, 0x80]),
      ("the last surrogate", [0xED, 0xBF, 0xBF]),
      ("a surrogate pair", [0xED, 0xA0, 0xBD, 0xED, 0xB8, 0x80]),
      ("U+110000", [0xF4, 0x90, 0x80, 0x80]),
      ("a lead byte beyond Unicode", [0xF5, 0x80, 0x80, 0x80]),
      ("five bytes", [0xF8, 0x88, 0x80, 0x80, 0x80]),
      ("0xFE", [0xFE]),
      ("0xFF", [0xFF]),
      ("Latin-1", [0xE9]),
    ] as [(String, [UInt8])]
  )
  func `the reader rejects what is not UTF-8 where it starts`(name: String, bytes: [UInt8]) {
    for position in 0...20 {
      let before = [0x5B, 0x22] + Array(repeating: 0x61 as UInt8, count: position)
      let error = #expect(throws: JSONSyntaxError.self, "\(name) after \(position) ASCII bytes") {
        try JSONDocument(parsing: before + bytes + [0x22, 0x5D])
      }
      #expect(error?.reason == .invalidUTF8(bytes[0]), "\(name) is named by its first byte")
      #expect(error?.offset == before.count, "\(name) after \(position) ASCII bytes")
      let hex = String(bytes[0], radix: 16, uppercase: true)
      let told = error?.message.replacing("0x\(hex)", with: "BYTE") ?? "nothing"
      messages.expect(told, "a byte that is not UTF-8")
      #expect(throws: JSONSyntaxError.self, "\(name) at the end") {
        try JSONDocument(parsing: before + bytes)
      }
    }
  }

  @Test func `the reader takes the same bytes for UTF-8 as the standard library`() {
    // The bytes on either side of each limit.
    let limits: [UInt8] = [0x61, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xFF]
    for first in 0x80...0xFF as ClosedRange<UInt8> {
      for second in limits {
        for third in limits {
          for fourth in limits {
            let text = [0x22, first, second, third, fourth, 0x22]
            let isRead = (try? JSONDocument(parsing: text)) != nil
            let isUTF8 = String(validating: text, as: UTF8.self) != nil
            if isRead != isUTF8 { Issue.record("\(text)") }
          }
        }
      }
    }
  }

  @Test(
    arguments: [
      (.utf16, [0xFF, 0xFE, 0x7B, 0, 0x7D, 0]),
      (.utf16, [0xFE, 0xFF, 0, 0x7B, 0, 0x7D]),
      (.utf16, [0x7B, 0, 0x7D, 0]),
      (.utf16, [0, 0x7B, 0, 0x7D]),
      (.utf16, [0x31, 0]),
      (.utf16, [0, 0x31]),
      (.utf16, [0x22, 0, 0, 1, 0x22, 0]),
      (.utf32, [0xFF, 0xFE, 0, 0, 0x31, 0, 0, 0]),
      (.utf32, [0, 0, 0xFE, 0xFF, 0, 0, 0, 0x31]),
      (.utf32, [0x31, 0, 0, 0]),
      (.utf32, [0, 0, 0, 0x31]),
    ] as [(JSONSyntaxError.Encoding, [UInt8])]
  )
  func `the reader names another encoding of Unicode`(
    encoding: JSONSyntaxError.Encoding,
    bytes: [UInt8]
  ) {
    let error = #expect(throws: JSONSyntaxError.self) { try JSONDocument(parsing: bytes) }
    #expect(error?.reason == .foreignEncoding(encoding))
    let told = error?.message.replacing(encoding.rawValue, with: "ENCODING") ?? "nothing"
    messages.expect(told, "another encoding")
    #expect(error?.location == TextLocation(line: 1, column: 1))
  }

  @Test func `the reader names a byte order mark`() {
    let error = #expect(throws: JSONSyntaxError.self) {
      try JSONDocument(parsing: [0xEF, 0xBB, 0xBF, 0x31] as [UInt8])
    }
    #expect(error?.reason == .byteOrderMark)
  }

  @Test func `no byte at all is an empty text`() {
    let error = #expect(throws: JSONSyntaxError.self) { try JSONDocument(parsing: [] as [UInt8]) }
    #expect(error?.reason == .emptyText)
  }
}
