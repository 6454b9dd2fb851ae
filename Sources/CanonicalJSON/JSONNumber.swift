/// The exact decimal value of a JSON number, so that `==` is equality of value.
///
/// No digit of the source is lost: 9007199254740993 and 9007199254740992 are different numbers
/// here, though one double. The exception: a number below 10 to the power of -10¹⁷ counts as one
/// with that exponent.
///
/// A number that is read also remembers its literal, such as `1.50`, for ``writtenText``. Nothing
/// else depends on it.
public struct JSONNumber: Hashable, Sendable, CustomStringConvertible {
  private let form: Form

  /// Each value has one form, which may be in a literal.
  private enum Form: Hashable, Sendable {
    /// An integer that fits in 64 bits.
    case integer(Int64)
    /// The canonical text of any other number.
    case text(String)
    /// A number that was read from another text than the canonical one. Its value is an integer or
    /// a text.
    indirect case spelled(literal: String, value: Form)

    init(canonicalText: String) {
      // Such integers have at most 19 digits, and up to 21 are never written with an exponent.
      self = Int64(canonicalText).map(Form.integer) ?? .text(canonicalText)
    }

    /// The form without a literal.
    var value: Form {
      switch self {
      case .integer, .text: self
      case .spelled(_, let value): value
      }
    }

    var canonicalText: String {
      switch self {
      case .integer(let integer): integer.description
      case .text(let text): text
      case .spelled(_, let value): value.canonicalText
      }
    }

    /// Whether both have the same value, whatever literals they were read from.
    static func == (left: Self, right: Self) -> Bool {
      switch (left, right) {
      case (.integer(let left), .integer(let right)): left == right
      case (.text(let left), .text(let right)): left == right
      case (.spelled(_, let left), let right), (let right, .spelled(_, let left)): left == right
      case (.integer, .text), (.text, .integer): false
      }
    }

    /// Hashes the value alone.
    func hash(into hasher: inout Hasher) {
      switch self {
      case .integer(let integer): hasher.combine(integer)
      case .text(let text): hasher.combine(text)
      case .spelled(_, let value): value.hash(into: &hasher)
      }
    }
  }

  /// The number as RFC 8785 writes it, or all of its digits in that layout when a double would lose
  /// some.
  ///
  /// Integers have no exponent, except those from 1e+21 that are the shortest text of a double.
  /// `-0` is `0`.
  public var canonicalText: String { form.canonicalText }

  /// The literal that the number was read from, such as `1.50`, `1e3` or `-0`.
  ///
  /// A computed number has its canonical text.
  public var writtenText: String {
    switch form {
    case .integer, .text: form.canonicalText
    case .spelled(let literal, _): literal
    }
  }

  /// The same number without the literal that it was read from.
  package var canonical: JSONNumber { JSONNumber(form: form.value) }

  private init(form: Form) { self.form = form }

  /// Reads a number by the grammar of RFC 8259; nil for any other text and for one that is not
  /// finite as a double.
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

  /// Makes a number of an integer.
  public init(_ value: Int) { form = .integer(Int64(value)) }

  /// Makes a number of the shortest digits that stand for a double; nil when it is not finite.
  public init?(_ value: Double) {
    guard let number = JSONNumber(value.description) else { return nil }
    // A computed number has no literal: Swift's own text of 1 is 1.0.
    self = number.canonical
  }

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

  private static func canonicalText(of literal: NumberLiteral, in bytes: Span<UInt8>) -> String {
    guard let decimal = Decimal(literal, in: bytes) else { return "0" }
    let text = String(decoding: decimal.canonicalLayout, as: UTF8.self)
    return literal.isNegative ? "-" + text : text
  }

  /// The nearest double.
  public var double: Double {
    switch form.value {
    case .integer(let integer): Double(integer)
    // Every JSON number is a literal that Double reads.
    case .text(let text), .spelled(let text, _): Double(text) ?? .nan
    }
  }

  /// The value when it is an integer that fits in 64 bits, else nil. `1.0` and `1e2` are integers.
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
