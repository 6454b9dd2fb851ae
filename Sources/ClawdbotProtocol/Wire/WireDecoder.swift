internal import CanonicalJSON
internal import Foundation

/// A decoder that reads the protocol's types from a JSON value.
///
/// The protocol's types are objects that contain only scalars and other objects, so this decoder
/// supports no arrays and no numbers other than integers.
struct WireDecoder: Decoder, SingleValueDecodingContainer {
  let json: JSONValue
  let codingPath: [any CodingKey]
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  /// Returns the members of the value.
  ///
  /// - Throws: `DecodingError.typeMismatch` if the value isn't an object.
  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard let object = json.object else { throw mismatch([String: Any].self) }
    return KeyedDecodingContainer(Members(object: object, decoder: self))
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw mismatch([Any].self) }

  func decodeNil() -> Bool { json == .null }

  /// Decodes the value as a type.
  ///
  /// - Throws: `DecodingError.valueNotFound` for null, `typeMismatch` for another kind of JSON
  ///   value, and `dataCorrupted` for a value that isn't valid for the type.
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    if decodeNil() { throw DecodingError.valueNotFound(type, context("found null")) }

    let value: Any? =
      switch type {
      // W6
      case is String.Type: json.string
      case is Bool.Type: json.bool
      // W5, W9
      case is Int.Type:
        try json.number.map {
          try valid($0.integer.flatMap(Int.init(exactly:)), "expected an integer of 64 bits")
        }
      // W4, W7
      case is Date.Type:
        try json.string.map { try valid(Date(wireForm: $0), Date.expectedWireForm) }
      default: try Value(from: self)
      }

    guard let value = value as? Value else { throw mismatch(type) }
    return value
  }

  /// Returns the value, or throws `dataCorrupted` if it is `nil`.
  ///
  /// - Parameter value: `nil` if the JSON value has the right kind but isn't valid for the type.
  private func valid<Value>(_ value: Value?, _ message: String) throws -> Value {
    guard let value else { throw DecodingError.dataCorrupted(context(message)) }
    return value
  }

  /// Returns the error for a JSON value of the wrong kind.
  private func mismatch(_ type: Any.Type) -> DecodingError {
    .typeMismatch(type, context("found another kind of value"))
  }

  /// Returns a context with the path of the value, from which the path of a fault is taken (F2).
  fileprivate func context(_ message: String) -> DecodingError.Context {
    DecodingError.Context(codingPath: codingPath, debugDescription: message)
  }
}

/// The members of an object. Members that no key names are ignored (rule W1).
private struct Members<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let object: JSONObject
  let decoder: WireDecoder

  var codingPath: [any CodingKey] { decoder.codingPath }
  var allKeys: [Key] { object.compactMap { Key(stringValue: $0.key) } }

  func contains(_ key: Key) -> Bool { object[key.stringValue] != nil }

  // W1: an optional is `nil` if its member is absent or null. The standard library checks both.
  func decodeNil(forKey key: Key) throws -> Bool { try member(key).json == .null }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try member(key).decode(type)
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type,
    forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try member(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try member(key).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder { decoder }

  func superDecoder(forKey key: Key) throws -> any Decoder { try member(key) }

  /// Returns a decoder for a member, whose path ends with the key.
  ///
  /// - Throws: `DecodingError.keyNotFound` if the object has no such member.
  private func member(_ key: Key) throws -> WireDecoder {
    guard let json = object[key.stringValue] else {
      throw DecodingError.keyNotFound(key, decoder.context("there is no such member"))
    }
    return WireDecoder(json: json, codingPath: codingPath + [key])
  }
}
