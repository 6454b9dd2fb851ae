internal import CanonicalJSON
internal import ClawdbotProtocol
internal import Conformance

extension InputValue {
  /// Returns the type of the protocol that this part names.
  ///
  /// - Parameter types: The types that the operation accepts, with the names that cases use.
  /// - Throws: `InputRefusal` with a suggestion if no type has the name.
  func protocolType<ProtocolType>(
    among types: [(name: String, type: ProtocolType)]
  ) throws(InputRefusal) -> ProtocolType {
    let name = try text()

    guard let match = types.first(where: { $0.name.hasSameBytes(as: name) }) else {
      let hint = Suggestion.hint(for: name, among: types.map(\.name), orList: true)
      throw refusal("must be the name of a protocol type, not '\(name)'\(hint)")
    }
    return match.type
  }

  /// Returns the value that this part represents in its wire form.
  ///
  /// - Parameter noun: What the part must be, for the message.
  /// - Throws: `InputRefusal` at the first fault.
  func wireValue<Value: Decodable>(
    _ type: Value.Type,
    _ noun: String
  ) throws(InputRefusal) -> Value {
    do throws(WireFault) {
      return try WireForm.value(type, from: value)
    } catch {
      let path = error.path ?? JSONPointer()
      let part = refusal("must be \(noun): \(error.code.rawValue) at '\(path)'")
      throw InputRefusal(part.message, at: JSONPointer(tokens: pointer.tokens + path.tokens))
    }
  }
}
