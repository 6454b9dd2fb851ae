internal import CanonicalJSON

/// An object of an input that has only members with known names.
struct InputObject {
  /// The noun for the object in messages.
  let noun: String
  private let object: JSONObject

  /// Reads an object, or throws if the value isn't one or has other members.
  init(_ value: JSONValue, as noun: String, members names: [String]) throws(StoredSessionError) {
    guard let object = value.object else {
      throw StoredSessionError("\(noun) must be an object, not \(value.kindInWords)")
    }
    for member in object where !names.contains(where: { $0.hasSameBytes(as: member.key) }) {
      throw StoredSessionError(unknownMember: member.key, of: noun, among: names)
    }

    self.noun = noun
    self.object = object
  }

  /// The value of a member, or `nil` if it is missing.
  subscript(name: String) -> JSONValue? { object[name] }

  /// Returns a member, or throws if it is missing.
  func required(_ name: String) throws(StoredSessionError) -> JSONValue {
    guard let member = object[name] else {
      throw StoredSessionError("\(noun) is missing the member '\(name)'")
    }
    return member
  }

  /// Returns the text of a member, or `nil` if it is missing. Throws if it isn't a string.
  func text(_ name: String) throws(StoredSessionError) -> String? {
    guard let member = object[name] else { return nil }
    guard let text = member.string else {
      throw StoredSessionError("'\(name)' must be a string, not \(member.kindInWords)").within(name)
    }
    return text
  }
}

extension JSONValue {
  /// The kind of the value in a message.
  var kindInWords: String {
    switch self {
    case .null: "null"
    case .bool: "a boolean"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}
