internal import Foundation
internal import SessionDetail

/// The contract's rules that the generated sessions need, on Foundation's JSONSerialization, as an
/// app would write them.
struct FoundationTimeline {
  /// A tool or sub-agent. It is a class, so that an outcome reaches it wherever it is shown.
  final class Tool {
    let name: String
    let input: [String: Any]
    var output: String?
    var hasFailed = false
    /// The tools of a sub-agent.
    var tools: [Tool] = []

    /// Reads the input of a tool. A missing input counts as empty.
    init(_ block: [String: Any], name: String) {
      self.name = name
      input = block["input"] as? [String: Any] ?? [:]
    }
  }

  /// A piece of an entry.
  enum Block {
    case text(String)
    case tool(Tool)
    case subAgent(Tool)
  }

  /// One or more rows that are shown together.
  struct Entry {
    let id: String
    let role: String
    var blocks: [Block]
  }

  private(set) var entries: [Entry] = []
  private var entryOfMessage: [String: Int] = [:]
  private var toolCalls: [String: Tool] = [:]
  private var subAgents: [String: Tool] = [:]
  private var outcomes: [(id: String, hasFailed: Bool, text: String?)] = []

  /// Creates the timeline of rows in any order. The last write with the greatest sequence number
  /// wins.
  init(rows: [SessionRow]) {
    var latest: [String: SessionRow] = [:]
    for row in rows where latest[row.id].map({ $0.sequenceNumber <= row.sequenceNumber }) ?? true {
      latest[row.id] = row
    }

    for row in latest.values.sorted(by: { $0.sequenceNumber < $1.sequenceNumber }) { read(row) }

    for outcome in outcomes {
      guard let tool = toolCalls[outcome.id] ?? subAgents[outcome.id] else { continue }
      tool.hasFailed = outcome.hasFailed
      tool.output = outcome.text ?? tool.output
    }

    entries.removeAll(where: \.blocks.isEmpty)
  }

  /// Reads a row into blocks and outcomes.
  private mutating func read(_ row: SessionRow) {
    guard let payload = Self.payload(of: row.content) else {
      return add(
        [trimmed(row.content)].compactMap(\.self).map(Block.text),
        of: row,
        role: "user",
        message: nil
      )
    }

    let message = payload["message"] as? [String: Any]
    let content = message?["content"] as? [Any] ?? []
    let blocks = content.compactMap { $0 as? [String: Any] }

    switch (payload["type"] as? String)?.lowercased() {
    case "assistant":
      let parent = payload["parent_tool_use_id"] as? String
      let shown = blocks.compactMap { block($0, parent: parent) }
      add(shown, of: row, role: "assistant", message: message?["id"] as? String)
    case "user":
      outcomes += blocks.compactMap(Self.outcome)

      guard payload["parent_tool_use_id"] == nil else { return }
      let texts = blocks.filter { $0["tool_use_id"] == nil }.compactMap {
        trimmed($0["text"] as? String)
      }
      add(texts.map(Block.text), of: row, role: "user", message: nil)
    default: break
    }
  }

  /// Returns the object in a row, out of at most four wrappers, or `nil` if there is none.
  private static func payload(of content: String) -> [String: Any]? {
    var text = content
    for _ in 0...4 {
      guard
        let payload = (try? JSONSerialization.jsonObject(with: Data(text.utf8))) as? [String: Any]
      else {
        return nil
      }
      guard let inner = payload["raw_json"] as? String else { return payload }
      text = inner
    }
    return nil
  }

  /// Returns the block to show, or `nil` if it repeats an earlier one or belongs to a sub-agent.
  private mutating func block(_ block: [String: Any], parent: String?) -> Block? {
    switch (block["type"] as? String)?.lowercased() {
    case "text": return trimmed(block["text"] as? String).map(Block.text)
    case "tool_use":
      guard let name = block["name"] as? String, let id = block["id"] as? String else { return nil }

      let tool = Tool(block, name: name)
      if name == "Task" || name == "Agent" {
        guard subAgents.updateValue(tool, forKey: id) == nil else { return nil }
        return .subAgent(tool)
      }

      guard toolCalls.updateValue(tool, forKey: id) == nil else { return nil }
      if let agent = (block["parent_tool_use_id"] as? String ?? parent).flatMap({ subAgents[$0] }) {
        agent.tools.append(tool)
        return nil
      }
      return .tool(tool)
    default: return nil
    }
  }

  /// Returns the outcome in a block, or `nil` for any other block. A blank text counts as missing.
  private static func outcome(_ block: [String: Any]) -> (
    id: String, hasFailed: Bool, text: String?
  )? {
    guard block["type"] as? String == "tool_result", let id = block["tool_use_id"] as? String else {
      return nil
    }

    let parts = block["content"] as? [[String: Any]] ?? []
    let text =
      block["content"] as? String
      ?? parts.compactMap { $0["text"] as? String }.joined(separator: "\n")
    return (id, block["is_error"] as? Bool == true, trimmed(text) == nil ? nil : text)
  }

  /// Appends blocks to the entry of their message, or to a new entry.
  private mutating func add(_ blocks: [Block], of row: SessionRow, role: String, message: String?) {
    if let message, let index = entryOfMessage[message] {
      entries[index].blocks += blocks
    } else if !blocks.isEmpty {
      if let message { entryOfMessage[message] = entries.count }
      entries.append(Entry(id: row.id, role: role, blocks: blocks))
    }
  }
}

/// Returns the text without white space at its ends, or `nil` if nothing is left.
private func trimmed(_ text: String?) -> String? {
  guard let text = text?.trimmingCharacters(in: .whitespacesAndNewlines), !text.isEmpty else {
    return nil
  }
  return text
}

extension TimelineTally {
  /// Counts what a timeline shows, in the same way as for the library's timeline.
  init(_ timeline: FoundationTimeline) {
    entries = timeline.entries.count

    for block in timeline.entries.lazy.flatMap(\.blocks) {
      blocks += 1
      switch block {
      case .text(let text): textBytes += text.utf8.count
      case .tool(let tool): textBytes += tool.output?.utf8.count ?? 0
      case .subAgent(let agent):
        textBytes += agent.output?.utf8.count ?? 0
        tools += agent.tools.count
        for tool in agent.tools { textBytes += tool.output?.utf8.count ?? 0 }
      }
    }
  }
}
