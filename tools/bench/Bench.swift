internal import SessionTimeline

/// What an update at the end of a session costs as the session grows: `swift run -c release bench`.
@main
enum Bench {
  static func main() {
    let sizes = [1_000, 10_000, 100_000]
    print("Median microseconds for an update at the end of a session, and the ratio to \(sizes[0]) rows")
    print(columns(["update"] + sizes.map { "\($0) rows" }))
    let medians = sizes.map { rowCount in Update.allCases.map { median(of: $0, after: rowCount) } }
    for (index, update) in Update.allCases.enumerated() {
      let first = medians[0][index]
      let cells = medians.map { "\(rounded($0[index])) (\(rounded($0[index] / first)))" }
      print(columns([update.rawValue] + cells))
    }
  }

  /// The median over single updates, each of which the timeline keeps.
  private static func median(of update: Update, after rowCount: Int) -> Double {
    var timeline = LiveSessionTimeline(rows: (0..<rowCount).map { Session.row($0) })
    let clock = ContinuousClock()
    let times = (0..<2_001).map { offset in
      let (prelude, row) = update.rows(at: rowCount + 2 * offset)
      if let prelude { timeline.update(prelude) }
      return clock.measure { timeline.update(row) }
    }
    return (times.sorted()[times.count / 2] / .microseconds(1))
  }

  private static func rounded(_ value: Double) -> String { "\((value * 10).rounded() / 10)" }

  private static func columns(_ cells: [String]) -> String {
    cells.enumerated().map { index, cell in
      let padding = String(repeating: " ", count: max(1, (index == 0 ? 24 : 18) - cell.utf8.count))
      return index == 0 ? cell + padding : padding + cell
    }.joined()
  }
}

/// The updates whose cost is told.
enum Update: String, CaseIterable {
  case text = "assistant text"
  case tool = "tool use"
  case outcome = "outcome of a tool"
  case repeatedRow = "newer write of a row"

  /// What has to be there before, which is not timed, and the update.
  func rows(at index: Int) -> (prelude: SessionRow?, update: SessionRow) {
    switch self {
    case .text: (nil, Session.text(index))
    case .tool: (nil, Session.tool(index))
    case .outcome: (Session.tool(index), Session.outcome(of: index, at: index + 1))
    case .repeatedRow: (Session.text(index), Session.text(index, sequenceNumber: index + 1, id: index))
    }
  }
}

/// A session of many short messages, a third of them with a tool and its outcome.
enum Session {
  static func row(_ index: Int) -> SessionRow {
    switch index % 3 {
    case 0: text(index)
    case 1: tool(index)
    default: outcome(of: index - 1, at: index)
    }
  }

  static func text(_ index: Int, sequenceNumber: Int? = nil, id: Int? = nil) -> SessionRow {
    row(
      id ?? index, sequenceNumber ?? index,
      #"{"type":"assistant","message":{"id":"m\#(index)","content":[{"type":"text","text":"Line \#(index)"}]}}"#)
  }

  static func tool(_ index: Int) -> SessionRow {
    let block = #"{"type":"tool_use","id":"t\#(index)","name":"Bash","input":{"command":"echo \#(index)"}}"#
    return row(index, index, #"{"type":"assistant","message":{"id":"m\#(index)","content":[\#(block)]}}"#)
  }

  static func outcome(of tool: Int, at index: Int) -> SessionRow {
    let block = #"{"type":"tool_result","tool_use_id":"t\#(tool)","content":"\#(tool)"}"#
    return row(index, index, #"{"type":"user","message":{"content":[\#(block)]}}"#)
  }

  private static func row(_ id: Int, _ sequenceNumber: Int, _ content: String) -> SessionRow {
    SessionRow(id: "row-\(id)", sequenceNumber: Int64(sequenceNumber), createdAt: nil, content: content)
  }
}
