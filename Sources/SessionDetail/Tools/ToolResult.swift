internal import CanonicalJSON

// T3
/// The outcome of a tool or sub-agent, which arrives in a separate row.
package struct ToolResult: Sendable {
  /// The id of the tool or sub-agent that the outcome applies to.
  package let toolUseID: String
  package let status: ToolStatus
  /// The untrimmed text of the outcome, or `nil` if it is blank.
  package let text: String?

  /// Returns the outcomes in a payload, in order. Only a payload of type `user` has any, hidden or
  /// not.
  package static func all(in payload: Payload) -> [ToolResult] {
    guard payload.type == .user else { return [] }
    return payload.messageContent?.elements.compactMap(ToolResult.init(block:)) ?? []
  }

  /// Reads a `tool_result` block, or returns `nil` for another type or without an id.
  private init?(block: JSONNode) {
    guard block.typeName == "tool_result", let id = block["tool_use_id"]?.string, !id.utf8.isEmpty
    else { return nil }
    toolUseID = id
    status = block["is_error"]?.bool == true ? .failed : .completed
    text = block["content"]?.textFragments(for: .user).joinedLines
  }
}
