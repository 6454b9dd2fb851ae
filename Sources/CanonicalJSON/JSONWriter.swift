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
  /// What has been written, followed by unused bytes.
  ///
  /// The unused bytes allow words to be copied before their end is known.
  private var buffer: [UInt8]
  /// The number of bytes that have been written to the buffer.
  private var end: Int
  private var depth = 0
  /// Whether the innermost container has no items so far.
  private var isAtStart = true
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
    buffer = [UInt8](repeating: 0, count: drain == nil ? 1 << 10 : 1 << 17)
    end = 0
  }

  /// Creates a writer that appends compact text.
  ///
  /// - Parameters:
  ///   - bytes: The bytes to append to.
  ///   - spelling: The form of numbers and the order of members.
  init(after bytes: consuming [UInt8], spelling: Spelling = .canonical) {
    end = bytes.count
    buffer = bytes
    self.spelling = spelling
    layout = .compact
    drain = nil
  }

  /// Returns what has been written. The writer is then empty.
  mutating func finish() -> [UInt8] {
    buffer.removeLast(buffer.count - end)
    end = 0
    return exchange(&buffer, with: [])
  }

  /// Writes an indented value in pieces.
  ///
  /// - Parameters:
  ///   - body: A closure that receives each piece. It isn't called again after it throws.
  ///   - write: Writes the value.
  static func writeIndented<Failure: Error>(
    to body: ([UInt8]) throws(Failure) -> Void,
    _ write: (inout JSONWriter) -> Void
  ) throws(Failure) {
    // The writer can't throw, so keep the first error for its end.
    var result = Result<Void, Failure>.success(())

    withoutActuallyEscaping({ (piece: [UInt8]) in
      if case .success = result { result = Result { () throws(Failure) in try body(piece) } }
    }) { drain in
      var writer = JSONWriter(layout: .indented, drain: drain)
      write(&writer)
      drain(writer.finish())
    }

    try result.get()
  }

  /// Makes room for a number of bytes after those that have been written.
  @inline(__always)
  private mutating func reserve(_ count: Int) {
    if buffer.count &- end < count { grow(by: count) }
  }

  /// Moves the bytes to a buffer that has at least twice the size.
  @inline(never)
  private mutating func grow(by count: Int) {
    var larger = [UInt8](repeating: 0, count: max(end + count, 2 * end, 1 << 10))
    larger.withUnsafeMutableBytes { larger in
      buffer.withUnsafeBytes {
        larger.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[..<end]))
      }
    }
    buffer = larger
  }

  /// Appends a byte.
  @inline(__always)
  private mutating func append(_ byte: UInt8) {
    reserve(1)
    buffer[end] = byte
    end &+= 1
  }

  /// Appends characters that need no escapes.
  private mutating func append(_ text: some Sequence<UInt8>) {
    for byte in text { append(byte) }
  }

  /// Appends a value. Recurses once for each level of nesting.
  mutating func write(_ value: JSONValue) {
    switch value {
    case .null: append("null".utf8)
    case .bool(let bool): append((bool ? "true" : "false").utf8)
    case .number(let number): write(number)
    case .string(let text): append(escaping: text)

    case .array(let elements):
      beginArray()
      // Use a span to avoid reference counting for each element.
      elements.withUnsafeBufferPointer { elements in
        let elements = elements.span
        for index in elements.indices {
          beginElement()
          write(elements[index])
        }
      }
      endArray()

    case .object(let object):
      beginObject()
      let members = spelling == .written ? object.writtenMembers : object.members
      members.withUnsafeBufferPointer { members in
        let members = members.span
        for index in members.indices {
          writeKey(members[index].key)
          write(members[index].value)
        }
      }
      endObject()
    }
  }

  /// Writes the comma and the line break before an element or a member.
  @inline(__always)
  private mutating func beginItem() {
    if isAtStart {
      depth += 1
    } else {
      append(.comma)
    }
    isAtStart = false
    if layout == .indented { breakLine() }
  }

  /// Starts a container.
  private mutating func begin(_ bracket: UInt8) {
    append(bracket)
    isAtStart = true
  }

  /// Ends a container on a line of its own, unless the container is empty. Before that, passes on
  /// what has been written if there is enough.
  private mutating func end(_ bracket: UInt8) {
    if !isAtStart { endItems() }
    append(bracket)
    // The container is an item of the one around it.
    isAtStart = false
  }

  /// Writes the line break after the last item of a container.
  private mutating func endItems() {
    depth -= 1
    guard layout == .indented else { return }
    if let drain, end >= 1 << 16 {
      drain(Array(buffer[..<end]))
      end = 0
    }
    breakLine()
  }

  /// Starts a line with the indentation of the current depth.
  private mutating func breakLine() {
    append(.lineFeed)
    for _ in 0..<depth {
      append(.space)
      append(.space)
    }
  }

  /// Appends a number in the spelling of the writer.
  mutating func write(_ number: JSONNumber) {
    // Fast path: most numbers are counts and indices.
    if spelling == .canonical,
      let integer = number.integer,
      let digit = UInt8(exactly: integer),
      digit < 10
    {
      append(.zero + digit)
    } else {
      let text = spelling == .written ? number.writtenText : number.canonicalText
      append(text.utf8)
    }
  }

  /// Appends a string with only the escapes of RFC 8785 section 3.2.2.2.
  private mutating func append(escaping text: String) {
    append(.quote)

    text.withBytes { source in
      var index = 0
      while index < source.count { appendPart(of: source, from: &index) }
    }

    append(.quote)
  }

  /// Appends the characters of a string with their escapes, until the string ends or there have
  /// been more escapes than expected.
  private mutating func appendPart(of source: Span<UInt8>, from position: inout Int) {
    // Enough for a text in which one of eight characters is escaped. Sixteen more bytes allow words
    // to be copied before their end is known.
    let rest = source.count - position
    reserve(rest + rest / 8 + 64)

    (position, end) = buffer.withUnsafeMutableBytes { [end] text in
      // Use local variables, so that they stay in registers.
      var index = position
      var end = end

      while index < source.count, text.count &- end >= source.count &- index &+ 32 {
        if let words = source.littleEndianWords(at: index) {
          text.storeBytes(of: words.0.littleEndian, toByteOffset: end, as: UInt64.self)
          text.storeBytes(of: words.1.littleEndian, toByteOffset: end &+ 8, as: UInt64.self)
          let plainCount = Span.bytesBeforeStringDelimiter(in: words)
          index &+= plainCount
          end &+= plainCount
          if plainCount == 16 { continue }
        }

        let byte = source[index]
        if byte.isStringDelimiter {
          end = Self.storeEscape(of: byte, to: text, at: end)
        } else {
          text[end] = byte
          end &+= 1
        }
        index &+= 1
      }
      return (index, end)
    }
  }

  /// Writes the shortest escape of a quote, a backslash or a control character at an index, and
  /// returns the index after it.
  @inline(__always)
  private static func storeEscape(
    of byte: UInt8,
    to text: UnsafeMutableRawBufferPointer,
    at index: Int
  ) -> Int {
    text[index] = .backslash

    let letter: UInt8
    switch byte {
    case 0x08: letter = .letterB
    case .tab: letter = .letterT
    case .lineFeed: letter = .letterN
    case 0x0C: letter = .letterF
    case .carriageReturn: letter = .letterR
    case .quote, .backslash: letter = byte
    default:
      text[index &+ 1] = .letterU
      text[index &+ 2] = .zero
      text[index &+ 3] = .zero
      text[index &+ 4] = .zero &+ byte >> 4
      text[index &+ 5] = (byte & 0xF).lowercaseHexDigit
      return index &+ 6
    }

    text[index &+ 1] = letter
    return index &+ 2
  }
}

extension JSONWriter: JSONSink {
  mutating func write(_ text: String) { append(escaping: text) }

  mutating func beginArray() { begin(.openBracket) }

  mutating func beginElement() { beginItem() }

  mutating func endArray() { end(.closeBracket) }

  mutating func beginObject() { begin(.openBrace) }

  mutating func writeKey(_ key: String) {
    beginItem()
    append(escaping: key)
    append(.colon)
    if layout == .indented { append(.space) }
  }

  mutating func endObject() { end(.closeBrace) }
}
