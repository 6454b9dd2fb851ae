extension Span<UInt8> {
  /// Checks the escape whose backslash is at an index by RFC 8259 section 7; gives the index after it.
  func endOfEscape(at index: Int) throws(JSONFault) -> Int {
    switch index + 1 < count ? self[index + 1] : 0 {
    case .quote, .backslash, .slash, .letterB, .letterF, .letterN, .letterR, .letterT:
      return index + 2
    case .letterU:
      guard codeUnit(ofEscapeAt: index) != nil else {
        throw JSONFault(reason: .incompleteUnicodeEscape, offset: index)
      }
      return index + 6
    default:
      throw JSONFault(reason: .unknownEscape(scalar(at: index + 1)), offset: index + 1)
    }
  }

  /// Reads the escape whose backslash is at an index, in a string that has been checked.
  ///
  /// The scalar is nil for a surrogate that is not half of a pair. `end` is the index after the escape or the pair.
  func scalar(ofEscapeAt index: Int) -> (scalar: Unicode.Scalar?, end: Int) {
    switch self[index + 1] {
    case .letterB: return ("\u{8}", index + 2)
    case .letterF: return ("\u{C}", index + 2)
    case .letterN: return ("\n", index + 2)
    case .letterR: return ("\r", index + 2)
    case .letterT: return ("\t", index + 2)
    case .letterU: break
    default: return (Unicode.Scalar(self[index + 1]), index + 2)
    }
    let unit = codeUnit(ofEscapeAt: index) ?? 0
    if UTF16.isLeadSurrogate(unit), let trail = codeUnit(ofEscapeAt: index + 6), UTF16.isTrailSurrogate(trail) {
      return (Unicode.Scalar(0x10000 + UInt32(unit & 0x3FF) << 10 + UInt32(trail & 0x3FF)), index + 12)
    }
    return (Unicode.Scalar(unit), index + 6)
  }

  /// The code unit of the `\u` escape that starts at an index; nil when there is none.
  private func codeUnit(ofEscapeAt index: Int) -> UInt16? {
    guard index + 6 <= count, self[index] == .backslash, self[index + 1] == .letterU else { return nil }
    var unit: UInt16 = 0
    for digit in index + 2..<index + 6 {
      guard let value = self[digit].hexDigitValue else { return nil }
      unit = unit << 4 | value
    }
    return unit
  }
}

extension Span<UInt8> {
  /// The text of a string's content, its escapes resolved; a surrogate that is not half of a pair gives U+FFFD.
  func unescapedText(in range: Range<Int>) -> String {
    let content = extracting(range)
    var text: [UInt8] = []
    text.reserveCapacity(content.count)
    var index = 0
    while index < content.count {
      let runEnd = content.indexOfStringDelimiter(from: index)
      content.extracting(index..<runEnd).withUnsafeBufferPointer { text.append(contentsOf: $0) }
      index = runEnd
      if index < content.count {
        let escape = content.scalar(ofEscapeAt: index)
        let scalar = escape.scalar ?? "\u{FFFD}"
        if scalar.isASCII {
          text.append(UInt8(scalar.value))
        } else {
          text.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
        }
        index = escape.end
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
