/// The exact decimal value of a JSON number, compared by value.
///
/// No digit of the source is lost: 9007199254740993 and 9007199254740992 are different numbers,
/// although they are the same double. There is one exception: exponents below -10¹⁷ are clamped to
/// that value.
///
/// A number that was parsed also keeps its literal, such as `1.50`, for ``writtenText``. Nothing
/// else depends on the literal.
///
/// ```swift
/// JSONNumber("1.50") == JSONNumber("15e-1")  // true
/// JSONNumber("1.50")?.writtenText            // 1.50
/// JSONNumber("1.50")?.canonicalText          // 1.5
/// ```
public struct JSONNumber: Hashable, Sendable, CustomStringConvertible {
  private let form: Form

  /// The representation of the number. Each value has one form, which may be wrapped in a literal.
  private enum Form: Hashable, Sendable {
    /// An integer that fits in 64 bits.
    case integer(Int64)
    /// Any other number, as its canonical text.
    case text(String)
    /// A number that was parsed from a text that isn't canonical. The value is an integer or a
    /// text.
    indirect case spelled(literal: String, value: Form)

    /// Creates the form of a value, given its canonical text.
    init(canonicalText: String) {
      // Such integers have at most 19 digits, and integers of up to 21 digits are never written
      // with an exponent.
      self = Int64(canonicalText).map(Form.integer) ?? .text(canonicalText)
    }

    /// The form without its literal.
    var value: Form {
      switch self {
      case .integer, .text: self
      case .spelled(_, let value): value
      }
    }

    /// The text by which RFC 8785 writes the value.
    var canonicalText: String {
      switch self {
      case .integer(let integer): integer.description
      case .text(let text): text
      case .spelled(_, let value): value.canonicalText
      }
    }

    /// Returns whether both have the same value, no matter which literals they were parsed from.
    static func == (left: Self, right: Self) -> Bool {
      switch (left, right) {
      case (.integer(let left), .integer(let right)): left == right
      case (.text(let left), .text(let right)): left == right
      case (.spelled(_, let left), let right), (let right, .spelled(_, let left)): left == right
      case (.integer, .text), (.text, .integer): false
      }
    }

    /// Hashes only the value.
    func hash(into hasher: inout Hasher) {
      switch self {
      case .integer(let integer): hasher.combine(integer)
      case .text(let text): hasher.combine(text)
      case .spelled(_, let value): value.hash(into: &hasher)
      }
    }
  }

  /// The number as written by RFC 8785, or with all its digits in the same layout if a double would
  /// lose some.
  ///
  /// Integers have no exponent, except for those from 1e+21 on that are the shortest text of a
  /// double. `-0` becomes `0`.
  public var canonicalText: String { form.canonicalText }

  /// The literal that the number was parsed from, such as `1.50`, `1e3` or `-0`.
  ///
  /// For a computed number, this is the canonical text.
  public var writtenText: String {
    switch form {
    case .integer, .text: form.canonicalText
    case .spelled(let literal, _): literal
    }
  }

  /// The same number without the literal that it was parsed from.
  package var canonical: JSONNumber { JSONNumber(form: form.value) }

  private init(form: Form) { self.form = form }

  /// Parses a number by the grammar of RFC 8259.
  ///
  /// Returns `nil` for any other text and for a number that isn't finite as a double.
  ///
  /// - Parameter literal: The literal, without white space around it.
  public init?(_ literal: String) {
    let number = literal.withBytes { bytes -> JSONNumber? in
      let number = try? NumberLiteral(at: 0, in: bytes)
      guard let number, number.range.upperBound == bytes.count, number.isFinite(in: bytes) else {
        return nil
      }
      return JSONNumber(number, in: bytes)
    }

    guard let number else { return nil }
    self = number
  }

  /// Creates a number from an integer.
  ///
  /// - Parameter value: The integer, of which no digit is lost.
  public init(_ value: Int) { form = .integer(Int64(value)) }

  /// Creates a number from the shortest digits that identify a double.
  ///
  /// Returns `nil` if the double isn't finite.
  ///
  /// - Parameter value: The double. Negative zero becomes `0`.
  public init?(_ value: Double) {
    guard let number = JSONNumber(value.description) else { return nil }
    // Drop the literal, because Swift formats 1 as `1.0`.
    self = number.canonical
  }

  /// Creates a number from a literal that is finite as a double.
  ///
  /// The literal is kept only if it isn't the canonical text.
  init(_ literal: NumberLiteral, in bytes: Span<UInt8>) {
    if let integer = literal.shortInteger(in: bytes) {
      let isNegativeZero = integer == 0 && literal.isNegative
      form = isNegativeZero ? .spelled(literal: "-0", value: .integer(0)) : .integer(integer)
    } else if literal.isCanonical(in: bytes) {
      form = Form(canonicalText: bytes.text(in: literal.range))
    } else {
      let text = Self.canonicalText(of: literal, in: bytes)
      let value = Form(canonicalText: text)
      let written = bytes.text(in: literal.range)
      form = written == text ? value : .spelled(literal: written, value: value)
    }
  }

  /// Returns the canonical text of a literal in any form.
  private static func canonicalText(of literal: NumberLiteral, in bytes: Span<UInt8>) -> String {
    guard let decimal = Decimal(literal, in: bytes) else { return "0" }
    let text = String(decoding: decimal.canonicalLayout, as: UTF8.self)
    return literal.isNegative ? "-" + text : text
  }

  /// The nearest double.
  public var double: Double {
    switch form.value {
    case .integer(let integer): Double(integer)
    // `Double` can parse every JSON number.
    case .text(let text), .spelled(let text, _): Double(text) ?? .nan
    }
  }

  /// The value if it is an integer that fits in 64 bits, otherwise `nil`. `1.0` and `1e2` are
  /// integers.
  public var integer: Int64? {
    switch form {
    case .integer(let integer): integer
    case .text: nil
    case .spelled(_, .integer(let integer)): integer
    case .spelled: nil
    }
  }

  /// The canonical text.
  public var description: String { canonicalText }
}
