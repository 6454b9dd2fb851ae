internal import Conformance
internal import SessionDetail

/// A timeline as a user sees it in a chat: bubbles with text, one line per tool, and sub-agents
/// with their tools.
struct ChatPicture {
  typealias Paragraph = Account.Paragraph

  /// The lines from top to bottom. An empty paragraph separates two entries.
  let paragraphs: [Paragraph]

  /// Draws a timeline, or the error in place of it.
  init(of timeline: Result<SessionTimeline, SessionDecryptionError>) {
    switch timeline {
    case .success(let timeline) where timeline.entries.isEmpty:
      paragraphs = [Paragraph("nothing is shown", .secondary, indent: 2)]
    case .success(let timeline):
      paragraphs = Array(timeline.entries.map(Self.paragraphs).joined(separator: [Paragraph("")]))
    case .failure(let error):
      paragraphs = [
        Paragraph(
          "no timeline: \(error.rawValue)",
          .failure,
          indent: 2,
          lead: ToolStatus.failed.lead
        )
      ]
    }
  }

  /// Returns the author's role and the entry's id, followed by the blocks.
  private static func paragraphs(of entry: TimelineEntry) -> [Paragraph] {
    let name = Paragraph(
      entry.role.rawValue,
      .name,
      indent: 2,
      note: "  \(entry.id)",
      extent: .line
    )

    return [name]
      + entry.display.flatMap { group in
        let blocks = entry.blocks[group.blocks]
        // T8
        guard group.kind == .parallelAgents, blocks.count > 1 else {
          return blocks.flatMap { paragraphs(of: $0) }
        }
        return [Paragraph("\(blocks.count) parallel sub-agents", .secondary, indent: 4)]
          + blocks.flatMap { paragraphs(of: $0, indent: 6) }
      }
  }

  /// Returns the text of a block, or a tool or sub-agent with its output.
  private static func paragraphs(of block: ContentBlock, indent: Int = 4) -> [Paragraph] {
    switch block {
    case .text(let text): [Paragraph(text, indent: indent)]
    case .error(let message):
      [Paragraph(message, .failure, indent: indent, lead: ToolStatus.failed.lead)]
    case .toolCall(let tool): paragraphs(of: tool, indent: indent)
    case .subAgent(let subAgent): paragraphs(of: subAgent, indent: indent)
    }
  }

  /// Returns a line for a tool, followed by its output.
  private static func paragraphs(of tool: ToolCall, indent: Int) -> [Paragraph] {
    // Add the name only if the summary doesn't start with it, as with a command.
    let name = tool.summary.utf8.starts(with: tool.name.utf8) ? "" : "  \(tool.name)"
    return [
      Paragraph(
        tool.summary,
        indent: indent,
        lead: tool.status.lead,
        note: name + tool.status.note,
        extent: .line
      )
    ] + output(tool.output, indent: indent + 4)
  }

  /// Returns a line for a sub-agent, followed by its tools and its result.
  private static func paragraphs(of subAgent: SubAgent, indent: Int) -> [Paragraph] {
    let description = subAgent.description.trimmedNonBlank.map { ": \($0)" } ?? ""
    let name = Paragraph(
      subAgent.subagentType + description,
      .name,
      indent: indent,
      lead: subAgent.status.lead,
      note: subAgent.status.note
    )

    return [name] + subAgent.tools.flatMap { paragraphs(of: $0, indent: indent + 2) }
      + output(subAgent.result, indent: indent + 4)
  }

  /// Returns the first three lines of an output, or nothing if there is none.
  private static func output(_ text: String?, indent: Int) -> [Paragraph] {
    text.map { [Paragraph($0.trimmed, .secondary, indent: indent, extent: .lines(3))] } ?? []
  }
}

extension ToolStatus {
  /// The sign for the status, which precedes the text.
  fileprivate var lead: Account.Paragraph.Lead {
    switch self {
    case .running: .init("◦ ", .secondary)
    case .completed: .init("✓ ", .success)
    case .failed: .init("✗ ", .failure)
    }
  }

  /// The status as text, because the sign may not be clear to every reader.
  fileprivate var note: String { self == .completed ? "" : "  \(rawValue)" }
}
