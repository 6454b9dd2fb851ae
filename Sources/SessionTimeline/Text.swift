internal import CanonicalJSON

// Text is compared by its UTF-8 bytes throughout, never by canonical equivalence.

extension String {
  /// The text with the letters A to Z in lower case, and no others: "any case" concerns ASCII letters only.
  package var asciiLowercased: String {
    guard withBytes({ text in text.indices.contains { Self.upperCase.contains(text[$0]) } }) else { return self }
    return String(decoding: utf8.map { Self.upperCase.contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
  }

  private static var upperCase: ClosedRange<UInt8> { UInt8(ascii: "A")...UInt8(ascii: "Z") }
}
