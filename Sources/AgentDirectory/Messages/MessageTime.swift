/// A time as XEP-0082 writes it, to any precision.
struct MessageTime: Comparable {
  /// From the epoch.
  private let seconds: Int
  /// Digits without zeros at the end.
  private let fraction: [UInt8]

  /// Nil where the text is no such time.
  init?(_ text: String) {
    var digits = TimeText(bytes: Array(text.utf8)[...])
    guard let year = digits.number(4), digits.take("-"), let month = digits.number(2), digits.take("-"),
      let day = digits.number(2), digits.take("T"), let hour = digits.number(2), digits.take(":"),
      let minute = digits.number(2), digits.take(":"), let second = digits.number(2),
      let fraction = digits.fraction(), let offset = digits.offset(), digits.bytes.isEmpty,
      (1...12).contains(month), (1...Self.days(inMonth: month, of: year)).contains(day),
      hour < 24, minute < 60, second <= 60
    else { return nil }
    let days = Self.days(beforeYear: year) + (1..<month).reduce(0) { $0 + Self.days(inMonth: $1, of: year) } + day - 1
    seconds = ((days * 24 + hour) * 60 + minute) * 60 + second - offset * 60
    self.fraction = fraction
  }

  static func < (left: MessageTime, right: MessageTime) -> Bool {
    (left.seconds, 0) == (right.seconds, 0)
      ? left.fraction.lexicographicallyPrecedes(right.fraction) : left.seconds < right.seconds
  }

  private static func days(beforeYear year: Int) -> Int {
    let past = year - 1
    return past * 365 + past / 4 - past / 100 + past / 400
  }

  private static func days(inMonth month: Int, of year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}

/// What is left to read of a time.
private struct TimeText {
  var bytes: ArraySlice<UInt8>

  mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard let first = bytes.first, first == UInt8(ascii: scalar) else { return false }
    bytes.removeFirst()
    return true
  }

  mutating func number(_ count: Int) -> Int? {
    let digits = bytes.prefix(count)
    guard digits.count == count, digits.allSatisfy(\.isDigit) else { return nil }
    bytes = bytes.dropFirst(count)
    return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }

  mutating func fraction() -> [UInt8]? {
    guard take(".") else { return [] }
    var digits = Array(bytes.prefix(while: \.isDigit))
    guard !digits.isEmpty else { return nil }
    bytes = bytes.dropFirst(digits.count)
    while digits.last == 0x30 { digits.removeLast() }
    return digits
  }

  /// In minutes.
  mutating func offset() -> Int? {
    if take("Z") { return 0 }
    let isEast = take("+")
    guard isEast || take("-"), let hours = number(2), take(":"), let minutes = number(2), hours < 24, minutes < 60
    else {
      return nil
    }
    return (hours * 60 + minutes) * (isEast ? 1 : -1)
  }
}

extension UInt8 {
  fileprivate var isDigit: Bool { (0x30...0x39).contains(self) }
}
