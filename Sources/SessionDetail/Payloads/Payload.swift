package import CanonicalJSON

/// The JSON object in a row, with the members that most rules use.
package struct Payload: Sendable {
  /// The whole object.
  package let object: JSONNode
  /// The type of the payload, or `nil` if `type` is missing or isn't named by any rule.
  package let type: PayloadType?
  /// The member `message`, of any kind.
  package let message: JSONNode?
  /// The member `message.content`, of any kind.
  package let messageContent: JSONNode?

  /// Reads the members. If `message` isn't an object, it has no content.
  package init(_ object: JSONNode) {
    self.object = object
    type = object.typeName.flatMap(PayloadType.init(name:))
    message = object["message"]
    messageContent = message?["content"]
  }
}

extension JSONNode {
  /// The string `type` in lower case.
  package var typeName: TextKey? { self["type"]?.string.map { TextKey($0.asciiLowercased) } }

  /// The id of the tool use that contains a block or the whole payload, if it isn't blank (T1, P8).
  package var parentToolUseID: String? { self["parent_tool_use_id"]?.string?.nonBlank }
}
