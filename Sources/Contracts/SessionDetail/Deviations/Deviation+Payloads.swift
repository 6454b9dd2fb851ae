internal import CanonicalJSON
internal import Conformance
internal import SessionTimeline

private let roles = ["user", "assistant", "system"]
private let knownTypes = [
  "assistant", "user", "result", "system", "tool_use", "tool_result", "terminal_output", "user_prompt_command",
  "user_confirmation_command", "mcq_response_command",
]

extension Deviation {
  // P5, P6
  static var ofRolesAndText: [Deviation] {
    [
      reading(payload: "P5", "the message's role goes first") { payload in
        guard let role = payload.message?["role"]?.string, roles.contains(role.asciiLowercased) else { return payload }
        return payload.setting("role", .string(role))
      },
      reading(payload: "P5", "the role is compared in exact case") { payload in
        let role = payload["role"]?.string ?? ""
        return roles.contains(role) ? payload : payload.removing("role")
      },
      reading(payload: "P5", "the role is left out") { $0.removing("role").mappingMessage { $0.removing("role") } },
      reading(payload: "P5", "an unknown role is the system's") { payload in
        guard let role = payload["role"]?.string, !roles.contains(role.asciiLowercased) else { return payload }
        return payload.setting("role", "system")
      },
      reading(payload: "P5", "an unknown type is the assistant's") { payload in
        let isKnown = knownTypes.contains(payload.typeName ?? "")
        let hasRole = [payload["role"], payload.message?["role"]].contains {
          roles.contains($0?.string?.asciiLowercased ?? "")
        }
        return isKnown || hasRole ? payload : payload.setting("role", "assistant")
      },

      reading(payload: "P6", "the message's content goes before the text") { payload in
        payload.message?["content"] == nil ? payload : payload.removing("text")
      },
      reading(payload: "P6", "the text is left out") { $0.removing("text") },
      reading(payload: "P6", "a message that is a string is left out") { payload in
        payload["message"]?.string == nil ? payload : payload.removing("message")
      },
      reading(payload: "P6", "the message's text is left out") { $0.mappingMessage { $0.removing("text") } },
      reading(payload: "P6", "the payload's content is left out") { $0.removing("content") },
      reading(payload: "P6", "fragments are joined with a space") { payload in
        guard !["assistant", "user"].contains(payload.typeName) else { return payload }
        return payload.mappingMessage { message in
          guard let elements = message["content"]?.elements else { return message }
          let fragments = elements.compactMap { $0.string ?? $0["text"]?.string ?? $0["content"]?.string }
          return message.setting("content", .string(fragments.joined(separator: " ")))
        }
      },
      reading(payload: "P6", "the traffic of tools has visible text") { payload in
        payload.removing("tool_use_id").mappingBlocks { $0.removing("tool_use_id") }
      },
      reading(block: "P6", "a fragment's content is left out") { block in
        block.typeName == "tool_result" ? block : block.removing("content")
      },
    ]
  }

  // P7 to P13
  static var ofPayloads: [Deviation] {
    [
      reading("assistant", "P7", "thinking is shown") { payload in
        payload.mappingBlocks { block in
          guard block.typeName == "thinking", let thought = block["thinking"] ?? block["text"] else { return block }
          return ["type": "text", "text": thought]
        }
      },
      reading("assistant", "P7", "texts are left out beside tools") { payload in
        payload.blocks.contains { $0.typeName == "tool_use" }
          ? payload.mappingBlocks { $0.typeName == "text" ? nil : $0 } : payload
      },
      reading("assistant", "P7", "without blocks there is nothing") { payload in
        payload.blocks.contains { ["text", "tool_use"].contains($0.typeName ?? "") } ? payload : nil
      },
      reading("assistant", "P7", "a tool without a name is shown") { payload in
        payload.mappingBlocks { block in
          block.typeName == "tool_use" && block["name"]?.string == nil ? block.setting("name", "tool") : block
        }
      },

      reading("user", "P8", "what the program says in the user's name is shown") {
        $0.removing("isMeta", "isSynthetic", "isCompactSummary")
      },
      reading("user", "P8", "isMeta hides whatever it is") { $0["isMeta"] == nil ? $0 : nil },
      reading("user", "P8", "a sub-agent's prompt is shown") { $0.removing("parent_tool_use_id") },
      reading("user", "P8", "a blank parent hides") { payload in
        payload["parent_tool_use_id"]?.string.map { !$0.isEmpty } == true ? nil : payload
      },
      reading("user", "P8", "tool results are user bubbles") { payload in
        payload.mappingBlocks { block in
          guard block.typeName == "tool_result", let content = block["content"]?.string else { return block }
          return ["type": "text", "text": .string(content)]
        }
      },
      reading("user", "P8", "text that answers a tool is shown") { payload in
        payload.mappingBlocks { $0.typeName == "tool_result" ? $0 : $0.removing("tool_use_id") }
      },
      reading("user", "P8", "only text blocks are shown") { payload in
        guard payload.message?["content"]?.elements != nil else { return payload }
        return payload.mappingBlocks { ["text", "tool_result"].contains($0.typeName ?? "") ? $0 : nil }
      },
      reading("user", "P8", "content that is a string is left out") { payload in
        payload.mappingMessage { $0["content"]?.string == nil ? $0 : $0.removing("content") }
      },

      reading("result", "P9", "successful results are shown") { payload in
        payload.isError ? payload : ["type": "assistant", "text": payload["result"] ?? "Done"]
      },
      reading("result", "P9", "every result is hidden") { _ in nil },
      reading("result", "P9", "the subtype is left out") { $0.removing("subtype") },
      reading("result", "P9", "the subtype is compared in any case") { payload in
        payload.setting("subtype", payload["subtype"]?.string.map { .string($0.asciiLowercased) })
      },
      reading("result", "P9", "is_error may be anything") { payload in
        payload["is_error"].map { $0 == .bool(false) || $0 == .null } ?? true
          ? payload : payload.setting("is_error", true)
      },
      reading("result", "P9", "is_error false outranks the subtype") { payload in
        payload["is_error"] == false ? payload.removing("subtype") : payload
      },
      reading("result", "P9", "the error goes before the result") { payload in
        payload["error"] == nil ? payload : payload.removing("result")
      },
      reading("result", "P9", "the list of errors is left out") { $0.removing("errors") },
      showing(entry: "P9", "errors are the assistant's") { entry in
        entry["role"] == "system" ? entry.setting("role", "assistant") : entry
      },
      showing(block: "P9", "an error without a message has none") { block in
        block["message"] == "Unknown error" ? block.setting("message", "") : block
      },

      reading("terminal_output", "P10", "the stream is left out") { payload in
        guard payload["stream"]?.string != nil, let content = payload["content"]?.string, !content.isBlank else {
          return nil
        }
        return ["type": "assistant", "text": .string(content)]
      },
      reading("terminal_output", "P10", "output without a stream is shown") { payload in
        payload["stream"]?.string == nil ? payload.setting("stream", "") : payload
      },
      reading("terminal_output", "P10", "terminal output is hidden") { _ in nil },

      reading(payload: "P11", "commands are the assistant's") { payload in
        payload.typeName?.hasSuffix("_command") == true
          ? payload.setting("type", "output_chunk").setting("role", "assistant") : payload
      },
      reading(payload: "P11", "commands are hidden") { $0.typeName?.hasSuffix("_command") == true ? nil : $0 },
      reading(payload: "P11", "a command's own role counts") { payload in
        payload.typeName?.hasSuffix("_command") == true && payload["role"] != nil
          ? payload.setting("type", "output_chunk") : payload
      },

      reading(payload: "P12", "unknown types are hidden") { payload in
        knownTypes.contains(payload.typeName ?? "") ? payload : nil
      },
      reading("system", "P12", "system payloads are shown") {
        $0.setting("type", "output_chunk").setting("role", "assistant")
      },
      reading("tool_use", "P12", "tool_use payloads are shown") { $0.setting("type", "output_chunk") },
      reading(payload: "P12", "a system role does not hide") { payload in
        guard !knownTypes.contains(payload.typeName ?? ""), payload["role"]?.string?.asciiLowercased == "system" else {
          return payload
        }
        return payload.setting("role", "assistant")
      },

      showing(entry: "P13", "texts are joined with a space") { entry in
        entry.setting("content", entry["content"]?.string.map { .string($0.replacingAll("\n", with: " ")) })
      },
      showing(entry: "P13", "errors are left out of the content") { entry in
        let hasError = entry["blocks"]?.elements?.contains { $0["type"] == "error" } ?? false
        return hasError ? entry.setting("content", "") : entry
      },
      showing(entry: "P13", "the content is the first text alone") { entry in
        let texts = entry["blocks"]?.elements?.compactMap { $0["text"] ?? $0["message"] }
        return entry.setting("content", texts?.first ?? "")
      },
    ]
  }
}

extension JSONObject {
  fileprivate var isError: Bool {
    self["is_error"] == true || self["subtype"]?.string?.utf8.starts(with: "error".utf8) == true
  }
}
