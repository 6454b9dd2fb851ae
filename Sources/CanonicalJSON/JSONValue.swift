/// One JSON value with all that it contains, compared by the bytes of its texts and the exact value
/// of its numbers.
public enum JSONValue: Sendable {
  /// The word `null`.
  case null
  /// One of the words `true` and `false`.
  case bool(Bool)
  /// A number.
  case number(JSONNumber)
  /// A string.
  case string(String)
  /// An array.
  case array([JSONValue])
  /// An object.
  case object(JSONObject)
}

extension JSONValue: Hashable {
  /// Whether both are the same value: texts by their UTF-8 bytes, numbers by their exact value,
  /// members in any order.
  public static func == (left: JSONValue, right: JSONValue) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.bool(let left), .bool(let right)): left == right
    case (.number(let left), .number(let right)): left == right
    case (.string(let left), .string(let right)): left.hasSameBytes(as: right)
    case (.array(let left), .array(let right)): left == right
    case (.object(let left), .object(let right)): left == right
    default: false
    }
  }

  /// Hashes what `==` compares, but for the kind, which hardly ever sets apart values that are
  /// otherwise alike.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .null: break
    case .bool(let bool): hasher.combine(bool)
    case .number(let number): hasher.combine(number)
    case .string(let text): text.hashBytes(into: &hasher)
    case .array(let elements): hasher.combine(elements)
    case .object(let object): hasher.combine(object)
    }
  }
}
