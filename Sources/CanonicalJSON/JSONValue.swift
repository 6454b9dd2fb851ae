/// A JSON value with all its contents. Strings are compared by their bytes and numbers by their
/// exact value.
///
/// ```swift
/// let value: JSONValue = ["name": "Parity", "cases": [1, 2.50]]
/// value["cases"]?.elements?.count  // 2
/// value.canonicalText()            // {"cases":[1,2.5],"name":"Parity"}
/// ```
public enum JSONValue: Sendable {
  /// The literal `null`.
  case null
  /// One of the literals `true` and `false`.
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
  /// Returns whether both values are equal: strings by their UTF-8 bytes, numbers by their exact
  /// value, and objects with their members in any order.
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

  /// Hashes the contents that `==` compares. The kind is left out, because values of different
  /// kinds are rarely alike otherwise.
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
