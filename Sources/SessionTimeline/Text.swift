internal import CanonicalJSON

// Text is compared by its UTF-8 bytes throughout, never by canonical equivalence.

extension String {
  /// The text with the letters A to Z in lower case, and no others: "any case" concerns ASCII
  /// letters only.
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

// P4: white space is the Unicode property White_Space, scalar by scalar; U+FEFF and U+200B do not
// have it.

extension String {
  /// The text without white space at its ends.
  package var trimmed: String {
    let scalars = unicodeScalars
    guard let first = scalars.firstIndex(where: { !$0.isWhiteSpace }),
      let last = scalars.lastIndex(where: { !$0.isWhiteSpace })
    else { return "" }
    let text = scalars[first...last]
    return text.startIndex == startIndex && text.endIndex == endIndex ? self : String(text)
  }

  /// The text as it is; nil when it is blank: empty or nothing but white space.
  package var nonBlank: String? { unicodeScalars.allSatisfy(\.isWhiteSpace) ? nil : self }

  /// The trimmed text; nil when it is blank.
  package var trimmedNonBlank: String? {
    let text = trimmed
    return text.utf8.isEmpty ? nil : text
  }
}

extension Unicode.Scalar {
  fileprivate var isWhiteSpace: Bool {
    // U+0009...U+000D and U+0020, without a look into Unicode's tables
    isASCII ? value == 0x20 || (0x09...0x0D).contains(value) : properties.isWhitespace
  }
}
