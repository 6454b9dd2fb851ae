import CanonicalJSON
import SessionDetail
import TestRandomness

extension SessionGenerator {
  /// Returns the content of a row.
  mutating func content() -> String {
    switch Int.random(in: 0..<24, using: &random) {
    case 0: return text()
    case 1:
      return random.pick(
        "[1]",
        "null",
        "\"s\"",
        "{",
        "{}",
        "",
        #"{"type":"assistant","text":"cut off"#
      )
    case 2:
      return random.pick(
        #"{"type":"assistant","n":1e999}"#,
        #"{"type":"user","type":"assistant","text":"\ud800"}"#
      )
    default:
      var content = payload().canonicalText()
      while random.once(in: 8) {
        let outer: JSONObject = [
          "raw_json": .string(content), "type": random.pick("user", "assistant", "wrapper"),
        ]
        content = JSONValue.object(outer).canonicalText()
      }
      return content
    }
  }

  private mutating func payload() -> JSONValue {
    switch Int.random(in: 0..<20, using: &random) {
    case 0..<11: return assistant()
    case 11..<16: return user()
    case 16: return result()
    case 17:
      return [
        "type": "terminal_output", "stream": random.pick("stdout", "", 5),
        "content": .string(text()),
      ]
    case 18:
      return [
        "type": random.pick("user_prompt_command", "mcq_response_command"), "text": .string(text()),
      ]
    default:
      return [
        "type": random.pick("system", "tool_use", "output_chunk", "brand_new", 5),
        "text": .string(text()),
        "role": random.pick("user", "Assistant", "system", "robot", .null, 5),
        "raw_json": random.pick("broken", .null, .null, .null),
      ]
    }
  }

  private mutating func assistant() -> JSONValue {
    var message: JSONObject = ["content": .array(blocks { $0.assistantBlock() })]
    message["id"] = random.pick("m1", "m1", "m2", "m3", "\u{E9}", "e\u{301}", "", nil)
    var payload: JSONObject = [
      "type": random.pick("assistant", "assistant", "Assistant"), "message": .object(message),
    ]
    payload["role"] = random.once(in: 8) ? random.pick("user", "system") : nil
    payload["parent_tool_use_id"] = random.once(in: 3) ? parent() : nil
    payload["text"] = random.once(in: 6) ? .string(text()) : nil
    return .object(payload)
  }

  private mutating func user() -> JSONValue {
    var message: JSONObject = ["role": "user"]
    message["content"] = random.once(in: 5) ? .string(text()) : .array(blocks { $0.userBlock() })
    var payload: JSONObject = ["type": "user", "message": .object(message)]
    payload["parent_tool_use_id"] = random.once(in: 6) ? parent() : nil
    payload[random.pick("isMeta", "isSynthetic", "isCompactSummary")] =
      random.once(in: 6) ? .bool(true) : nil
    return .object(payload)
  }

  private mutating func result() -> JSONValue {
    var payload: JSONObject = [
      "type": "result", "result": .string(text()), "errors": [.string(text()), 7],
    ]
    payload["is_error"] = random.pick(.bool(true), .bool(false), 1, nil)
    payload["subtype"] = random.pick("success", "error_max_turns", "Error", nil)
    return .object(payload)
  }

  /// Returns up to four blocks, usually few.
  private mutating func blocks(_ block: (inout SessionGenerator) -> JSONValue) -> [JSONValue] {
    (0..<random.pick(0, 1, 1, 1, 1, 2, 2, 3, 4)).map { _ in block(&self) }
  }

  private mutating func assistantBlock() -> JSONValue {
    switch Int.random(in: 0..<12, using: &random) {
    case 0..<4: .text(text())
    case 4..<7:
      tool(name: random.pick("Read", "Bash", "Task"), id: random.pick(toolID(), toolID(), nil))
    case 7: tool(name: random.pick("Read", "Bash"), id: random.pick(nil, ""))
    case 8, 9: tool(name: random.pick("Task", "Agent"), id: subAgentID())
    case 10: ["type": "thinking", "thinking": "Hm"]
    default:
      random.pick(
        "bare",
        .null,
        ["type": "tool_use"],
        ["type": "text", "text": 5],
        .toolResult("t1", "no")
      )
    }
  }

  private mutating func userBlock() -> JSONValue {
    switch Int.random(in: 0..<8, using: &random) {
    case 0: .text(text())
    case 1: .string(text())
    case 2: ["text": .string(text()), "tool_use_id": random.pick("t1", .null)]
    default: outcome(of: random.pick(toolID(), subAgentID()))
    }
  }

  private mutating func tool(name: String, id: String?) -> JSONValue {
    var input: JSONObject = [:]
    if name == "Task" || name == "Agent" {
      input["subagent_type"] = random.pick("Explore", "Plan", " General", "unknown", " ", nil)
      input["description"] = random.pick("Look", "Find", " ", "", nil)
    } else {
      input["file_path"] = random.pick("/a/b/c", "x", nil)
    }
    var tool: JSONObject = ["type": "tool_use", "name": .string(name), "input": .object(input)]
    tool["id"] = id.map(JSONValue.string)
    tool["status"] = random.pick("running", "Failed ", "completed", nil, nil)
    tool["parent_tool_use_id"] = random.once(in: 3) ? parent() : nil
    tool["output"] = random.once(in: 4) ? .string(text()) : nil
    return .object(tool)
  }

  private mutating func outcome(of id: String) -> JSONValue {
    let content: JSONValue = random.pick(
      .string(text()),
      [.text(" a "), .text(" "), "s"],
      .null,
      [["type": "tool_use", "text": "no"]]
    )
    return [
      "type": "tool_result",
      "tool_use_id": .string(id),
      "content": content,
      "is_error": random.pick(.bool(true), .bool(false), .null),
    ]
  }

  private mutating func toolID() -> String {
    random.pick("t1", "t2", "t3", "a1", "\u{E9}", "e\u{301}")
  }

  private mutating func subAgentID() -> String { random.pick("a1", "a1", "a2", "t1", "\u{E9}") }

  private mutating func parent() -> JSONValue {
    random.pick("a1", "a1", "a2", "t1", "\u{E9}", "e\u{301}", "nobody", " ", 3)
  }

  private mutating func text() -> String {
    random.pick(
      "Let me",
      "Let me look",
      "Let me look",
      "Done",
      " Done\n",
      "caf\u{E9}",
      "cafe\u{301}",
      "",
      "\u{85}",
      "\u{FEFF}x",
      #"{"type":"tool_result","content":"ok"}"#,
      #"{"type":"user"}"#,
      #"{"a":1}"#,
      #"{"type" "tool_use_id""#,
      #"{"raw_json":"x"}"#
    )
  }
}
