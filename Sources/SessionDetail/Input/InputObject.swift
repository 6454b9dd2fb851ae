internal import CanonicalJSON

/// An object of an input that has only members with known names.
struct InputObject<Value: StoredValue> {
  /// The noun for the object in messages.
  let noun: String
  private let object: Value

  /// Reads an object, or throws if the value isn't one or has other members.
  init(_ value: Value, as noun: String, members names: [String]) throws(StoredSessionError) {
    if !value.hasOnlyKeys(names) {
      guard let keys = value.keys else {
        throw StoredSessionError("\(noun) must be an object, not \(value.kindInWords)")
      }
      for key in keys where !names.contains(where: key.hasSameBytes) {
        throw StoredSessionError(unknownMember: key, of: noun, among: names)
      }
    }

    self.noun = noun
    object = value
  }

  /// The value of a member, or `nil` if it is missing.
  subscript(name: String) -> Value? { object[name] }

  /// Returns a member, or throws if it is missing.
  func required(_ name: String) throws(StoredSessionError) -> Value {
    guard let member = object[name] else {
      throw StoredSessionError("\(noun) is missing the member '\(name)'")
    }
    return member
  }

  /// Returns the text of a member, or `nil` if it is missing. Throws if it isn't a string.
  func text(_ name: String) throws(StoredSessionError) -> String? {
    try member(name) { $0.string }
  }

  /// Returns the text of a member, which may be decoded later, or `nil` if it is missing. Throws if
  /// it isn't a string.
  func rowText(_ name: String) throws(StoredSessionError) -> RowText? {
    try member(name) { $0.rowText }
  }

  /// Returns what a member has if it is a string, or `nil` if it is missing. Otherwise throws.
  private func member<Text>(
    _ name: String,
    _ text: (Value) -> Text?
  ) throws(StoredSessionError) -> Text? {
    guard let member = object[name] else { return nil }
    guard let text = text(member) else {
      throw StoredSessionError("'\(name)' must be a string, not \(member.kindInWords)").within(name)
    }
    return text
  }
}
