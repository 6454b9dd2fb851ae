/// Checks a text against the grammar of RFC 8259 and records the positions of its values, in one
/// pass.
///
/// The bytes must be valid UTF-8. The parser doesn't recurse: the entry of each open container
/// holds the index of the enclosing one.
struct JSONParser {
  /// The entries of the values, in the order of the text.
  private(set) var tape: ContiguousArray<TapeEntry> = []
  /// The offsets after the line feeds. In a valid text, line feeds occur only between tokens.
  private(set) var lineStarts: [UInt32] = []

  /// Parses a whole text, which is one value with white space around it.
  ///
  /// - Parameter bytes: The text, which must be valid UTF-8.
  /// - Throws: The first fault.
  /// - Complexity: O(*n*).
  init(_ bytes: Span<UInt8>) throws(JSONFault) {
    guard bytes.count > 0 else { throw JSONFault(reason: .emptyText, offset: 0) }
    guard bytes.count <= UInt32.max else { throw JSONFault(reason: .textTooLong, offset: 0) }

    // Enough for most texts. A long text may be a single string, so its length doesn't predict the
    // number of entries.
    var tape = ContiguousArray(repeating: TapeEntry.unused, count: min(bytes.count / 8 + 2, 256))

    var place = Place()
    place.position = skipWhiteSpace(bytes, from: 0)
    while !place.isAtEnd {
      // Use a span over the entries to avoid a uniqueness check of the array for each of them.
      try read(bytes, from: &place, into: tape.mutableSpan)
      if !place.isAtEnd {
        // Grow faster while most of the text remains to be read.
        let growth = min(max(bytes.count / place.position, 1), 3)
        tape.append(contentsOf: repeatElement(.unused, count: growth * tape.count))
      }
    }

    let end = skipWhiteSpace(bytes, from: place.position)
    guard end == bytes.count else { throw bytes.unexpected(at: end, expected: .textEnd) }
    tape.removeLast(tape.count - place.entryCount)
    self.tape = tape
  }

  /// The state of the parser before the next value, or before the next key and value.
  private struct Place {
    var position = 0
    var entryCount = 0
    /// The index of the innermost open container. It is meaningless at depth 0.
    var container = 0
    var isInObject = false
    var depth = 0
    var expected = JSONSyntaxError.Expectation.value
    /// Whether the outermost value has ended.
    var isAtEnd = false
  }

  /// Reads values until the outermost one ends, or until the entries have no space left for a key
  /// and a value.
  private mutating func read(
    _ bytes: Span<UInt8>,
    from place: inout Place,
    into entries: consuming MutableSpan<TapeEntry>
  ) throws(JSONFault) {
    // Use local variables, so that they stay in registers.
    var position = place.position
    var count = place.entryCount
    var container = place.container
    var isInObject = place.isInObject
    var depth = place.depth
    var expected = place.expected

    values: while entries.count - count >= 2 {
      // Read the key of a member, up to its colon.
      if isInObject {
        guard position < bytes.count, bytes[position] == .quote else {
          throw bytes.unexpected(at: position, expected: expected)
        }
        let (end, escapes) = try Self.endOfString(bytes, at: position)
        entries[count] = TapeEntry(.string, position..<end, escapes: escapes, next: count + 1)
        count += 1
        position = skipWhiteSpace(bytes, from: end)
        guard position < bytes.count, bytes[position] == .colon else {
          throw bytes.unexpected(at: position, expected: .colon)
        }
        position = skipWhiteSpace(bytes, from: position + 1)
        expected = .value
      }

      // Read a value, or the start of a container.
      guard position < bytes.count else { throw bytes.unexpected(at: position, expected: expected) }
      switch bytes[position] {
      case .quote:
        let (end, escapes) = try Self.endOfString(bytes, at: position)
        entries[count] = TapeEntry(.string, position..<end, escapes: escapes, next: count + 1)
        position = end
        count += 1
      case .openBrace, .openBracket:
        guard depth < JSONDocument.maximumDepth else {
          throw JSONFault(reason: .nestingTooDeep, offset: position)
        }
        isInObject = bytes[position] == .openBrace
        entries[count] = TapeEntry(
          isInObject ? .object : .array,
          position..<position + 1,
          next: container
        )
        container = count
        depth += 1
        count += 1
        position = skipWhiteSpace(bytes, from: position + 1)
        expected = isInObject ? .keyOrEnd : .elementOrEnd
        guard position < bytes.count, bytes[position] == (isInObject ? .closeBrace : .closeBracket)
        else {
          continue values
        }
      case .minus, .zero ... .nine:
        let number = try NumberLiteral(at: position, in: bytes)
        guard number.isFinite(in: bytes) else {
          throw JSONFault(reason: .numberOutOfRange, offset: position)
        }
        entries[count] = TapeEntry(.number, number.range, next: count + 1)
        position = number.range.upperBound
        count += 1
      case .letterT:
        let end = try Self.endOfWord("true", bytes, at: position, expected: .literalTrue)
        entries[count] = TapeEntry(.bool, position..<end, next: count + 1)
        position = end
        count += 1
      case .letterF:
        let end = try Self.endOfWord("false", bytes, at: position, expected: .literalFalse)
        entries[count] = TapeEntry(.bool, position..<end, next: count + 1)
        position = end
        count += 1
      case .letterN:
        let end = try Self.endOfWord("null", bytes, at: position, expected: .literalNull)
        entries[count] = TapeEntry(.null, position..<end, next: count + 1)
        position = end
        count += 1
      default: throw bytes.unexpected(at: position, expected: expected)
      }

      // Close the containers that end here.
      while depth > 0 {
        position = skipWhiteSpace(bytes, from: position)
        switch position < bytes.count ? bytes[position] : 0 {
        case .comma:
          position = skipWhiteSpace(bytes, from: position + 1)
          expected = isInObject ? .key : .element
          continue values
        case .closeBrace where isInObject, .closeBracket where !isInObject:
          position += 1
          let around = Int(entries[container].next)
          entries[container].end = UInt32(truncatingIfNeeded: position)
          entries[container].next = UInt32(truncatingIfNeeded: count)
          container = around
          isInObject = entries[around].kind == .object
          depth -= 1
        default:
          throw bytes.unexpected(
            at: position,
            expected: isInObject ? .commaOrObjectEnd : .commaOrArrayEnd
          )
        }
      }
      place.isAtEnd = true
      break
    }

    (place.position, place.entryCount, place.container) = (position, count, container)
    (place.isInObject, place.depth, place.expected) = (isInObject, depth, expected)
  }

  /// Returns the offset after the string that starts at an index, and the string's escapes.
  @inline(__always)
  private static func endOfString(
    _ bytes: Span<UInt8>,
    at start: Int
  ) throws(JSONFault) -> (end: Int, escapes: StringEscapes) {
    let index = bytes.indexOfStringDelimiter(from: start + 1)
    if index < bytes.count, bytes[index] == .quote { return (index + 1, .none) }
    return try endOfEscapedString(bytes, at: start, firstDelimiter: index)
  }

  /// Returns the offset after a string that isn't just plain characters and a quote, and the
  /// string's escapes.
  ///
  /// - Parameters:
  ///   - bytes: The text.
  ///   - start: The offset of the opening quote, at which an unterminated string is reported.
  ///   - firstDelimiter: The offset of the first backslash or control character, or the end of the
  ///     text.
  @inline(never)
  private static func endOfEscapedString(
    _ bytes: Span<UInt8>,
    at start: Int,
    firstDelimiter: Int
  ) throws(JSONFault) -> (end: Int, escapes: StringEscapes) {
    var index = firstDelimiter
    var escapes = StringEscapes.characters
    while index < bytes.count, bytes[index] == .backslash {
      let end = try bytes.endOfEscape(at: index)
      if end > index + 2 { escapes = .codeUnits }
      index = bytes.indexOfStringDelimiter(from: end)
    }

    guard index < bytes.count else { throw JSONFault(reason: .unterminatedString, offset: start) }
    guard bytes[index] == .quote else {
      throw JSONFault(reason: .controlCharacter(Unicode.Scalar(bytes[index])), offset: index)
    }
    return (index + 1, escapes)
  }

  /// Returns the offset after one of the three literal names, whose first letter has already been
  /// checked.
  @inline(__always)
  private static func endOfWord(
    _ word: StaticString,
    _ bytes: Span<UInt8>,
    at start: Int,
    expected: JSONSyntaxError.Expectation
  ) throws(JSONFault) -> Int {
    for offset in 1..<word.utf8CodeUnitCount {
      let index = start + offset
      guard index < bytes.count, bytes[index] == word.utf8Start[offset] else {
        throw bytes.unexpected(at: index, expected: expected)
      }
    }
    return start + word.utf8CodeUnitCount
  }

  /// Returns the offset of the first byte from `start` that isn't white space.
  @inline(__always)
  private mutating func skipWhiteSpace(_ bytes: Span<UInt8>, from start: Int) -> Int {
    // Fast path: most positions in a compact text have no white space.
    start < bytes.count && bytes[start] <= .space ? skipWhiteSpaceRun(bytes, from: start) : start
  }

  /// Does the work of `skipWhiteSpace` from a character that may be white space, and records where
  /// lines start.
  @inline(never)
  private mutating func skipWhiteSpaceRun(_ bytes: Span<UInt8>, from start: Int) -> Int {
    var index = start
    while index < bytes.count {
      switch bytes[index] {
      case .space, .tab, .carriageReturn:
        index += 1
      case .lineFeed:
        index += 1
        lineStarts.append(UInt32(index))
      default: return index
      }
    }
    return index
  }
}
