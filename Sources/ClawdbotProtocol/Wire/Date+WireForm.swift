package import Foundation
internal import RFC3339

// W4, W7
extension Date {
  /// Parses an RFC 3339 date-time with an upper-case T and Z and a valid calendar date. Any offset
  /// and any fraction are accepted; the fraction is dropped.
  ///
  /// Returns `nil` for any other text, for a leap second, and for a time outside of the years 0000
  /// to 9999 in UTC.
  package init?(wireForm text: String) {
    guard let seconds = DateTime(text)?.seconds, Self.writableSeconds.contains(seconds) else {
      return nil
    }
    self.init(timeIntervalSince1970: TimeInterval(seconds))
  }

  /// The description of the error for a text that isn't a date-time.
  static let expectedWireForm = "expected an RFC 3339 date-time such as 2024-01-30T20:00:00Z"

  /// The date in UTC, rounded down to the second, such as `2024-01-30T20:00:00Z`, or `nil` if it is
  /// outside of the years 0000 to 9999.
  package var wireForm: String? {
    // Count from 2001, as `Date` stores it: adding the seconds from 1970 to 2001 in floating point
    // could round up to the next second.
    guard let since2001 = Int(exactly: timeIntervalSinceReferenceDate.rounded(.down)) else {
      return nil
    }
    let (seconds, isTooMuch) = since2001.addingReportingOverflow(Self.secondsFrom1970To2001)
    guard !isTooMuch, Self.writableSeconds.contains(seconds) else { return nil }

    let sinceYear0 = seconds - Self.writableSeconds.lowerBound
    let secondOfDay = sinceYear0 % 86_400
    let day = CalendarDay(daysSince1970: (seconds - secondOfDay) / 86_400)

    let hour = digits(secondOfDay / 3_600, 2)
    let minute = digits(secondOfDay / 60 % 60, 2)
    let second = digits(secondOfDay % 60, 2)
    return "\(day)T\(hour):\(minute):\(second)Z"
  }

  /// The range from 0000-01-01T00:00:00Z to 9999-12-31T23:59:59Z, in seconds since 1970: RFC 3339
  /// has four digits for the year.
  private static let writableSeconds = -62_167_219_200...253_402_300_799
  private static let secondsFrom1970To2001 = 978_307_200
}
