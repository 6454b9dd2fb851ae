public import CanonicalJSON

extension SessionTimeline {
  /// The timeline in the shape of the contract's output; absent members are left out.
  public var json: JSONValue { output(rowCount: rowCount, entries: entries) }
}

extension LiveSessionTimeline {
  /// The timeline as it stands, in the shape of the contract's output.
  public var json: JSONValue { output(rowCount: rowCount, entries: entries) }
}

private func output(rowCount: Int, entries: [TimelineEntry]) -> JSONValue {
  .members([
    ("rowCount", .number(JSONNumber(rowCount))),
    ("entries", .array(entries.map(\.json))),
  ])
}

extension TimelineEntry {
  fileprivate var json: JSONValue {
    .members([
      ("id", .string(id)),
      ("role", .string(role.rawValue)),
      ("sequenceNumber", .number(JSONNumber(Int(sequenceNumber)))),
      ("createdAt", createdAt.map(JSONValue.string)),
      ("content", .string(content)),
      ("blocks", .array(blocks.map(\.json))),
      ("display", .array(display.map(\.json))),
    ])
  }
}

extension ContentBlock {
  fileprivate var json: JSONValue {
    switch self {
    case .text(let text): .members([("type", .string("text")), ("text", .string(text))])
    case .error(let message): .members([("type", .string("error")), ("message", .string(message))])
    case .toolCall(let tool): tool.json
    case .subAgent(let subAgent): subAgent.json
    }
  }
}

extension ToolCall {
  fileprivate var json: JSONValue {
    .members([
      ("type", .string("toolCall")),
      ("toolUseId", toolUseID.map(JSONValue.string)),
      ("parentToolUseId", parentToolUseID.map(JSONValue.string)),
      ("name", .string(name)),
      ("summary", .string(summary)),
      ("status", .string(status.rawValue)),
      ("input", input.map(JSONValue.object)),
      ("output", output.map(JSONValue.string)),
    ])
  }
}

extension SubAgent {
  fileprivate var json: JSONValue {
    .members([
      ("type", .string("subAgent")),
      ("toolUseId", .string(toolUseID)),
      ("subagentType", .string(subagentType)),
      ("description", .string(description)),
      ("status", .string(status.rawValue)),
      ("result", result.map(JSONValue.string)),
      ("tools", .array(tools.map(\.json))),
    ])
  }
}

extension DisplayGroup {
  fileprivate var json: JSONValue {
    .members([
      ("kind", .string(kind.rawValue)),
      ("blocks", .array(blocks.map { .number(JSONNumber($0)) })),
    ])
  }
}

extension JSONValue {
  /// An object of the members that are there.
  fileprivate static func members(_ members: [(key: String, value: JSONValue?)]) -> JSONValue {
    .object(JSONObject(members.compactMap { key, value in value.map { (key, $0) } }))
  }
}
