internal import CanonicalJSON

/// A place in the JSON that is being written, which a value fills.
final class WireSlot {
  private enum Content {
    case json(JSONValue)
    case members([(key: String, slot: WireSlot)])
    case elements([WireSlot])
  }

  private var content = Content.json(.null)

  var json: JSONValue {
    switch content {
    case .json(let json): json
    case .members(let members): .object(JSONObject(members.map { ($0.key, $0.slot.json) }))
    case .elements(let elements): .array(elements.map(\.json))
    }
  }

  var elementCount: Int {
    if case .elements(let elements) = content { elements.count } else { 0 }
  }

  func fill(with value: some Encodable, at codingPath: [any CodingKey]) throws {
    guard let scalar = value as? any WireScalar else {
      return try value.encode(to: WireEncoder(slot: self, codingPath: codingPath))
    }
    do throws(InvalidScalar) {
      content = .json(try scalar.wire())
    } catch {
      throw EncodingError.invalidValue(
        value, EncodingError.Context(codingPath: codingPath, debugDescription: error.message))
    }
  }

  func becomeObject() {
    if case .members = content { return }
    content = .members([])
  }

  func becomeArray() {
    if case .elements = content { return }
    content = .elements([])
  }

  func addMember(_ key: any CodingKey) -> WireSlot {
    let slot = WireSlot()
    if case .members(let members) = content { content = .members(members + [(key.stringValue, slot)]) }
    return slot
  }

  func addElement() -> WireSlot {
    let slot = WireSlot()
    if case .elements(let elements) = content { content = .elements(elements + [slot]) }
    return slot
  }
}
