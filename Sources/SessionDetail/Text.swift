internal import CanonicalJSON

// All text is compared by its UTF-8 bytes, never by canonical equivalence.

extension String {
  /// The text with the letters A to Z lower-cased. "Any case" in the rules applies only to ASCII
  /// letters.
  package var asciiLowercased: String {
    guard withBytes({ text in text.indices.contains { Self.upperCase.contains(text[$0]) } }) else {
      return self
    }
    return String(
      decoding: utf8.map { Self.upperCase.contains($0) ? $0 | 0x20 : $0 },
      as: UTF8.self
    )
  }

  private static var upperCase: ClosedRange<UInt8> { UInt8(ascii: "A")...UInt8(ascii: "Z") }
}

// P4: white space is the Unicode property White_Space of each scalar. U+FEFF and U+200B don't have
// this property.

extension String {
  /// The text without leading and trailing white space.
  package var trimmed: String {
    let scalars = unicodeScalars
    guard let first = scalars.firstIndex(where: { !$0.isWhiteSpace }),
      let last = scalars.lastIndex(where: { !$0.isWhiteSpace })
    else { return "" }

    let text = scalars[first...last]
    return text.startIndex == startIndex && text.endIndex == endIndex ? self : String(text)
  }

  /// The unchanged text, or `nil` if it is empty or only white space.
  package var nonBlank: String? { unicodeScalars.allSatisfy(\.isWhiteSpace) ? nil : self }

  /// The trimmed text, or `nil` if it is empty.
  package var trimmedNonBlank: String? {
    let text = trimmed
    return text.utf8.isEmpty ? nil : text
  }
}

extension Unicode.Scalar {
  fileprivate var isWhiteSpace: Bool {
    // U+0009...U+000D and U+0020, without a lookup in Unicode's tables.
    isASCII ? value == 0x20 || (0x09...0x0D).contains(value) : properties.isWhitespace
  }
}
