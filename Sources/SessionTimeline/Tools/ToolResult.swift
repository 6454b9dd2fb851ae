internal import CanonicalJSON

// T3
/// The outcome of a tool or sub-agent, which comes in a row of its own.
package struct ToolResult: Sendable {
  package let toolUseID: String
  package let status: ToolStatus
  /// Nil where it is blank; untrimmed.
  package let text: String?

  /// The outcomes that a payload brings, in order; only one of type `user` brings any, hidden or
  /// not.
  package static func all(in payload: Payload) -> [ToolResult] {
    guard payload.type == .user else { return [] }
    return payload.messageContent?.elements.compactMap(ToolResult.init(block:)) ?? []
  }

  private init?(block: JSONNode) {
    guard block.typeName == "tool_result", let id = block["tool_use_id"]?.string, !id.utf8.isEmpty
    else { return nil }
    toolUseID = id
    status = block["is_error"]?.bool == true ? .failed : .completed
    text = block["content"]?.textFragments.joinedLines
  }
}
