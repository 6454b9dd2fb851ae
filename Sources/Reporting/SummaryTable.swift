internal import Conformance

/// Lines that summarize the parts of a run, one for each part, in columns.
///
/// ```
/// ✓ session-detail 2.0.0   reference   546 passed   1,935 orderings
/// ✗ session-detail 2.0.0   python      544 of 546 passed
/// ```
struct SummaryTable {
  /// One line of the table.
  struct Row {
    /// Whether the line begins with a check mark instead of a cross.
    let isGood: Bool
    /// The name of the part, which may take several columns.
    let names: [String]
    /// The counts that aren't zero.
    let counts: [Count]
    /// The text to print if there are no counts.
    let note: String

    /// Creates a row. Counts that are zero are left out, except those that are shown anyway.
    init(isGood: Bool, names: [String], counts: [Count], orElse note: String) {
      self.isGood = isGood
      self.names = names
      self.counts = counts.filter { $0.number > 0 || $0.isShownIfZero }
      self.note = note
    }
  }

  /// A number with what it counts.
  struct Count {
    let number: Int
    /// What follows the number, such as `orderings` or `of 546 passed`.
    let text: String
    var style = Style.plain
    var isShownIfZero = false
  }

  let rows: [Row]

  /// The space between columns.
  private static let gap = "   "

  /// The lines. The names and the first count of each row are aligned, and the other counts follow.
  var lines: [StyledLine] {
    let nameCount = rows.map(\.names.count).max() ?? 0
    let widths = (0..<nameCount).map { column in
      width(of: rows.map { $0.names.count > column ? $0.names[column] : "" })
    }

    let numbers = rows.map { $0.counts.first.map { figure($0.number) } ?? "" }
    let first = zip(rows, numbers).map { row, number in
      number.leftPadded(to: numbers.map(\.columns).max() ?? 0) + " "
        + (row.counts.first?.text ?? "")
    }
    let firstWidth = first.map(\.columns).max() ?? 0

    return zip(rows, first).map { row, first in
      let mark = row.isGood ? StyledLine.Span("✓ ", .added) : StyledLine.Span("✗ ", .removed)
      let names = zip(row.names, widths).map { name, width in
        StyledLine.Span(name.rightPadded(to: width) + Self.gap)
      }
      guard let count = row.counts.first else {
        return StyledLine([mark] + names + [.init(row.note)])
      }

      let others = row.counts.dropFirst()
      let padded = others.isEmpty ? first : first.rightPadded(to: firstWidth)
      return StyledLine(
        [mark] + names + [.init(padded, count.style)]
          + others.map { .init("\(Self.gap)\(figure($0.number)) \($0.text)", $0.style) }
      )
    }
  }

  /// Returns the number of columns of the widest name. A name that is too long for a column moves
  /// the rest of its line.
  private func width(of names: [String]) -> Int {
    names.filter { !$0.isLongName }.map(\.columns).max() ?? 0
  }
}

extension RunRecord {
  /// The table with the counts of each contract and implementation.
  var summaryTable: SummaryTable {
    SummaryTable(
      rows: parts.map { suite, implementation, counts in
        summaryRow(of: suite, implementation, counts)
      }
    )
  }

  /// Returns the row of an implementation of a contract. It is good if all cases of the shard ran,
  /// even if there are none, and no case failed.
  private func summaryRow(
    of suite: Suite,
    _ implementation: String,
    _ counts: Counts
  ) -> SummaryTable.Row {
    let isIdle = isIdle(suite.contract, implementation)
    let skipsTooMuch =
      counts.skippedByProgram > 0
      && incidents.contains { $0.isAboutSkips && $0.implementation == implementation }
    let isComplete = counts.skipped == 0 && (counts.checked > 0 || isIdle)

    return SummaryTable.Row(
      isGood: counts.failed == 0 && isComplete && !skipsTooMuch,
      names: ["\(suite.contract) \(suite.version)", implementation],
      counts: [
        .passed(counts),
        counts.verdictCounts.map { .verdicts($0) },
        .init(number: counts.known, text: "known to fail"),
        .init(number: counts.notApplicable, text: "not applicable", style: .dim),
        .init(
          number: counts.skippedByProgram,
          text: "skipped",
          style: skipsTooMuch ? .removed : .dim
        ),
        .init(number: counts.skipped, text: "not run", style: .removed),
        .init(
          number: counts.schedules,
          text: counts.schedules == 1 ? "ordering" : "orderings",
          style: .dim
        ),
      ].compactMap(\.self),
      orElse: "no case in this shard"
    )
  }

  /// Whether the implementation has no case of the contract in this shard, but has one in another.
  private func isIdle(_ contract: String, _ implementation: String) -> Bool {
    let part = ShardShare.Part(contract: contract, implementation: implementation)
    return shard?.idle.contains(part) ?? false
  }
}

extension SummaryTable.Count {
  /// The number of verdicts in outputs that passed, of all of them if others failed.
  fileprivate static func verdicts(_ counts: VerdictCounts) -> SummaryTable.Count {
    guard counts.failed > 0 else {
      return .init(number: counts.passed, text: counts.passed == 1 ? "verdict" : "verdicts")
    }

    return .init(
      number: counts.passed,
      text: "of \(figure(counts.total)) verdicts",
      style: .removed,
      isShownIfZero: true
    )
  }

  /// The number of cases that passed, of those that were checked if others failed.
  fileprivate static func passed(_ counts: RunRecord.Counts) -> SummaryTable.Count {
    guard counts.failed > 0 else {
      return .init(number: counts.passed, text: "passed")
    }

    return .init(
      number: counts.passed,
      text: "of \(figure(counts.checked)) passed",
      style: .removed,
      isShownIfZero: true
    )
  }
}
