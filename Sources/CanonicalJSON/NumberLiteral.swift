/// The parts of a number literal, by the grammar of RFC 8259 section 6.
struct NumberLiteral {
  /// The range of the whole literal.
  let range: Range<Int>
  /// The digits before the decimal point.
  let integerDigits: Range<Int>
  /// The digits after the decimal point. Empty if there are none.
  let fractionDigits: Range<Int>
  /// The exponent, clamped to ±`exponentLimit`, or zero if there is none.
  let exponent: Int

  /// The limit of ±10¹⁷ to which exponents are clamped, so that the parser can read exponents of
  /// any length.
  ///
  /// No text has enough digits to compensate for such an exponent, so clamping doesn't change the
  /// nearest double.
  static let exponentLimit = 100_000_000_000_000_000

  /// Reads the number that starts at an index, and ignores what follows it.
  ///
  /// - Throws: The first fault. A number beyond the range of a double isn't one.
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

  /// Whether the literal starts with a minus sign, as `-0` does.
  var isNegative: Bool { range.lowerBound < integerDigits.lowerBound }

  /// Returns the value if the literal is an integer of up to 18 digits without fraction or
  /// exponent.
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

  /// Returns whether the literal is known to be canonical, as most are.
  func isCanonical(in bytes: Span<UInt8>) -> Bool {
    let hasExponent = range.upperBound > fractionDigits.upperBound
    guard !hasExponent, integerDigits.count <= 21 else { return false }
    let isBelowOne = bytes[integerDigits.lowerBound] == .zero
    if fractionDigits.isEmpty { return !(isBelowOne && isNegative) }

    // Numbers from 0.000001 on are written without an exponent.
    let hasFewZeros = !isBelowOne || fractionDigits.prefix(6).contains { bytes[$0] != .zero }
    return hasFewZeros && bytes[fractionDigits.upperBound - 1] != .zero
  }

  /// Returns whether the nearest double is finite.
  func isFinite(in bytes: Span<UInt8>) -> Bool {
    // The greatest double is about 1.8e308, so only numbers with 309 digits before the decimal
    // point have to be converted.
    if integerDigits.count + exponent <= 308 { return true }

    guard let pointPosition = Decimal(self, in: bytes)?.pointPosition, pointPosition >= 309 else {
      return true
    }
    return pointPosition == 309 && Double(bytes.text(in: range))?.isFinite == true
  }
}

extension Span<UInt8> {
  /// Returns the index of the first byte from `start` that isn't a digit, or `count` if there is
  /// none.
  @inline(__always)
  fileprivate func indexOfNonDigit(from start: Int) -> Int {
    var index = start
    while index < count, self[index].isDigit {
      index += 1
    }
    return index
  }
}
