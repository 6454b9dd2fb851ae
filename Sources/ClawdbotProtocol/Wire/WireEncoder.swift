/// Writes a value into a slot.
struct WireEncoder: Encoder {
  let slot: WireSlot
  let codingPath: [any CodingKey]
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    slot.becomeObject()
    return KeyedEncodingContainer(Members(encoder: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    slot.becomeArray()
    return Elements(encoder: self)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { Single(encoder: self) }
}

/// The members of an object. That an optional is left out when nil (rule W1) is the standard library's own `encodeIfPresent`.
private struct Members<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let encoder: WireEncoder

  var codingPath: [any CodingKey] { encoder.codingPath }

  func encodeNil(forKey key: Key) { _ = encoder.slot.addMember(key) }

  func encode(_ value: some Encodable, forKey key: Key) throws {
    try encoder.slot.addMember(key).fill(with: value, at: codingPath + [key])
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    member(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { member(key).unkeyedContainer() }

  func superEncoder() -> any Encoder { encoder }

  func superEncoder(forKey key: Key) -> any Encoder { member(key) }

  private func member(_ key: Key) -> WireEncoder {
    WireEncoder(slot: encoder.slot.addMember(key), codingPath: codingPath + [key])
  }
}

/// The elements of an array. No type of the protocol has one, but a payload may.
private struct Elements: UnkeyedEncodingContainer {
  let encoder: WireEncoder

  var codingPath: [any CodingKey] { encoder.codingPath }
  var count: Int { encoder.slot.elementCount }

  func encodeNil() { _ = encoder.slot.addElement() }

  func encode(_ value: some Encodable) throws { try encoder.slot.addElement().fill(with: value, at: codingPath) }

  func nestedContainer<NestedKey: CodingKey>(keyedBy type: NestedKey.Type) -> KeyedEncodingContainer<NestedKey> {
    element().container(keyedBy: type)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { element().unkeyedContainer() }

  func superEncoder() -> any Encoder { element() }

  private func element() -> WireEncoder { WireEncoder(slot: encoder.slot.addElement(), codingPath: codingPath) }
}

/// A value that is one scalar, or another value.
private struct Single: SingleValueEncodingContainer {
  let encoder: WireEncoder

  var codingPath: [any CodingKey] { encoder.codingPath }

  func encodeNil() {}

  func encode(_ value: some Encodable) throws { try encoder.slot.fill(with: value, at: codingPath) }
}
