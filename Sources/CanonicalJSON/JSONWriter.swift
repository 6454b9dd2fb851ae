/// Writes values as RFC 8785 has it, or as they were read or given, with or without line breaks.
struct JSONWriter {
  /// The texts of numbers, and the order of members.
  enum Spelling {
    /// Those of RFC 8785.
    case canonical
    /// Those that values remember.
    case written
  }

  let layout: JSONValue.Layout
  let spelling: Spelling
  private(set) var bytes: [UInt8] = []
  private var depth = 0
  /// Takes what has been written so far, now and then, where the text has lines.
  private let drain: (([UInt8]) -> Void)?

  init(
    layout: JSONValue.Layout,
    spelling: Spelling = .canonical,
    drain: (([UInt8]) -> Void)? = nil
  ) {
    self.layout = layout
    self.spelling = spelling
    self.drain = drain
    // Most values are no longer, so that the bytes are never moved.
    bytes.reserveCapacity(1 << 10)
  }

  /// - Parameter bytes: what the text follows.
  init(after bytes: consuming [UInt8], spelling: Spelling = .canonical) {
    self.bytes = bytes
    self.spelling = spelling
    layout = .compact
    drain = nil
  }

  /// Appends a value. Recurses once for each level of containers.
  mutating func write(_ value: JSONValue) {
    switch value {
    case .null: bytes.append(contentsOf: "null".utf8)
    case .bool(let bool): bytes.append(contentsOf: (bool ? "true" : "false").utf8)
    case .number(let number): write(number)
    case .string(let text): write(text)
    case .array(let elements):
      bytes.append(.openBracket)
      // By span, which counts no reference for an element.
      elements.withUnsafeBufferPointer { elements in
        let elements = elements.span
        for index in elements.indices {
          beginItem(index)
          write(elements[index])
        }
      }
      endItems(count: elements.count)
      bytes.append(.closeBracket)
    case .object(let object):
      bytes.append(.openBrace)
      let members = spelling == .written ? object.writtenMembers : object.members
      members.withUnsafeBufferPointer { members in
        let members = members.span
        for index in members.indices {
          beginItem(index)
          write(members[index].key)
          bytes.append(.colon)
          if layout == .indented { bytes.append(.space) }
          write(members[index].value)
        }
      }
      endItems(count: object.members.count)
      bytes.append(.closeBrace)
    }
  }

  @inline(__always)
  private mutating func beginItem(_ index: Int) {
    if index > 0 { bytes.append(.comma) }
    guard layout == .indented else { return }
    if index == 0 { depth += 1 }
    breakLine()
  }

  @inline(__always)
  private mutating func endItems(count: Int) {
    guard layout == .indented, count > 0 else { return }
    depth -= 1
    if let drain, bytes.count >= 1 << 16 {
      drain(bytes)
      bytes.removeAll(keepingCapacity: true)
    }
    breakLine()
  }

  private mutating func breakLine() {
    bytes.append(.lineFeed)
    for _ in 0..<depth {
      bytes.append(.space)
      bytes.append(.space)
    }
  }

  private mutating func write(_ number: JSONNumber) {
    // Most are counts and indices.
    if spelling == .canonical,
      let integer = number.integer,
      let digit = UInt8(exactly: integer),
      digit < 10
    {
      bytes.append(.zero + digit)
    } else {
      let text = spelling == .written ? number.writtenText : number.canonicalText
      bytes.append(contentsOf: text.utf8)
    }
  }

  /// Appends a string, with the escapes of RFC 8785 section 3.2.2.2 and no others.
  private mutating func write(_ text: String) {
    bytes.append(.quote)
    text.withBytes { source in
      var index = 0
      while true {
        let end = source.indexOfStringDelimiter(from: index)
        source.extracting(index..<end).withUnsafeBufferPointer { bytes.append(contentsOf: $0) }
        guard end < source.count else { break }
        writeEscape(of: source[end])
        index = end + 1
      }
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
