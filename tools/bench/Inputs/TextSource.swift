internal import Conformance

/// Text as tools print it, generated from a seed: words, line breaks, quotes, paths, and non-ASCII
/// text.
struct TextSource {
  private var numbers: SplitMix64

  /// Creates a source. Sources with the same seed and different names generate different texts.
  init(seed: UInt64, name: String) {
    numbers = SplitMix64(seed: seed, name: name)
  }

  /// Returns a random number from 0 to below a bound.
  mutating func number(below bound: Int) -> Int { numbers.number(below: bound) }

  private static let words = [
    "let", "return", "session", "timeline", "func", "value", "row", "guard", "else", "{", "}", "=",
    "->",
    "Sources/main",
    "error:", "warning:", "0x7ffd", "3.14159", "import", "struct", "the", "of", "and", "(index)",
    "[UInt8]", "//",
    "test",
    "passed", "after", "seconds", "public", "static", "init", "throws", "extension", "package",
  ]
  /// Words that need an escape in JSON.
  private static let marked = [
    "\"quoted\"", "C:\\path\\file", "a\tb", "\u{1B}[31mred\u{1B}[0m", "\\n",
  ]
  private static let foreign = [
    "größer", "naïve", "日本語", "Привет", "→", "✓", "🙂", "👩‍👩‍👧", "e\u{301}",
  ]

  /// Returns at least `bytes` bytes of text. About one word in 12 ends a line, one in 16 needs an
  /// escape, and one in 40 isn't ASCII.
  mutating func text(bytes: Int) -> String {
    var text = ""
    text.reserveCapacity(bytes + 32)

    while text.utf8.count < bytes {
      switch number(below: 80) {
      case 0, 1: text += Self.foreign[number(below: Self.foreign.count)]
      case 2..<7: text += Self.marked[number(below: Self.marked.count)]
      default: text += Self.words[number(below: Self.words.count)]
      }
      text += number(below: 12) == 0 ? "\n" : " "
    }

    return text
  }

  /// Returns at least `bytes` bytes of words that need no escapes.
  mutating func plainText(bytes: Int) -> String {
    var text = ""
    while text.utf8.count < bytes { text += Self.words[number(below: Self.words.count)] + " " }
    return text
  }
}

extension String {
  /// Returns the text as a JSON string.
  ///
  /// - Parameter asciiOnly: Whether to escape every scalar outside ASCII.
  func jsonString(asciiOnly: Bool = false) -> String {
    var result: [UInt8] = [UInt8(ascii: "\"")]
    result.reserveCapacity(utf8.count + utf8.count / 16 + 2)

    for byte in utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): result += [UInt8(ascii: "\\"), byte]
      case UInt8(ascii: "\n"): result += [UInt8(ascii: "\\"), UInt8(ascii: "n")]
      case UInt8(ascii: "\t"): result += [UInt8(ascii: "\\"), UInt8(ascii: "t")]
      case ..<0x20: result += Self.escape(UInt16(byte)).utf8
      default: result.append(byte)
      }
    }
    result.append(UInt8(ascii: "\""))

    let text = String(decoding: result, as: UTF8.self)
    return asciiOnly
      ? text.utf16.map { $0 < 0x80 ? String(UnicodeScalar(UInt8($0))) : Self.escape($0) }.joined()
      : text
  }

  /// Returns the escape of a UTF-16 unit, such as `\u00e9`.
  private static func escape(_ unit: UInt16) -> String {
    let digits = String(unit, radix: 16)
    return "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
  }
}
