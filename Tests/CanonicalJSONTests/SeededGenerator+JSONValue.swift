import CanonicalJSON
import TestRandomness

extension SeededGenerator {
  /// Returns a random value with at most `levels` levels of containers.
  mutating func value(levels: Int) -> JSONValue {
    switch Int.random(in: levels > 0 ? 0...7 : 2...7, using: &self) {
    case 0: .array((0..<Int.random(in: 0...5, using: &self)).map { _ in value(levels: levels - 1) })
    case 1:
      .object(
        JSONObject(
          (0..<Int.random(in: 0...5, using: &self)).map { _ in (text(), value(levels: levels - 1)) }
        )
      )
    case 2: .null
    case 3: .bool(.random(using: &self))
    case 4:
      .number(JSONNumber(Int(truncatingIfNeeded: next()) >> Int.random(in: 0..<64, using: &self)))
    case 5: .number(JSONNumber(double()) ?? JSONNumber(0))
    default: .string(text())
    }
  }

  /// Returns a finite double of any magnitude.
  mutating func double() -> Double {
    let double = Double(bitPattern: next())
    return double.isFinite ? double : 0
  }

  /// Returns a text with scalars of every UTF-8 length, characters that need an escape, and
  /// characters that normalization changes.
  mutating func text() -> String {
    let alphabet = Array(
      "aZ09 /\"\\\n\r\t\u{0}\u{1F}\u{7F}\u{E9}\u{301}e\u{800}\u{2028}\u{FB33}\u{FFFD}\u{FFFF}😀\u{10FFFF}"
        .unicodeScalars
    )
    let scalars = (0..<Int.random(in: 0...20, using: &self)).map { _ in
      alphabet[Int.random(in: 0..<alphabet.count, using: &self)]
    }
    return String(String.UnicodeScalarView(scalars))
  }
}
