package import CanonicalJSON

/// A part of a value of the protocol that a deviation may change.
package struct ProtocolPart {
  /// Nil where a member is missing.
  package var json: JSONValue?
  let shape: ProtocolShape
  let path: JSONPointer
  let isOptional: Bool
  /// What was read there; the same as `json` where a text is being read.
  let read: JSONNode?
  /// The whole text that was read.
  let source: String

  var text: String? { json?.string }

  /// The value as it was written in the text that was read.
  var literal: String? { read.map { String(decoding: Array(source.utf8)[$0.sourceRange], as: UTF8.self) } }

  /// The key under which it stands; nil at the root.
  var key: String? { path.tokens.last }

  var isText: Bool { if case .text = shape { true } else { false } }
  var isInteger: Bool { if case .integer = shape { true } else { false } }
  var isDate: Bool { if case .date = shape { true } else { false } }
  var isID: Bool { if case .id = shape { true } else { false } }
  var isSender: Bool { if case .sender = shape { true } else { false } }

  /// The part with what is within it changed, the whole before its members; a member of nil is left out.
  func mapped(reading root: JSONNode, _ change: (ProtocolPart) -> JSONValue?) -> JSONValue? {
    let changed = change(self)
    guard case .object(var object)? = changed, let members = shape.members else { return changed }
    for member in members {
      let path = path.appending(member.key)
      let part = ProtocolPart(
        json: object[member.key], shape: member.shape, path: path, isOptional: member.isOptional,
        read: root.node(at: path), source: source)
      object[member.key] = part.mapped(reading: root, change)
    }
    return .object(object)
  }
}
