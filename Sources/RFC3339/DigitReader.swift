/// Reads the parts of a date or date-time, one after the other.
struct DigitReader {
  /// The offset of the next byte.
  private var position = 0

  /// Reads a whole text.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - read: Reads the parts one after the other, and returns `nil` for an invalid one.
  /// - Returns: The value that `read` returns, or `nil` if there is none or a part of the text is
  ///   left.
  static func read<Value>(
    _ text: String,
    _ read: (inout DigitReader, Span<UInt8>) -> Value?
  ) -> Value? {
    var text = text
    return text.withUTF8 { bytes in
      var reader = DigitReader()

      guard let value = read(&reader, bytes.span), reader.position == bytes.count else {
        return nil
      }
      return value
    }
  }

  /// Moves after a character, and returns whether it is next.
  mutating func skip(_ character: Unicode.Scalar, in bytes: Span<UInt8>) -> Bool {
    guard position < bytes.count, bytes[position] == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  /// Reads a `full-date`, or returns `nil` if none is next or the calendar has no such day.
  mutating func day(in bytes: Span<UInt8>) -> CalendarDay? {
    guard let year = number(of: 4, in: bytes), skip("-", in: bytes),
      let month = number(of: 2, in: bytes),
      skip("-", in: bytes), let day = number(of: 2, in: bytes)
    else { return nil }
    return CalendarDay(year: year, month: month, day: day)
  }

  /// Reads a number of exactly `count` digits, or returns `nil` if there are fewer.
  mutating func number(of count: Int, in bytes: Span<UInt8>) -> Int? {
    var number = 0
    for _ in 0..<count {
      guard let digit = digit(in: bytes) else { return nil }
      number = number * 10 + Int(digit - UInt8(ascii: "0"))
    }
    return number
  }

  /// Reads an optional fraction. Returns an empty string if there is none, and `nil` if there is no
  /// digit after the decimal point.
  mutating func fraction(in bytes: Span<UInt8>) -> String? {
    guard skip(".", in: bytes) else { return "" }
    guard let first = digit(in: bytes) else { return nil }

    var digits = [first]
    while let digit = digit(in: bytes) { digits.append(digit) }
    while digits.last == UInt8(ascii: "0") { digits.removeLast() }
    return String(decoding: digits, as: UTF8.self)
  }

  /// Reads a `time-offset` and returns it in minutes east of UTC, or returns `nil` if none is next.
  mutating func offset(in bytes: Span<UInt8>) -> Int? {
    if skip("Z", in: bytes) { return 0 }
    let isEast = skip("+", in: bytes)
    guard isEast || skip("-", in: bytes), let hours = number(of: 2, in: bytes), hours <= 23,
      skip(":", in: bytes),
      let minutes = number(of: 2, in: bytes), minutes <= 59
    else { return nil }
    return isEast ? hours * 60 + minutes : -(hours * 60 + minutes)
  }

  /// Reads a digit and returns its ASCII code, or returns `nil` if none is next.
  private mutating func digit(in bytes: Span<UInt8>) -> UInt8? {
    guard position < bytes.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[position])
    else { return nil }
    position += 1
    return bytes[position - 1]
  }
}
