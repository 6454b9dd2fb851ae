package import CanonicalJSON

extension ContentBlock {
  /// Reads a `tool_use` block as a tool or sub-agent, or returns `nil` if it has no name.
  ///
  /// - Parameter payloadParent: The parent that the whole payload names, for a block that names
  ///   none.
  package init?(toolUse block: JSONNode, payloadParent: String?) {
    guard let tool = ToolCall(toolUse: block, payloadParent: payloadParent) else { return nil }
    self = SubAgent(tool).map(ContentBlock.subAgent) ?? .toolCall(tool)
  }
}

extension ToolCall {
  // T1
  /// Reads a `tool_use` block, or returns `nil` if it has no name.
  ///
  /// - Parameter payloadParent: The parent that the whole payload names, for a block that names
  ///   none.
  fileprivate init?(toolUse block: JSONNode, payloadParent: String?) {
    guard let name = block["name"]?.string else { return nil }
    let id = block["id"]?.string
    let input = block["input"].flatMap { $0.kind == .object ? $0.value.object : nil }

    self.init(
      toolUseID: id?.utf8.isEmpty == true ? nil : id,
      parentToolUseID: block.parentToolUseID ?? payloadParent,
      name: name,
      summary: ToolSummary.text(of: name, input: input),
      status: ToolStatus(of: block["status"]?.string),
      input: input.flatMap { Input($0) },
      output: block["result"]?.string?.nonBlank ?? block["output"]?.string?.nonBlank
    )
  }
}

extension ToolStatus {
  // T3
  /// Returns whether the `status` of a block states that its tool has ended. A block without a
  /// status counts as completed, but doesn't state it.
  static func isFinal(_ text: String?) -> Bool {
    guard let text = text?.trimmedNonBlank else { return false }
    return ToolStatus(of: text) != .running
  }

  // T1
  /// Reads a status in any case of letters. A missing or unknown status is `completed`.
  fileprivate init(of text: String?) {
    switch text.map({ TextKey($0.trimmed.asciiLowercased) }) {
    case "running": self = .running
    case "failed", "error": self = .failed
    default: self = .completed
    }
  }
}

extension SubAgent {
  // T5
  /// Creates the sub-agent that the tool use starts, or returns `nil` if it is an ordinary tool.
  fileprivate init?(_ tool: ToolCall) {
    let name = TextKey(tool.name)
    guard name == "Task" || name == "Agent", let id = tool.toolUseID else { return nil }

    self.init(
      toolUseID: id,
      subagentType: tool.input?.object["subagent_type"]?.string?.nonBlank ?? "general-purpose",
      description: tool.input?.object["description"]?.string ?? "",
      status: tool.status,
      result: tool.output
    )
  }
}
