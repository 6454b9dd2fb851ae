/// Takes the parts of an RFC 3339 date-time from the front of a text (rule W4).
struct DateTimeReader {
  private var rest: Substring.UTF8View

  init(_ text: String) {
    rest = text.utf8[...]
  }

  /// The seconds since 1970-01-01T00:00:00Z, without the fraction; nil where the text is something else.
  mutating func secondsSince1970() -> Int? {
    guard let day = day(), skip("T"), let secondOfDay = secondOfDay(), skipFraction(), let offset = offset(),
      rest.isEmpty
    else { return nil }
    return day.daysSince1970 * 86_400 + secondOfDay - offset
  }

  private mutating func day() -> CalendarDay? {
    guard let year = number(of: 4), skip("-"), let month = number(of: 2), skip("-"), let day = number(of: 2) else {
      return nil
    }
    return CalendarDay(year: year, month: month, day: day)
  }

  private mutating func secondOfDay() -> Int? {
    guard let hour = number(of: 2), hour <= 23, skip(":"), let minute = number(of: 2), minute <= 59, skip(":"),
      let second = number(of: 2), second <= 59
    else { return nil }
    return (hour * 60 + minute) * 60 + second
  }

  /// False where a point has no digit after it.
  private mutating func skipFraction() -> Bool {
    guard skip(".") else { return true }
    guard digit() != nil else { return false }
    while digit() != nil {}
    return true
  }

  /// Seconds east of UTC.
  private mutating func offset() -> Int? {
    if skip("Z") { return 0 }
    let isEast = skip("+")
    guard isEast || skip("-"), let hours = number(of: 2), hours <= 23, skip(":"), let minutes = number(of: 2),
      minutes <= 59
    else { return nil }
    let seconds = (hours * 60 + minutes) * 60
    return isEast ? seconds : -seconds
  }

  private mutating func number(of count: Int) -> Int? {
    var number = 0
    for _ in 0..<count {
      guard let digit = digit() else { return nil }
      number = number * 10 + digit
    }
    return number
  }

  private mutating func digit() -> Int? {
    guard let byte = rest.first, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
    rest.removeFirst()
    return Int(byte - UInt8(ascii: "0"))
  }

  private mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard let byte = rest.first, byte == UInt8(ascii: character) else { return false }
    rest.removeFirst()
    return true
  }
}
