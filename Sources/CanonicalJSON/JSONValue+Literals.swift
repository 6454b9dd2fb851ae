extension JSONValue: ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral,
  ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  /// Makes a boolean of a literal.
  public init(booleanLiteral bool: Bool) { self = .bool(bool) }

  /// Makes a number of a literal.
  public init(integerLiteral integer: Int) { self = .number(JSONNumber(integer)) }

  /// Makes a number of a literal; one out of the range of a double gives null, as ECMAScript's
  /// `JSON.stringify` has it.
  public init(floatLiteral double: Double) {
    self = JSONNumber(double).map(JSONValue.number) ?? .null
  }

  /// Makes a string of a literal.
  public init(stringLiteral text: String) { self = .string(text) }

  /// Makes an array of a literal.
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }

  /// Makes an object of a literal. Of a repeated key the last wins.
  public init(dictionaryLiteral members: (String, JSONValue)...) {
    self = .object(JSONObject(members))
  }
}
