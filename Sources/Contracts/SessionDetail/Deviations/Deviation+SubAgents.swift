internal import CanonicalJSON
internal import Conformance
internal import SessionTimeline

extension Deviation {
  // T5, T6
  static var ofSubAgents: [Deviation] {
    [
      disguising("T5", "Agent is no sub-agent") { $0.hasSameBytes(as: "Agent") ? $0.disguised : $0 },
      reading(block: "T5", "a Task without an id is a sub-agent") { block in
        block.isSubAgent && block["id"]?.string?.isEmpty != false ? block.setting("id", "task") : block
      },
      reading(block: "T5", "tasks of any case are sub-agents") { block in
        block["name"]?.string?.asciiLowercased == "task" ? block.setting("name", "Task") : block
      },
      showing(block: "T5", "a type that is not given is unknown") { block in
        block["subagentType"] == "general-purpose" ? block.setting("subagentType", "unknown") : block
      },
      showing(block: "T5", "the description is left out") { block in
        block["description"] == nil ? block : block.setting("description", "")
      },
      disguisingParents("T5", "children stay in their own entry") { _ in true },
      standing(
        "T5", "a child before its parent is left standing",
        change: { block, seen in
          if block.isSubAgent, let id = block["id"]?.string { seen.insert(TextKey(id)) }
          guard let parent = block["parent_tool_use_id"]?.string, !seen.contains(TextKey(parent)) else { return block }
          return block.removing("parent_tool_use_id")
        }),
      showing(block: "T5", "children are listed latest first") { block in
        block.setting("tools", block["tools"]?.elements.map { .array($0.reversed()) })
      },
      Deviation("T5", "a sub-agent in a sub-agent is one of its tools") { input, reference in
        let output = reference(input)
        let nested = input.arrivals.compactMap { $0["content"]?.string?.jsonObject }.flatMap(\.blocks)
          .filter { $0.isSubAgent && $0["parent_tool_use_id"]?.string?.nonBlank != nil }
          .compactMap { $0["id"]?.string.map { TextKey($0) } }
        return output.mappingElements("entries") { entry in
          entry.mappingElements("blocks") { block in
            block["type"] == "subAgent" && nested.contains(TextKey(block["toolUseId"]?.string ?? "")) ? nil : block
          }
        }
      },
      answering("T5", "an entry left with no block stays") { output, input in
        let shown = Set((output["entries"]?.elements ?? []).compactMap { $0["id"] })
        let emptied = input.arrivals.filter { row in
          let blocks = row["content"]?.string?.jsonObject?.blocks ?? []
          return !blocks.isEmpty && blocks.allSatisfy { $0.typeName == "tool_use" }
            && !shown.contains(row["id"] ?? .null)
        }
        return output.appendingEntries(emptied.map { ["id": $0["id"] ?? .null, "blocks": []] })
      },

      merging("T6", "the latest type always stays") { $0.last("subagent_type") },
      merging("T6", "the first type always stays") { $0.first("subagent_type") },
      merging("T6", "placeholders are compared in exact case") { tasks in
        let placeholders = ["unknown", "general", "general-purpose", "general purpose"]
        let types = tasks.compactMap { $0["input"]?["subagent_type"]?.string }
        return types.first { !placeholders.contains($0) && !$0.isBlank }.map { ["subagent_type": .string($0)] } ?? [:]
      },
      merging("T6", "the first description stays") { $0.first("description") },
      merging("T6", "a blank description replaces") { $0.last("description") },
      merging("T6", "running overwrites completed", inInput: false) { $0.last("status") },
      merging("T6", "the first status stays", inInput: false) { $0.first("status") },
      merging("T6", "the first result stays", inInput: false) { $0.first("result") },
      standing("T6", "repeated tasks do not merge") { block, seen in
        guard block.isSubAgent, let id = block["id"]?.string else { return true }
        return seen.insert(TextKey(id)).inserted
      },
    ]
  }

  /// Gives every task of one id the same members, worked out from all of them.
  private static func merging(
    _ rule: String, _ mistake: String, inInput: Bool = true,
    _ members: @escaping @Sendable (_ tasks: [JSONObject]) -> JSONObject
  ) -> Deviation {
    asking(rule, mistake) { input in
      var tasks: [TextKey: [JSONObject]] = [:]
      let ordered = input.mappingPayloadsInOrder { payload in
        for block in payload.blocks where block.isSubAgent {
          tasks[TextKey(block["id"]?.string ?? ""), default: []].append(block)
        }
        return payload
      }
      return ordered.mappingPayloadsInOrder { payload in
        payload.mappingBlocks { block in
          guard block.isSubAgent, let same = tasks[TextKey(block["id"]?.string ?? "")], same.count > 1 else {
            return block
          }
          let members = members(same)
          guard inInput else { return members.reduce(block) { $0.setting($1.key, $1.value) } }
          let input = members.reduce(block["input"]?.object ?? [:]) { $0.setting($1.key, $1.value) }
          return block.setting("input", .object(input))
        }
      }
    }
  }

  /// Hides from the reference that a tool has a parent, and not from whoever reads the output.
  private static func disguisingParents(
    _ rule: String, _ mistake: String, _ isHidden: @escaping @Sendable (JSONObject) -> Bool
  ) -> Deviation {
    Deviation(rule, mistake) { input, reference in
      let asked = input.mappingRows { row in
        row.mappingContent { content in
          guard let payload = content.jsonObject, payload.typeName == "assistant" else { return content }
          func hide(_ object: JSONObject) -> JSONObject {
            object.setting(
              "parent_tool_use_id", object["parent_tool_use_id"]?.string?.nonBlank.map { .string($0.disguised) })
          }
          return JSONValue.object(hide(payload.mappingBlocks { isHidden($0) ? hide($0) : $0 })).canonicalText()
        }
      }
      return reference(asked).mappingTexts { $0.undisguised }
    }
  }
}

extension JSONObject {
  var isSubAgent: Bool {
    typeName == "tool_use" && (self["name"] == "Task" || self["name"] == "Agent")
  }
}

extension [JSONObject] {
  /// The first value that tasks have for a member, of the block or of its input.
  fileprivate func first(_ key: String) -> JSONObject { values(key).first.map { [key: $0] } ?? [:] }
  fileprivate func last(_ key: String) -> JSONObject { values(key).last.map { [key: $0] } ?? [:] }

  private func values(_ key: String) -> [JSONValue] { compactMap { $0[key] ?? $0["input"]?[key] } }
}

extension JSONValue {
  func appendingEntries(_ entries: [JSONValue]) -> JSONValue {
    guard case .object(let output) = self, let shown = output["entries"]?.elements else { return self }
    return .object(output.setting("entries", .array(shown + entries)))
  }
}
