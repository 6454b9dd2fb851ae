/// The magnitude of a nonzero decimal number: 0.d₁d₂…dₖ × 10ⁿ, in which the first and the last
/// digit aren't zero.
struct Decimal: Equatable {
  /// The digits d₁…dₖ in ASCII.
  var digits: [UInt8]
  /// The power n: the number of digits before the decimal point if the number is written without an
  /// exponent.
  var pointPosition: Int

  /// Creates a value from the digits of a literal, or returns `nil` if all of them are zero.
  init?(_ literal: NumberLiteral, in bytes: Span<UInt8>) {
    digits = (literal.integerDigits.lowerBound..<literal.fractionDigits.upperBound).map {
      bytes[$0]
    }
    digits.removeAll { $0 == .point }
    pointPosition = literal.integerDigits.count + literal.exponent

    guard let first = digits.firstIndex(where: { $0 != .zero }),
      let last = digits.lastIndex(where: { $0 != .zero })
    else { return nil }

    digits = Array(digits[first...last])
    // Clamped to the same limit as the exponent, so that a number is written as it will be read.
    pointPosition = max(pointPosition - first, 1 - NumberLiteral.exponentLimit)
  }

  /// Whether these are the shortest digits that identify the nearest double: the fewest digits to
  /// which no other double is nearer.
  var isShortestOfDouble: Bool {
    // 17 digits are enough to distinguish any two doubles.
    guard digits.count <= 17, let double = Double(String(decoding: exponentLayout, as: UTF8.self))
    else { return false }

    return double.description.withBytes { bytes in
      guard let literal = try? NumberLiteral(at: 0, in: bytes) else { return false }
      return Decimal(literal, in: bytes) == self
    }
  }

  /// The layout of ECMAScript's Number::toString (RFC 8785 section 3.2.2.3), for any number of
  /// digits.
  ///
  /// Integers with more than 21 digits that aren't a double's shortest digits are written without
  /// an exponent, which shows that they are integers.
  var canonicalLayout: [UInt8] {
    switch pointPosition {
    case -5...0: return [.zero, .point] + Array(repeating: .zero, count: -pointPosition) + digits
    case 1...21: return plainLayout
    case 22... where digits.count <= pointPosition && !isShortestOfDouble: return plainLayout
    default: return exponentLayout
    }
  }

  /// The digits with a decimal point between or after them, without an exponent.
  private var plainLayout: [UInt8] {
    if digits.count <= pointPosition {
      return digits + Array(repeating: .zero, count: pointPosition - digits.count)
    }
    return digits[..<pointPosition] + [.point] + digits[pointPosition...]
  }

  /// One digit, the other digits after a decimal point, and a signed exponent.
  private var exponentLayout: [UInt8] {
    let exponent = pointPosition - 1
    let mantissa = digits.count == 1 ? digits : digits[..<1] + [.point] + digits[1...]
    return mantissa + [.letterE, exponent < 0 ? .minus : .plus]
      + exponent.magnitude.description.utf8
  }
}
