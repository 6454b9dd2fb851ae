internal import SessionDetail

/// The cost of an update at the end of a session as the session grows.
struct UpdatesPart {
  let effort: Effort

  /// Returns a figure for each kind of update at each length of a session.
  func figures() -> [Figure] {
    let sizes = effort.isQuick ? [100, 1_000] : [1_000, 10_000, 100_000]
    return sizes.flatMap { rowCount in
      Update.allCases.map { update in
        Figure(
          name: "update of \(rowCount) rows: \(update.rawValue)",
          unit: .microseconds,
          Samples(microseconds(of: update, after: rowCount), best: .lowest),
          goal: .under(20)
        )
      }
    }
  }

  /// Returns the times of single updates, each of which stays in the timeline.
  private func microseconds(of update: Update, after rowCount: Int) -> [Double] {
    var timeline = LiveSessionTimeline(rows: (0..<rowCount).map { Update.row($0) })
    let clock = ContinuousClock()
    return (0..<(effort.isQuick ? 101 : 2_001)).map { offset in
      let (prelude, row) = update.rows(at: rowCount + 2 * offset)
      if let prelude { timeline.update(prelude) }
      return clock.measure { timeline.update(row) } / .microseconds(1)
    }
  }
}

/// The updates whose cost is reported.
enum Update: String, CaseIterable {
  case text = "assistant text"
  case tool = "tool use"
  case outcome = "outcome of a tool"
  case repeatedRow = "newer write of a row"

  /// Returns the update, and the row that has to precede it, which isn't timed.
  func rows(at index: Int) -> (prelude: SessionRow?, update: SessionRow) {
    switch self {
    case .text: (nil, Self.text(index))
    case .tool: (nil, Self.tool(index))
    case .outcome: (Self.tool(index), Self.outcome(of: index, at: index + 1))
    case .repeatedRow: (Self.text(index), Self.text(index, sequenceNumber: index + 1, id: index))
    }
  }

  /// Returns a row of a session of many short messages. A third are texts, a third tools, and a
  /// third the outcomes of those tools.
  static func row(_ index: Int) -> SessionRow {
    switch index % 3 {
    case 0: text(index)
    case 1: tool(index)
    default: outcome(of: index - 1, at: index)
    }
  }

  /// Returns a row with a text.
  ///
  /// - Parameters:
  ///   - sequenceNumber: The sequence number, or `nil` for the index.
  ///   - id: The number in the row's id, or `nil` for the index.
  private static func text(_ index: Int, sequenceNumber: Int? = nil, id: Int? = nil) -> SessionRow {
    row(
      id ?? index,
      sequenceNumber ?? index,
      Message.assistant(#"{"type":"text","text":"Line \#(index)"}"#, id: "m\(index)")
    )
  }

  /// Returns a row with a tool call that has no outcome yet.
  private static func tool(_ index: Int) -> SessionRow {
    let input = #"{"command":"echo \#(index)"}"#
    return row(
      index,
      index,
      Message.toolUse("t\(index)", "Bash", input: input, message: "m\(index)")
    )
  }

  /// Returns a row with the outcome of the tool in another row.
  private static func outcome(of tool: Int, at index: Int) -> SessionRow {
    row(index, index, Message.outcome(of: "t\(tool)", text: "\"\(tool)\""))
  }

  /// Returns a row without a creation time.
  private static func row(_ id: Int, _ sequenceNumber: Int, _ content: String) -> SessionRow {
    SessionRow(
      id: "row-\(id)",
      sequenceNumber: Int64(sequenceNumber),
      createdAt: nil,
      content: content
    )
  }
}
