extension JSONValue: ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral,
  ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  /// Creates a Boolean from a literal.
  public init(booleanLiteral bool: Bool) { self = .bool(bool) }

  /// Creates a number from a literal.
  public init(integerLiteral integer: Int) { self = .number(JSONNumber(integer)) }

  /// Creates a number from a literal. A number outside the range of a double becomes null, as with
  /// ECMAScript's `JSON.stringify`.
  public init(floatLiteral double: Double) {
    self = JSONNumber(double).map(JSONValue.number) ?? .null
  }

  /// Creates a string from a literal.
  public init(stringLiteral text: String) { self = .string(text) }

  /// Creates an array from a literal.
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }

  /// Creates an object from a literal. If a key is repeated, the last value counts.
  public init(dictionaryLiteral members: (String, JSONValue)...) {
    var object: [JSONObject.Member] = []
    object.reserveCapacity(members.count)
    for (key, value) in members {
      object.append(.init(key: key, value: value, place: UInt32(truncatingIfNeeded: object.count)))
    }
    self = .object(JSONObject(unordered: object))
  }
}
