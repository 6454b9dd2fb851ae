package import CanonicalJSON
package import ClawdbotProtocol
internal import Foundation

extension ProtocolShape {
  /// Something that is wrong with a value.
  package struct Fault {
    package let code: WireFault.Code
    package let path: JSONPointer
    /// What is due there.
    let shape: ProtocolShape
  }

  /// Everything that is wrong with a value, in order of declaration, depth first.
  func faults(in json: JSONValue, at path: JSONPointer = JSONPointer()) -> [Fault] {
    let fault = { (code: WireFault.Code) in [Fault(code: code, path: path, shape: self)] }
    switch (self, json) {
    case (_, .null): return fault(.nullValue)
    case (.text, .string), (.flag, .bool): return []
    case (.integer, .number(let number)): return number.integer == nil ? fault(.invalidValue) : []
    case (.date, .string(let text)): return Date(wireForm: text) == nil ? fault(.invalidValue) : []
    case (.name(let names), .string(let text)): return names.contains(text) ? [] : fault(.invalidValue)
    case (.sender, .object(let object)):
      return memberFaults(in: object, members: senderMembers(of: object), at: path)
    case (.id, .object(let object)), (.object, .object(let object)):
      return memberFaults(in: object, members: members ?? [], at: path)
    default: return fault(.wrongType)
    }
  }

  private func memberFaults(in object: JSONObject, members: [Member], at path: JSONPointer) -> [Fault] {
    members.flatMap { member -> [Fault] in
      let here = path.appending(member.key)
      guard let json = object[member.key] else {
        return member.isOptional ? [] : [Fault(code: .missingKey, path: here, shape: member.shape)]
      }
      return member.isOptional && json == .null ? [] : member.shape.faults(in: json, at: here)
    }
  }

  /// A bot has to have a name; beside anything else it is not looked at.
  private func senderMembers(of object: JSONObject) -> [Member] {
    let type = Member(key: "type", shape: .name(of: ["user", "bot"]))
    return object["type"] == "bot" ? [type, Member(key: "name", shape: .text)] : [type]
  }
}
