import CanonicalJSON
import SessionDetail

extension SessionRow {
  /// Creates a row with a payload. The default id is `row-` and the sequence number.
  init(_ sequenceNumber: Int64, id: String? = nil, createdAt: String? = nil, _ payload: JSONValue) {
    self.init(sequenceNumber, id: id, createdAt: createdAt, text: payload.canonicalText())
  }

  /// Creates a row with plain text.
  init(_ sequenceNumber: Int64, id: String? = nil, createdAt: String? = nil, text: String) {
    self.init(
      id: id ?? "row-\(sequenceNumber)",
      sequenceNumber: sequenceNumber,
      createdAt: createdAt,
      content: text
    )
  }
}

extension JSONValue {
  /// Returns an assistant's payload with these blocks.
  static func assistant(
    _ blocks: JSONValue...,
    message: String? = nil,
    parent: String? = nil
  ) -> JSONValue {
    var body: JSONObject = ["role": "assistant", "content": .array(blocks)]
    body["id"] = message.map(JSONValue.string)
    var payload: JSONObject = ["type": "assistant", "message": .object(body)]
    payload["parent_tool_use_id"] = parent.map(JSONValue.string)
    return .object(payload)
  }

  /// Returns a user's payload with these blocks.
  static func user(_ blocks: JSONValue...) -> JSONValue {
    ["type": "user", "message": ["role": "user", "content": .array(blocks)]]
  }

  static func text(_ text: String) -> JSONValue {
    ["type": "text", "text": .string(text)]
  }

  static func toolUse(
    _ id: String? = nil,
    name: String = "Read",
    input: JSONObject = [:],
    status: String? = nil,
    parent: String? = nil
  ) -> JSONValue {
    var block: JSONObject = ["type": "tool_use", "name": .string(name), "input": .object(input)]
    block["id"] = id.map(JSONValue.string)
    block["status"] = status.map(JSONValue.string)
    block["parent_tool_use_id"] = parent.map(JSONValue.string)
    return .object(block)
  }

  static func task(
    _ id: String,
    type: String? = nil,
    description: String? = nil,
    status: String? = nil
  ) -> JSONValue {
    var input: JSONObject = [:]
    input["subagent_type"] = type.map(JSONValue.string)
    input["description"] = description.map(JSONValue.string)
    return toolUse(id, name: "Task", input: input, status: status)
  }

  static func toolResult(_ id: String, _ content: JSONValue, isError: Bool = false) -> JSONValue {
    [
      "type": "tool_result", "tool_use_id": .string(id), "content": content,
      "is_error": .bool(isError),
    ]
  }
}

extension SessionAccount {
  init(_ rows: SessionRow...) {
    self.init(rows: rows)
  }
}

extension SessionTimeline {
  init(_ rows: SessionRow...) {
    self.init(rows: rows)
  }

  /// The blocks of all entries.
  var blocks: [ContentBlock] {
    entries.flatMap(\.blocks)
  }

  /// The tools in the blocks of the entries.
  var tools: [ToolCall] {
    blocks.compactMap {
      if case .toolCall(let tool) = $0 {
        tool
      } else {
        nil
      }
    }
  }

  var subAgents: [SubAgent] {
    blocks.compactMap {
      if case .subAgent(let subAgent) = $0 {
        subAgent
      } else {
        nil
      }
    }
  }
}
