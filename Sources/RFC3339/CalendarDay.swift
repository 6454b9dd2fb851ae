/// A day of the proleptic Gregorian calendar, which RFC 3339 uses.
package struct CalendarDay: Hashable, Comparable, Sendable {
  package let year: Int
  package let month: Int
  package let day: Int

  /// Creates a day, or returns `nil` if the calendar has no such day.
  ///
  /// - Parameters:
  ///   - year: The year. Year 0 is the year before year 1.
  ///   - month: The month, from 1 to 12.
  ///   - day: The day of the month, from 1 on.
  package init?(year: Int, month: Int, day: Int) {
    guard (1...12).contains(month), (1...Self.days(in: month, of: year)).contains(day) else {
      return nil
    }
    self.year = year
    self.month = month
    self.day = day
  }

  /// Returns the number of days that a month from 1 to 12 has in a year.
  private static func days(in month: Int, of year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  // The calculations count years from March, so that a leap day comes last, and from 400 years
  // before year 0, so that no division has a negative operand.
  private static let daysOf400Years = 146_097
  private static let daysFromMarchOfYear0To1970 = 719_468

  /// Creates a day from the number of days since 1970-01-01.
  ///
  /// - Parameter days: The number of days, which is negative before 1970. The year must not be
  ///   negative.
  package init(daysSince1970 days: Int) {
    let days = days + Self.daysFromMarchOfYear0To1970 + Self.daysOf400Years
    let (cycle, dayOfCycle) = days.quotientAndRemainder(dividingBy: Self.daysOf400Years)

    // Without its leap days, each year has 365 days.
    let yearOfCycle =
      (dayOfCycle - dayOfCycle / 1_460 + dayOfCycle / 36_524 - dayOfCycle / 146_096) / 365
    let dayOfYear = dayOfCycle - (365 * yearOfCycle + yearOfCycle / 4 - yearOfCycle / 100)

    // From March on, every five months have 153 days.
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    year = yearOfCycle + (cycle - 1) * 400 + (month <= 2 ? 1 : 0)
  }

  /// The number of days since 1970-01-01, which is negative for earlier days.
  package var daysSince1970: Int {
    let yearFromMarch = year + 400 - (month <= 2 ? 1 : 0)
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1

    let daysBefore =
      yearFromMarch * 365 + yearFromMarch / 4 - yearFromMarch / 100 + yearFromMarch / 400
    return daysBefore + dayOfYear - Self.daysFromMarchOfYear0To1970 - Self.daysOf400Years
  }

  /// Returns whether the first day is earlier.
  package static func < (first: Self, second: Self) -> Bool {
    (first.year, first.month, first.day) < (second.year, second.month, second.day)
  }
}

extension CalendarDay: CustomStringConvertible {
  /// The day as `YYYY-MM-DD`, if the year has at most four digits.
  package var description: String { "\(digits(year, 4))-\(digits(month, 2))-\(digits(day, 2))" }

  /// Reads a day in the format `YYYY-MM-DD`, the `full-date` of RFC 3339. Returns `nil` for any
  /// other text.
  package init?(_ text: String) {
    guard let day = DigitReader.read(text, { $0.day(in: $1) }) else { return nil }
    self = day
  }
}

/// Returns a nonnegative number with leading zeros, so that it has at least `count` digits.
package func digits(_ number: Int, _ count: Int) -> String {
  let text = number.description
  return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
}
