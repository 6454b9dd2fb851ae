/// The exact decimal value of a JSON number, held as its one canonical text, so that `==` is equality of value.
///
/// No digit of the source is lost: 9007199254740993 and 9007199254740992 are different numbers here, though one double.
/// The exception: a number below 10 to the power of -10¹⁷ counts as one with that exponent.
public struct JSONNumber: Hashable, Sendable, CustomStringConvertible {
  private let form: Form

  /// Each number has one form.
  private enum Form: Hashable {
    /// An integer that fits in 64 bits.
    case integer(Int64)
    /// The canonical text of any other number.
    case text(String)

    init(canonicalText: String) {
      // Such integers have at most 19 digits, and up to 21 are never written with an exponent.
      self = Int64(canonicalText).map(Form.integer) ?? .text(canonicalText)
    }
  }

  /// The number as RFC 8785 writes it, or all of its digits in that layout when a double would lose some.
  ///
  /// Integers have no exponent, except those from 1e+21 that are the shortest text of a double. `-0` is `0`.
  public var canonicalText: String {
    switch form {
    case .integer(let integer): integer.description
    case .text(let text): text
    }
  }

  /// Reads a number by the grammar of RFC 8259; nil for any other text and for one that is not finite as a double.
  public init?(_ literal: String) {
    let number = literal.withBytes { bytes -> JSONNumber? in
      let number = try? NumberLiteral(at: 0, in: bytes)
      guard let number, number.range.upperBound == bytes.count, number.isFinite(in: bytes) else { return nil }
      return JSONNumber(number, in: bytes)
    }
    guard let number else { return nil }
    self = number
  }

  /// Makes a number of an integer.
  public init(_ value: Int) { form = .integer(Int64(value)) }

  /// Makes a number of the shortest digits that stand for a double; nil when it is not finite.
  public init?(_ value: Double) { self.init(value.description) }

  init(_ literal: NumberLiteral, in bytes: Span<UInt8>) {
    if let integer = literal.shortInteger(in: bytes) {
      form = .integer(integer)
    } else if literal.isCanonical(in: bytes) {
      form = Form(canonicalText: bytes.text(in: literal.range))
    } else if let decimal = Decimal(literal, in: bytes) {
      let text = String(decoding: decimal.canonicalLayout, as: UTF8.self)
      form = Form(canonicalText: literal.isNegative ? "-" + text : text)
    } else {
      form = .integer(0)
    }
  }

  /// The nearest double.
  public var double: Double {
    switch form {
    case .integer(let integer): Double(integer)
    // Every JSON number is a literal that Double reads.
    case .text(let text): Double(text) ?? .nan
    }
  }

  /// The value when it is an integer that fits in 64 bits, else nil. `1.0` and `1e2` are integers.
  public var integer: Int64? {
    if case .integer(let integer) = form { integer } else { nil }
  }

  /// The canonical text.
  public var description: String { canonicalText }
}
