/// A number as it is written, taken apart by the grammar of RFC 8259 section 6.
struct NumberLiteral {
  /// All of its bytes.
  let range: Range<Int>
  /// The digits before the decimal point.
  let integerDigits: Range<Int>
  /// The digits after the decimal point; empty when there is none.
  let fractionDigits: Range<Int>
  /// The exponent, zero when there is none, held within ±`exponentLimit`.
  let exponent: Int

  /// Exponents beyond ±10¹⁷ count as that, so that a literal of any length can be read.
  ///
  /// No text is long enough for its digits to make up for such an exponent, so a double does not
  /// see the difference.
  static let exponentLimit = 100_000_000_000_000_000

  /// Reads the number that starts at an index; what follows it is not looked at.
  init(at start: Int, in bytes: Span<UInt8>) throws(JSONFault) {
    let isNegative = start < bytes.count && bytes[start] == .minus
    let integerStart = isNegative ? start + 1 : start
    var index = bytes.indexOfNonDigit(from: integerStart)
    guard index > integerStart else {
      throw bytes.unexpected(at: index, expected: isNegative ? .digitAfterMinus : .value)
    }
    guard bytes[integerStart] != .zero || index == integerStart + 1 else {
      throw JSONFault(reason: .leadingZero, offset: integerStart)
    }
    integerDigits = integerStart..<index

    if index < bytes.count, bytes[index] == .point {
      let fractionStart = index + 1
      index = bytes.indexOfNonDigit(from: fractionStart)
      guard index > fractionStart else {
        throw bytes.unexpected(at: index, expected: .digitAfterPoint)
      }
      fractionDigits = fractionStart..<index
    } else {
      fractionDigits = index..<index
    }

    var exponent = 0
    if index < bytes.count, bytes[index] | 0x20 == .letterE {
      index += 1
      var isNegativeExponent = false
      if index < bytes.count, bytes[index] == .plus || bytes[index] == .minus {
        isNegativeExponent = bytes[index] == .minus
        index += 1
      }
      let exponentStart = index
      index = bytes.indexOfNonDigit(from: index)
      guard index > exponentStart else {
        throw bytes.unexpected(at: index, expected: .exponentDigit)
      }
      for digit in exponentStart..<index where exponent < Self.exponentLimit {
        exponent = min(exponent * 10 + Int(bytes[digit] - .zero), Self.exponentLimit)
      }
      exponent = isNegativeExponent ? -exponent : exponent
    }
    self.exponent = exponent
    range = start..<index
  }

  var isNegative: Bool { range.lowerBound < integerDigits.lowerBound }

  /// The value of an integer of up to 18 digits that is written as such.
  func shortInteger(in bytes: Span<UInt8>) -> Int64? {
    guard integerDigits.upperBound == range.upperBound, integerDigits.count <= 18 else {
      return nil
    }
    var magnitude: Int64 = 0
    for index in integerDigits {
      magnitude = magnitude &* 10 &+ Int64(bytes[index] &- .zero)
    }
    return isNegative ? -magnitude : magnitude
  }

  /// Whether the literal is its own canonical text, as most are.
  func isCanonical(in bytes: Span<UInt8>) -> Bool {
    let hasExponent = range.upperBound > fractionDigits.upperBound
    guard !hasExponent, integerDigits.count <= 21 else { return false }
    let isBelowOne = bytes[integerDigits.lowerBound] == .zero
    if fractionDigits.isEmpty { return !(isBelowOne && isNegative) }
    // From 0.000001 on there is no exponent.
    let hasFewZeros = !isBelowOne || fractionDigits.prefix(6).contains { bytes[$0] != .zero }
    return hasFewZeros && bytes[fractionDigits.upperBound - 1] != .zero
  }

  /// Whether the double nearest to the number is finite.
  func isFinite(in bytes: Span<UInt8>) -> Bool {
    // The greatest double is about 1.8e308, so only a number that has 309 digits before its point
    // needs converting.
    if integerDigits.count + exponent <= 308 { return true }
    guard let pointPosition = Decimal(self, in: bytes)?.pointPosition, pointPosition >= 309 else {
      return true
    }
    return pointPosition == 309 && Double(bytes.text(in: range))?.isFinite == true
  }
}

extension Span<UInt8> {
  @inline(__always)
  fileprivate func indexOfNonDigit(from start: Int) -> Int {
    var index = start
    while index < count, self[index].isDigit {
      index += 1
    }
    return index
  }
}
