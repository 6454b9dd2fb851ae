internal import SessionDetail

/// A summary of a timeline. Implementations must produce the same one to show that they did the
/// same work.
struct TimelineTally: Equatable, CustomStringConvertible {
  var entries = 0
  var blocks = 0
  /// The number of tools in sub-agents.
  var tools = 0
  /// The bytes of texts, messages, outputs and results.
  var textBytes = 0

  var description: String { "\(entries) \(blocks) \(tools) \(textBytes)" }
}

extension TimelineTally {
  /// Counts what a timeline shows.
  init(_ timeline: SessionTimeline) {
    entries = timeline.entries.count

    for block in timeline.entries.lazy.flatMap(\.blocks) {
      blocks += 1
      switch block {
      case .text(let text), .error(let text): textBytes += text.utf8.count
      case .toolCall(let tool): textBytes += tool.output?.utf8.count ?? 0
      case .subAgent(let agent):
        textBytes += agent.result?.utf8.count ?? 0
        tools += agent.tools.count
        for tool in agent.tools { textBytes += tool.output?.utf8.count ?? 0 }
      }
    }
  }
}
