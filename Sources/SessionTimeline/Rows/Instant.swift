/// A point in time, truncated to the microsecond.
package struct Instant: Hashable, Sendable {
  /// Microseconds since 1970-01-01T00:00:00Z.
  package let microseconds: Int64

  /// Reads an RFC 3339 date-time with upper-case T and Z, a real date, and any offset, but no leap second.
  package init?(rfc3339 text: String) {
    let bytes = text.utf8.span
    var reader = DigitReader()
    guard let year = reader.number(of: 4, in: bytes), reader.skip("-", in: bytes),
      let month = reader.number(of: 2, in: bytes), (1...12).contains(month), reader.skip("-", in: bytes),
      let day = reader.number(of: 2, in: bytes), (1...Self.days(in: month, of: year)).contains(day),
      reader.skip("T", in: bytes),
      let hour = reader.number(of: 2, in: bytes), hour <= 23, reader.skip(":", in: bytes),
      let minute = reader.number(of: 2, in: bytes), minute <= 59, reader.skip(":", in: bytes),
      let second = reader.number(of: 2, in: bytes), second <= 59,
      let fraction = reader.fraction(in: bytes), let offset = reader.offset(in: bytes), reader.position == bytes.count
    else { return nil }
    let minutes = (Self.daysSince1970(year: year, month: month, day: day) * 24 + hour) * 60 + minute - offset
    microseconds = (minutes * 60 + second) * 1_000_000 + fraction
  }

  private static func days(in month: Int64, of year: Int64) -> Int64 {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// The days of the proleptic Gregorian calendar, counted in years that begin in March, so that a leap day comes last.
  private static func daysSince1970(year: Int64, month: Int64, day: Int64) -> Int64 {
    let shifted = month <= 2 ? year + 399 : year + 400  // moved by 400 years so that no division is of a negative
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    let daysBefore = shifted * 365 + shifted / 4 - shifted / 100 + shifted / 400
    return daysBefore + dayOfYear - 719_468 - 146_097
  }
}

extension Instant: Comparable {
  package static func < (left: Instant, right: Instant) -> Bool {
    left.microseconds < right.microseconds
  }
}

/// Takes the parts of a date-time one after the other.
private struct DigitReader {
  private(set) var position = 0

  mutating func skip(_ character: Unicode.Scalar, in bytes: Span<UInt8>) -> Bool {
    guard position < bytes.count, bytes[position] == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  mutating func digit(in bytes: Span<UInt8>) -> Int64? {
    guard position < bytes.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[position]) else { return nil }
    position += 1
    return Int64(bytes[position - 1] - UInt8(ascii: "0"))
  }

  mutating func number(of count: Int, in bytes: Span<UInt8>) -> Int64? {
    var number: Int64 = 0
    for _ in 0..<count {
      guard let digit = digit(in: bytes) else { return nil }
      number = number * 10 + digit
    }
    return number
  }

  /// Microseconds; 0 where there is no fraction, nil where a point has no digit after it.
  mutating func fraction(in bytes: Span<UInt8>) -> Int64? {
    guard skip(".", in: bytes) else { return 0 }
    guard var fraction = digit(in: bytes) else { return nil }
    var scale = 1
    while let digit = digit(in: bytes) {
      if scale < 6 {
        fraction = fraction * 10 + digit
        scale += 1
      }
    }
    for _ in scale..<6 { fraction *= 10 }
    return fraction
  }

  /// Minutes east of UTC.
  mutating func offset(in bytes: Span<UInt8>) -> Int64? {
    if skip("Z", in: bytes) { return 0 }
    let isEast = skip("+", in: bytes)
    guard isEast || skip("-", in: bytes), let hours = number(of: 2, in: bytes), hours <= 23, skip(":", in: bytes),
      let minutes = number(of: 2, in: bytes), minutes <= 59
    else { return nil }
    return isEast ? hours * 60 + minutes : -(hours * 60 + minutes)
  }
}
