package import CanonicalJSON

/// A JSON object that a row holds, with the members that most rules look at.
package struct Payload: Sendable {
  package let object: JSONNode
  /// Nil where there is no `type`, or one that no rule names.
  package let type: PayloadType?
  /// `message`, whatever it is.
  package let message: JSONNode?
  /// `message.content`, whatever it is.
  package let messageContent: JSONNode?

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

  /// The id of the tool use that a block or the whole payload is part of, where it is not blank
  /// (T1, P8).
  package var parentToolUseID: String? { self["parent_tool_use_id"]?.string?.nonBlank }
}
