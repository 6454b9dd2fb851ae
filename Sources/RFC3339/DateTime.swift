/// A point in time in the format of RFC 3339, with any precision.
package struct DateTime: Hashable, Comparable, Sendable {
  /// The whole seconds since 1970-01-01T00:00:00Z, without the fraction.
  package let seconds: Int
  /// The digits of the fraction, without trailing zeros.
  private let fraction: String

  /// Reads `YYYY-MM-DDThh:mm:ss`, an optional fraction, then `Z` or an offset.
  ///
  /// Returns `nil` for any other text. That includes lowercase `t` or `z`, a day that doesn't
  /// exist, hour 24, an offset of more than 23:59, and a leap second, which the clocks of the
  /// supported platforms don't have.
  package init?(_ text: String) {
    let parts = DigitReader.read(text) { reader, bytes -> (seconds: Int, fraction: String)? in
      guard let day = reader.day(in: bytes), reader.skip("T", in: bytes),
        let hour = reader.number(of: 2, in: bytes), hour <= 23, reader.skip(":", in: bytes),
        let minute = reader.number(of: 2, in: bytes), minute <= 59, reader.skip(":", in: bytes),
        let second = reader.number(of: 2, in: bytes), second <= 59,
        let fraction = reader.fraction(in: bytes), let offset = reader.offset(in: bytes)
      else { return nil }

      let minutes = (day.daysSince1970 * 24 + hour) * 60 + minute - offset
      return (minutes * 60 + second, fraction)
    }

    guard let parts else { return nil }
    (seconds, fraction) = parts
  }

  /// Creates a point in time in whole seconds since 1970-01-01T00:00:00Z.
  package init(seconds: Int) {
    self.seconds = seconds
    fraction = ""
  }

  /// The microseconds since 1970-01-01T00:00:00Z. Smaller parts are cut off.
  package var microseconds: Int64 {
    var part: Int64 = 0
    var digits = fraction.utf8.makeIterator()
    for _ in 0..<6 {
      part = part * 10 + Int64((digits.next() ?? UInt8(ascii: "0")) - UInt8(ascii: "0"))
    }
    return Int64(seconds) * 1_000_000 + part
  }

  /// Returns whether the left point in time is earlier. Without trailing zeros, fractions are in
  /// the order of their digits.
  package static func < (left: DateTime, right: DateTime) -> Bool {
    (left.seconds, left.fraction) < (right.seconds, right.fraction)
  }
}

extension DateTime: CustomStringConvertible {
  /// The point in time in UTC, such as `2026-01-31T09:30:00Z`.
  package var description: String {
    let (day, second) = seconds.quotientAndRemainder(dividingBy: 86_400)
    let isBeforeMidnight = second < 0
    let date = CalendarDay(daysSince1970: isBeforeMidnight ? day - 1 : day)
    let secondOfDay = isBeforeMidnight ? second + 86_400 : second
    let parts = [secondOfDay / 3_600, secondOfDay / 60 % 60, secondOfDay % 60]

    let time = parts.map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
    return "\(date)T\(time)\(fraction.isEmpty ? "" : ".\(fraction)")Z"
  }
}
