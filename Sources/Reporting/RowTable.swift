internal import CanonicalJSON
internal import Conformance

/// The rows of the behavior matrix that an implementation fails most, for a run whose causes say
/// little.
struct RowTable {
  /// A row with failed cases.
  struct Row {
    /// The id, with the contract if the failures are of several contracts.
    let name: String
    let scenario: String
    /// The number of failed cases.
    let failed: Int
    /// The number of cases that were checked.
    let checked: Int

    /// Returns whether the row is listed before another one: if a larger part of its cases failed
    /// or, if the parts are equal, if more of them failed.
    fileprivate func isWorse(than other: Row) -> Bool {
      // Compare the parts as products of integers, so that equal parts compare as equal.
      let own = failed * other.checked
      let others = other.failed * checked
      if own != others { return own > others }
      if failed != other.failed { return failed > other.failed }
      return TextKey(name) < TextKey(other.name)
    }
  }

  /// The rows with failed cases, those with the largest part of failed cases first.
  let rows: [Row]

  /// The maximum number of rows to print.
  private static let most = 10

  /// Creates the table for an implementation, or returns `nil` if one of its causes explains more
  /// than a third of its failures.
  init?(of implementation: String, in record: RunRecord) {
    let causes = record.causes.filter { $0.implementation == implementation }
    let failed = causes.reduce(0) { $0 + $1.taken }
    guard failed > 0, causes.allSatisfy({ 3 * $0.cases.count <= failed }) else { return nil }

    let results = record.results.filter { $0.implementation == implementation }
    let status = Dictionary(results.map { (TextKey($0.caseName), $0.result.status) }) {
      first,
      _ in first
    }

    let isSeveral = Set(results.filter(\.isFailed).map(\.contract)).count > 1

    rows = record.suites.flatMap { suite in
      suite.rows.compactMap { row -> Row? in
        let statuses = row.cases.compactMap { status[TextKey("\(suite.contract)/\($0)")] }
        let failed = statuses.count { $0 == .failed }
        guard failed > 0 else { return nil }

        return Row(
          name: isSeveral ? "\(suite.contract)/\(row.id)" : row.id,
          scenario: row.scenario,
          failed: failed,
          checked: statuses.count(where: \.isChecked)
        )
      }
    }.sorted { $0.isWorse(than: $1) }
  }

  /// Returns the lines of the table: failed and checked cases, the id of the row, and its scenario,
  /// which is below a long id.
  func lines(width: Int) -> [StyledLine] {
    let shown = rows.prefix(Self.most)
    let counts = shown.map { "\(figure($0.failed)) of \(figure($0.checked))" }
    let countWidth = counts.map(\.columns).max() ?? 0
    let nameWidth = shown.map(\.name).filter { !$0.isLongName }.map(\.columns).max() ?? 0

    let lines = zip(shown, counts).flatMap { row, count in
      let start = "  \(count.leftPadded(to: countWidth))  "
      let isLong = row.name.isLongName
      let name = isLong ? row.name : printable(row.name).rightPadded(to: nameWidth)
      let head: [StyledLine.Span] = [.init(start), .init(name, .emphasis)]

      let indent = isLong ? start.columns : start.columns + nameWidth + 2
      let scenario = printable(row.scenario).clipped(columns: max(width - indent, 10))
      guard isLong else { return [StyledLine(head + [.init("  \(scenario)", .dim)])] }
      return [StyledLine(head), StyledLine(scenario, .dim).indented(by: indent)]
    }

    let rest = rows.count - shown.count
    let note = rest > 0 ? [StyledLine("  … and \(counted(rest, "more row"))", .dim)] : []

    return [StyledLine("by row (no cause explains a third of the failures):", .emphasis)] + lines
      + note
  }
}
