internal import CanonicalJSON
internal import Foundation

/// What is one string, boolean or number on the wire.
protocol WireScalar {
  /// Nil where the JSON value is of another kind than the one that is due.
  init?(wire json: JSONValue) throws(InvalidScalar)

  func wire() throws(InvalidScalar) -> JSONValue
}

/// The right kind of JSON value, but none that the type has, or the other way round.
struct InvalidScalar: Error {
  let message: String
}

// W6
extension String: WireScalar {
  init?(wire json: JSONValue) {
    guard let text = json.string else { return nil }
    self = text
  }

  func wire() -> JSONValue { .string(self) }
}

extension Bool: WireScalar {
  init?(wire json: JSONValue) {
    guard let bool = json.bool else { return nil }
    self = bool
  }

  func wire() -> JSONValue { .bool(self) }
}

// W5
extension Int: WireScalar {
  init?(wire json: JSONValue) throws(InvalidScalar) {
    guard let number = json.number else { return nil }
    guard let integer = number.integer.flatMap(Int.init(exactly:)) else {
      throw InvalidScalar(message: "expected an integer of 64 bits")
    }
    self = integer
  }

  func wire() -> JSONValue { .number(JSONNumber(self)) }
}

// W4
extension Date: WireScalar {
  init?(wire json: JSONValue) throws(InvalidScalar) {
    guard let text = json.string else { return nil }
    guard let date = Date(wireForm: text) else { throw InvalidScalar(message: InvalidDate.message) }
    self = date
  }

  func wire() throws(InvalidScalar) -> JSONValue {
    guard let text = wireForm else { throw InvalidScalar(message: InvalidDate.unwritable) }
    return .string(text)
  }
}
