/// A place in a text, which moves toward the end.
struct ByteCursor {
  private let text: [UInt8]
  private var place = 0

  init(_ text: [UInt8]) { self.text = text }

  /// The text before this place.
  var skipped: ArraySlice<UInt8> { text[..<place] }

  /// Returns whether these characters are next.
  func isAt(_ expected: String) -> Bool { text[place...].starts(with: expected.utf8) }

  /// Moves after these characters, and returns whether they are next.
  mutating func skip(_ expected: String) -> Bool {
    guard isAt(expected) else { return false }
    place += expected.utf8.count
    return true
  }

  /// Moves to the next occurrence of a character, or to the end, and returns whether there is one.
  mutating func skip(to character: Unicode.Scalar) -> Bool {
    place = text[place...].firstIndex { $0 == UInt8(ascii: character) } ?? text.count
    return place < text.count
  }

  /// Moves after the next occurrence of these characters, or to the end, and returns whether there
  /// is one.
  mutating func skip(past expected: String) -> Bool {
    while place < text.count {
      if skip(expected) { return true }
      place += 1
    }
    return false
  }

  /// Moves after white space, and returns whether it is next.
  @discardableResult
  mutating func skipWhiteSpace() -> Bool { !take { $0.isWhiteSpace }.isEmpty }

  /// Moves after the bytes that meet a condition, and returns them.
  mutating func take(while condition: (UInt8) -> Bool) -> ArraySlice<UInt8> {
    let start = place
    while place < text.count, condition(text[place]) { place += 1 }
    return text[start..<place]
  }

  /// Moves after a text in quotes, and returns it, or `nil` if none is next.
  mutating func takeQuoted() -> ArraySlice<UInt8>? {
    for quote in ["'", "\""] where skip(quote) {
      let content = take { $0 != quote.utf8.first }
      return skip(quote) ? content : nil
    }
    return nil
  }
}

extension UInt8 {
  /// Whether the byte is white space in XML. A CR was replaced.
  var isWhiteSpace: Bool { self == 0x20 || self == 0x0A || self == 0x09 }
}
