/// Writes values in the canonical form of RFC 8785 or as they were parsed, with or without line
/// breaks.
struct JSONWriter {
  /// The form of numbers and the order of members.
  enum Spelling {
    /// The form and order that RFC 8785 defines.
    case canonical
    /// The literals and the order that the values keep.
    case written
  }

  let layout: JSONValue.Layout
  let spelling: Spelling
  private(set) var bytes: [UInt8] = []
  private var depth = 0
  /// A closure that receives what has been written so far, in pieces of 64 KiB or more. It is used
  /// only for the indented layout.
  private let drain: (([UInt8]) -> Void)?

  /// Creates a writer that starts with an empty text.
  ///
  /// - Parameters:
  ///   - layout: Whether the text has line breaks.
  ///   - spelling: The form of numbers and the order of members.
  ///   - drain: A closure that receives the text in pieces, if the layout is indented.
  init(
    layout: JSONValue.Layout,
    spelling: Spelling = .canonical,
    drain: (([UInt8]) -> Void)? = nil
  ) {
    self.layout = layout
    self.spelling = spelling
    self.drain = drain
    // Most values fit into this capacity, so the bytes don't have to be moved.
    bytes.reserveCapacity(1 << 10)
  }

  /// Creates a writer that appends compact text.
  ///
  /// - Parameters:
  ///   - bytes: The bytes to append to.
  ///   - spelling: The form of numbers and the order of members.
  init(after bytes: consuming [UInt8], spelling: Spelling = .canonical) {
    self.bytes = bytes
    self.spelling = spelling
    layout = .compact
    drain = nil
  }

  /// Appends a value. Recurses once for each level of nesting.
  mutating func write(_ value: JSONValue) {
    switch value {
    case .null: bytes.append(contentsOf: "null".utf8)
    case .bool(let bool): bytes.append(contentsOf: (bool ? "true" : "false").utf8)
    case .number(let number): write(number)
    case .string(let text): write(text)

    case .array(let elements):
      bytes.append(.openBracket)
      // Use a span to avoid reference counting for each element.
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

  /// Writes the comma and the line break before an element or a member.
  @inline(__always)
  private mutating func beginItem(_ index: Int) {
    if index > 0 { bytes.append(.comma) }
    guard layout == .indented else { return }
    if index == 0 { depth += 1 }
    breakLine()
  }

  /// Writes the line break before the end of a container, and passes on what has been written if
  /// there is enough.
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

  /// Starts a line with the indentation of the current depth.
  private mutating func breakLine() {
    bytes.append(.lineFeed)
    for _ in 0..<depth {
      bytes.append(.space)
      bytes.append(.space)
    }
  }

  /// Appends a number in the spelling of the writer.
  private mutating func write(_ number: JSONNumber) {
    // Fast path: most numbers are counts and indices.
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

  /// Appends a string with only the escapes of RFC 8785 section 3.2.2.2.
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

  /// Appends the shortest escape of a quote, a backslash or a control character.
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
