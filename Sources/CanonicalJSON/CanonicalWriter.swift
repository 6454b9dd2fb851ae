/// Writes values as RFC 8785 has it, with or without line breaks.
struct CanonicalWriter {
  let layout: JSONValue.Layout
  private(set) var bytes: [UInt8] = []
  private var depth = 0

  init(layout: JSONValue.Layout) {
    self.layout = layout
  }

  /// Appends a value. Recurses once for each level of containers.
  mutating func write(_ value: JSONValue) {
    switch value {
    case .null: bytes.append(contentsOf: "null".utf8)
    case .bool(let bool): bytes.append(contentsOf: (bool ? "true" : "false").utf8)
    case .number(let number): bytes.append(contentsOf: number.canonicalText.utf8)
    case .string(let text): write(text)
    case .array(let elements):
      write(elements, between: .openBracket, .closeBracket) { writer, element in
        writer.write(element)
      }
    case .object(let object):
      write(object, between: .openBrace, .closeBrace) { writer, member in
        writer.write(member.key)
        writer.bytes.append(.colon)
        if writer.layout == .indented {
          writer.bytes.append(.space)
        }
        writer.write(member.value)
      }
    }
  }

  private mutating func write<Items: Collection>(
    _ items: Items, between open: UInt8, _ close: UInt8, item write: (inout Self, Items.Element) -> Void
  ) {
    bytes.append(open)
    depth += 1
    var isFirst = true
    for item in items {
      if !isFirst {
        bytes.append(.comma)
      }
      isFirst = false
      breakLine()
      write(&self, item)
    }
    depth -= 1
    if !isFirst {
      breakLine()
    }
    bytes.append(close)
  }

  private mutating func breakLine() {
    guard layout == .indented else { return }
    bytes.append(.lineFeed)
    bytes.append(contentsOf: repeatElement(.space, count: 2 * depth))
  }

  /// Appends a string, with the escapes of RFC 8785 section 3.2.2.2 and no others.
  private mutating func write(_ text: String) {
    let source = text.utf8.span
    bytes.append(.quote)
    var index = 0
    while true {
      let end = source.indexOfStringDelimiter(from: index)
      source.extracting(index..<end).withUnsafeBufferPointer { bytes.append(contentsOf: $0) }
      guard end < source.count else { break }
      writeEscape(of: source[end])
      index = end + 1
    }
    bytes.append(.quote)
  }

  private mutating func writeEscape(of byte: UInt8) {
    bytes.append(.backslash)
    switch byte {
    case 0x08: bytes.append(.letterB)
    case .tab: bytes.append(.letterT)
    case .lineFeed: bytes.append(.letterN)
    case 0x0C: bytes.append(.letterF)
    case .carriageReturn: bytes.append(.letterR)
    case .quote, .backslash: bytes.append(byte)
    default:
      bytes.append(contentsOf: byte < 0x10 ? "u000".utf8 : "u00".utf8)
      bytes.append(contentsOf: String(byte, radix: 16).utf8)
    }
  }
}
