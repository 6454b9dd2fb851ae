/// Any JSON value that JSONDecoder reads, in the form that apps commonly use.
enum DecodedValue: Decodable {
  case null
  case bool(Bool)
  case number(Double)
  case string(String)
  case array([DecodedValue])
  case object([String: DecodedValue])

  /// Tries the kinds of values one after the other, because a container doesn't say which one it
  /// has.
  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()

    if container.decodeNil() {
      self = .null
    } else if let bool = try? container.decode(Bool.self) {
      self = .bool(bool)
    } else if let number = try? container.decode(Double.self) {
      self = .number(number)
    } else if let string = try? container.decode(String.self) {
      self = .string(string)
    } else if let array = try? container.decode([DecodedValue].self) {
      self = .array(array)
    } else {
      self = .object(try container.decode([String: DecodedValue].self))
    }
  }
}
