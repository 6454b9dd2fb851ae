internal import Foundation
internal import SessionDetail

/// The contract's rules that the generated sessions need, on Foundation's JSONSerialization, as an
/// app would write them.
struct FoundationTimeline {
  final class Tool {
    let name: String
    let input: [String: Any]
    var output: String?
    var hasFailed = false
    /// The tools of a sub-agent.
    var tools: [Tool] = []

    init(_ block: [String: Any], name: String) {
      self.name = name
      input = block["input"] as? [String: Any] ?? [:]
    }
  }

  enum Block {
    case text(String)
    case tool(Tool)
    case subAgent(Tool)
  }

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

  private mutating func add(_ blocks: [Block], of row: SessionRow, role: String, message: String?) {
    if let message, let index = entryOfMessage[message] {
      entries[index].blocks += blocks
    } else if !blocks.isEmpty {
      if let message { entryOfMessage[message] = entries.count }
      entries.append(Entry(id: row.id, role: role, blocks: blocks))
    }
  }
}

private func trimmed(_ text: String?) -> String? {
  guard let text = text?.trimmingCharacters(in: .whitespacesAndNewlines), !text.isEmpty else {
    return nil
  }
  return text
}

extension TimelineTally {
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
