internal import CanonicalJSON
internal import Conformance
internal import SessionTimeline

extension Deviation {
  // T1, T2
  static var ofTools: [Deviation] {
    [
      status("the status is not trimmed") { $0.trimmed == $0 ? $0 : "" },
      status("the status is compared in exact case") { $0.asciiLowercased == $0 ? $0 : "" },
      status("error is no failure") { $0.trimmed.asciiLowercased == "error" ? "" : $0 },
      status("an unknown status is running") { status in
        let known = ["running", "failed", "error", "completed", "complete", "done", "success"]
        return known.contains(status.trimmed.asciiLowercased) ? status : "running"
      },
      reading(block: "T1", "a missing status is running") { block in
        block.typeName == "tool_use" && block["status"] == nil ? block.setting("status", "running") : block
      },
      showing(block: "T1", "what is absent is null") { block in
        guard block["type"] == "toolCall" else { return block }
        return ["toolUseId", "input", "output"].reduce(block) { $0[$1] == nil ? $0.setting($1, .null) : $0 }
      },
      showing(block: "T1", "an empty input is kept") { block in
        block["type"] == "toolCall" && block["input"] == nil ? block.setting("input", [:]) : block
      },
      showing(block: "T1", "the input is left out") { $0.removing("input") },
      showing(block: "T1", "keys of the input are normalised") { block in
        block.setting("input", block["input"]?.object.map { .object(JSONObject($0.map { ($0.key.merged, $0.value) })) })
      },
      reading(block: "T1", "the output goes before the result") { block in
        block.typeName == "tool_use" && block["output"] != nil ? block.removing("result") : block
      },
      reading(block: "T1", "the output is left out") {
        $0.typeName == "tool_use" ? $0.removing("output", "result") : $0
      },
      reading("assistant", "T1", "the payload's parent is left out") { $0.removing("parent_tool_use_id") },
      reading(block: "T1", "the block's own parent is left out") { $0.removing("parent_tool_use_id") },
      reading(block: "T1", "ids are trimmed") { block in
        block.setting("id", block["id"]?.string.map { .string($0.trimmed) })
      },

      summary("the whole path is told") { name, input in
        ["Read", "Write", "Edit"].contains(name) ? input["file_path"]?.string.map { "\(name) \($0)" } : nil
      },
      summary("the file's name alone is told") { name, input in
        guard ["Read", "Write", "Edit"].contains(name), let path = input["file_path"]?.string else { return nil }
        return "\(name) \(path.split(separator: "/").last.map(String.init) ?? path)"
      },
      summary("every path is cut") { name, input in
        guard ["Read", "Write", "Edit"].contains(name), let path = input["file_path"]?.string else { return nil }
        return "\(name) \(path.split(separator: "/").suffix(2).joined(separator: "/"))"
      },
      command("a command is cut at 60 UTF-16 units") { String(decoding: Array($0.utf16.prefix(60)), as: UTF16.self) },
      command("a command is cut at 60 bytes") { String(decoding: Array($0.utf8.prefix(60)), as: UTF8.self) },
      command("a command is cut at 60 characters") { String($0.prefix(60)) },
      command("a command is cut at 57 scalars") { String($0.unicodeScalars.prefix(57)) },
      command("a command of 60 scalars is cut") { text in
        text.unicodeScalars.count < 60 ? text : String(text.unicodeScalars.prefix(59))
      },
      summary("nothing tells that a command was cut") { name, input in
        name == "Bash" ? input["command"]?.string.map { String($0.unicodeScalars.prefix(60)) } : nil
      },
      summary("NotebookEdit is told by its own name") { name, input in
        name == "NotebookEdit" ? input["notebook_path"]?.string.map { "NotebookEdit \($0)" } : nil
      },
      summary("searches are told without their word") { name, input in
        name == "WebSearch" ? input["query"]?.string : nil
      },
      summary("fetches are told by the tool's name") { name, _ in name == "WebFetch" ? "WebFetch" : nil },
      summary("patterns are left out") { name, _ in ["Grep", "Glob"].contains(name) ? name : nil },
    ]
  }

  // T3, T4
  static var ofOutcomes: [Deviation] {
    [
      reading("user", "T3", "outcomes are left out") { $0.mappingBlocks { $0.typeName == "tool_result" ? nil : $0 } },
      reading("user", "T3", "hidden rows have no outcomes") { payload in
        payload["parent_tool_use_id"]?.string == nil
          ? payload : payload.mappingBlocks { $0.typeName == "tool_result" ? nil : $0 }
      },
      reading("user", "T3", "an outcome is never an error") { $0.mappingBlocks { $0.removing("is_error") } },
      reading("user", "T3", "content that is an array is left out") { payload in
        payload.mappingBlocks { $0["content"]?.elements == nil ? $0 : $0.removing("content") }
      },
      reading("user", "T3", "fragments are joined with nothing between") { payload in
        payload.mappingBlocks { block in
          guard let elements = block["content"]?.elements else { return block }
          let fragments = elements.compactMap { $0.string ?? $0["text"]?.string }
          return block.setting("content", .string(fragments.joined()))
        }
      },
      showing(block: "T3", "the output is trimmed") { block in
        block.setting("output", block["output"]?.string.map { .string($0.trimmed) })
      },
      standing("T3", "an outcome needs its tool before it") { block, seen in
        if block.typeName == "tool_use", let id = block["id"]?.string { seen.insert(TextKey(id)) }
        return block.typeName != "tool_result" || seen.contains(TextKey(block["tool_use_id"]?.string ?? ""))
      },
      standing("T3", "the first outcome stays") { block, seen in
        block.typeName != "tool_result" || seen.insert(TextKey(block["tool_use_id"]?.string ?? "")).inserted
      },
      standing("T3", "a later tool_use undoes the outcome", reversed: true) { block, seen in
        if block.typeName == "tool_use", let id = block["id"]?.string { seen.insert(TextKey(id)) }
        return block.typeName != "tool_result" || !seen.contains(TextKey(block["tool_use_id"]?.string ?? ""))
      },

      standing("T4", "the first state stays") { block, seen in
        guard block.typeName == "tool_use", let id = block["id"]?.string else { return true }
        return seen.insert(TextKey(id)).inserted
      },
      standing("T4", "a repeated tool moves to its latest place", reversed: true) { block, seen in
        guard block.typeName == "tool_use", let id = block["id"]?.string else { return true }
        return seen.insert(TextKey(id)).inserted
      },
      reading(block: "T4", "tools are told apart by name") { block in
        block.typeName == "tool_use" && block["id"] != nil ? block.setting("id", block["name"]) : block
      },
      asking("T4", "tool ids that are canonically equivalent are one") { input in
        input.mappingRows { row in
          row.mappingContent { content in
            guard let payload = content.jsonObject else { return content }
            let merged = payload.mappingBlocks { $0.setting("id", $0["id"]?.string.map { .string($0.merged) }) }
            return JSONValue.object(merged).canonicalText()
          }
        }
      },
      unidentified("T4", "tools without an id are all different") { block, number in "\(number)" },
      unidentified("T4", "tools without an id are the same over the timeline") { block, _ in
        "\(block["name"] ?? .null) \(block["input"] ?? .null)"
      },
      unidentified("T4", "tools without an id are the same by name") { block, _ in "\(block["name"] ?? .null)" },
      standing(
        "T4", "a missing parent forgets", reversed: true,
        change: { block, seen in
          guard block.typeName == "tool_use", let id = block["id"]?.string else { return block }
          return seen.insert(TextKey(id)).inserted ? block : block.removing("parent_tool_use_id")
        }),
    ]
  }

  private static func status(_ mistake: String, _ change: @escaping @Sendable (String) -> String) -> Deviation {
    reading(block: "T1", mistake) { block in
      guard block.typeName == "tool_use", let status = block["status"]?.string else { return block }
      return block.setting("status", .string(change(status)))
    }
  }

  private static func summary(
    _ mistake: String, _ summary: @escaping @Sendable (_ name: String, _ input: JSONObject) -> String?
  ) -> Deviation {
    showing(block: "T2", mistake) { block in
      guard let name = block["name"]?.string, let input = block["input"]?.object, let text = summary(name, input) else {
        return block
      }
      return block.setting("summary", .string(text))
    }
  }

  private static func command(_ mistake: String, _ cut: @escaping @Sendable (String) -> String) -> Deviation {
    summary(mistake) { name, input in
      guard name == "Bash", let command = input["command"]?.string else { return nil }
      let start = cut(command)
      return start.hasSameBytes(as: command) ? command : "\(start)..."
    }
  }

  /// Gives tools without an id one that the output does not show.
  private static func unidentified(
    _ rule: String, _ mistake: String, _ id: @escaping @Sendable (JSONObject, Int) -> String
  ) -> Deviation {
    Deviation(rule, mistake) { input, reference in
      var number = 0
      let asked = input.mappingRows { row in
        row.mappingContent { content in
          guard let payload = content.jsonObject else { return content }
          let named = payload.mappingBlocks { block in
            guard block.typeName == "tool_use", block["id"]?.string?.isEmpty != false else { return block }
            number += 1
            return block.setting("id", .string(id(block, number).disguised))
          }
          return JSONValue.object(named).canonicalText()
        }
      }
      func hidingID(_ block: JSONObject) -> JSONObject {
        let isOurs = block["toolUseId"]?.string?.unicodeScalars.first == "\u{E000}"
        return (isOurs ? block.removing("toolUseId") : block).mappingElements("tools", hidingID)
      }
      return reference(asked).mappingElements("entries") { $0.mappingElements("blocks", hidingID) }
    }
  }
}

extension String {
  /// One of the texts that are canonically equivalent to this one.
  fileprivate var merged: String {
    unicodeScalars.contains("\u{301}") ? replacingAll("e\u{301}", with: "\u{E9}") : self
  }
}
