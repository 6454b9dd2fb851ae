/// Checks a text against the grammar of RFC 8259 and notes where its values lie, in one pass.
///
/// It takes the bytes for UTF-8. It does not recurse: each container that is still open holds the index of the one
/// around it in its own entry.
struct JSONParser {
  private(set) var tape: [TapeEntry] = []
  /// The offsets after the line feeds.
  private(set) var lineStarts: [UInt32] = []
  private var position = 0
  /// The index of the innermost open container; without meaning at depth 0.
  private var container: UInt32 = 0
  private var depth = 0

  /// Reads a whole text.
  mutating func parse(_ bytes: Span<UInt8>) throws(JSONFault) {
    guard bytes.count > 0 else { throw JSONFault(reason: .emptyText, offset: 0) }
    guard bytes.count <= UInt32.max else { throw JSONFault(reason: .textTooLong, offset: 0) }
    // Room for a short text. A long one may be a single string, so that its length does not tell how many entries.
    tape.reserveCapacity(min(bytes.count / 6 + 2, 64))

    skipWhiteSpace(bytes)
    var expected: JSONSyntaxError.Expectation? = .value
    while let value = expected {
      if let firstWithin = try parseValue(bytes, expected: value) {
        expected = firstWithin
      } else {
        expected = try moveToNextValue(bytes)
      }
    }
    skipWhiteSpace(bytes)
    guard position == bytes.count else { throw bytes.unexpected(at: position, expected: .textEnd) }
  }

  /// Reads a scalar, an empty container, or the start of a container up to its first value.
  ///
  /// What is expected of that value is returned; nil when there is none.
  private mutating func parseValue(
    _ bytes: Span<UInt8>, expected: JSONSyntaxError.Expectation
  ) throws(JSONFault) -> JSONSyntaxError.Expectation? {
    guard position < bytes.count else { throw bytes.unexpected(at: position, expected: expected) }
    switch bytes[position] {
    case .quote:
      try parseString(bytes)
    case .openBrace:
      try open(.object)
      skipWhiteSpace(bytes)
      guard position < bytes.count, bytes[position] == .closeBrace else {
        try parseKey(bytes, expected: .keyOrEnd)
        return .value
      }
      close()
    case .openBracket:
      try open(.array)
      skipWhiteSpace(bytes)
      guard position < bytes.count, bytes[position] == .closeBracket else { return .elementOrEnd }
      close()
    case .minus, .zero ... .nine:
      let number = try NumberLiteral(at: position, in: bytes)
      guard number.isFinite(in: bytes) else { throw JSONFault(reason: .numberOutOfRange, offset: position) }
      append(.number, end: number.range.upperBound)
    case .letterT:
      try parseWord("true", .bool, bytes, expected: .literalTrue)
    case .letterF:
      try parseWord("false", .bool, bytes, expected: .literalFalse)
    case .letterN:
      try parseWord("null", .null, bytes, expected: .literalNull)
    default:
      throw bytes.unexpected(at: position, expected: expected)
    }
    return nil
  }

  /// Closes the containers that end after a value, then moves past a comma and a key.
  ///
  /// What is expected of the next value is returned; nil when the outermost value has ended.
  private mutating func moveToNextValue(
    _ bytes: Span<UInt8>
  ) throws(JSONFault) -> JSONSyntaxError.Expectation? {
    while depth > 0 {
      skipWhiteSpace(bytes)
      let isObject = tape[Int(container)].kind == .object
      switch position < bytes.count ? bytes[position] : 0 {
      case .comma:
        position += 1
        skipWhiteSpace(bytes)
        guard isObject else { return .element }
        try parseKey(bytes, expected: .key)
        return .value
      case .closeBrace where isObject, .closeBracket where !isObject:
        close()
      default:
        throw bytes.unexpected(at: position, expected: isObject ? .commaOrObjectEnd : .commaOrArrayEnd)
      }
    }
    return nil
  }

  /// Reads a key and its colon.
  private mutating func parseKey(
    _ bytes: Span<UInt8>, expected: JSONSyntaxError.Expectation
  ) throws(JSONFault) {
    guard position < bytes.count, bytes[position] == .quote else {
      throw bytes.unexpected(at: position, expected: expected)
    }
    try parseString(bytes)
    skipWhiteSpace(bytes)
    guard position < bytes.count, bytes[position] == .colon else {
      throw bytes.unexpected(at: position, expected: .colon)
    }
    position += 1
    skipWhiteSpace(bytes)
  }

  private mutating func parseString(_ bytes: Span<UInt8>) throws(JSONFault) {
    var hasEscapes = false
    var index = bytes.indexOfStringDelimiter(from: position + 1)
    while index < bytes.count, bytes[index] == .backslash {
      hasEscapes = true
      index = bytes.indexOfStringDelimiter(from: try bytes.endOfEscape(at: index))
    }
    guard index < bytes.count else { throw JSONFault(reason: .unterminatedString, offset: position) }
    guard bytes[index] == .quote else {
      throw JSONFault(reason: .controlCharacter(Unicode.Scalar(bytes[index])), offset: index)
    }
    append(.string, hasEscapes: hasEscapes, end: index + 1)
  }

  /// Reads one of the three words; its first letter has been seen.
  private mutating func parseWord(
    _ word: String, _ kind: JSONNode.Kind, _ bytes: Span<UInt8>, expected: JSONSyntaxError.Expectation
  ) throws(JSONFault) {
    var index = position
    for letter in word.utf8 {
      guard index < bytes.count, bytes[index] == letter else { throw bytes.unexpected(at: index, expected: expected) }
      index += 1
    }
    append(kind, end: index)
  }

  private mutating func open(_ kind: JSONNode.Kind) throws(JSONFault) {
    guard depth < JSONDocument.maximumDepth else { throw JSONFault(reason: .nestingTooDeep, offset: position) }
    let around = container
    container = UInt32(tape.count)
    append(kind, end: position + 1)
    tape[Int(container)].next = around
    depth += 1
  }

  /// Ends the innermost container at the bracket here.
  private mutating func close() {
    position += 1
    let around = tape[Int(container)].next
    tape[Int(container)].end = UInt32(position)
    tape[Int(container)].next = UInt32(tape.count)
    container = around
    depth -= 1
  }

  /// Notes a value that starts here, and moves to its end.
  @inline(__always)
  private mutating func append(_ kind: JSONNode.Kind, hasEscapes: Bool = false, end: Int) {
    // No entry is shorter than a byte, so that indices fit in 32 bits where offsets do.
    tape.append(
      TapeEntry(
        kind: kind, hasEscapes: hasEscapes, start: UInt32(position), end: UInt32(end), next: UInt32(tape.count + 1)))
    position = end
  }

  @inline(__always)
  private mutating func skipWhiteSpace(_ bytes: Span<UInt8>) {
    // There is none at most places of a compact text.
    if position < bytes.count, bytes[position] <= .space {
      skipWhiteSpaceRun(bytes)
    }
  }

  @inline(never)
  private mutating func skipWhiteSpaceRun(_ bytes: Span<UInt8>) {
    while position < bytes.count {
      switch bytes[position] {
      case .space, .tab, .carriageReturn:
        position += 1
      case .lineFeed:
        position += 1
        lineStarts.append(UInt32(position))
      default:
        return
      }
    }
  }
}
