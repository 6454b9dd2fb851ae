internal import CanonicalJSON
package import Conformance

extension Board {
  /// What changed between two runs of an implementation.
  package struct Comparison: Hashable, Sendable {
    /// The indices of the runs.
    package let before: Int
    package let after: Int
    /// The versions of the suite in both runs.
    package let versions: [String]
    /// Whether the suites differ.
    package let hasChangedSuite: Bool
    package let rows: [RowChange]
    package let cases: [CaseChange]
    /// The number of cases that both suites have and that didn't run in one of the runs.
    package let notCompared: Int

    /// Whether neither a row nor a case changed.
    package var isEmpty: Bool { rows.isEmpty && cases.isEmpty }
  }

  /// How a row or a case changed.
  package enum Change: String, CaseIterable, Hashable, Sendable {
    /// It fails now, and didn't before.
    case broke
    /// It failed before, and passes now.
    case fixed
    /// Its result changed in another way, such as to a known failure.
    case changed
    /// Only the newer suite has it.
    case added
    /// Only the older suite has it.
    case removed
  }

  /// A row whose result changed, or that only one of the suites has.
  package struct RowChange: Hashable, Sendable {
    package let change: Change
    package let row: String
  }

  /// A case whose result changed, or that only one of the suites has.
  package struct CaseChange: Hashable, Sendable {
    package let change: Change
    package let id: String
    /// The rows of the case.
    package let rows: [String]
    /// The status in the older run, or `nil` if its suite doesn't have the case.
    package let from: Verdict.Status?
    /// The status in the newer run, or `nil` if its suite doesn't have the case.
    package let to: Verdict.Status?
    /// Why the case has its status in the newer run.
    package let reason: String?
  }
}

extension Board.Comparison {
  /// The results of an implementation in a run, with the index of the run and the suite.
  typealias Side = (run: Int, suite: BoardRun.Suite, results: BoardRun.Results)

  /// Compares the results of one implementation in two runs.
  ///
  /// - Parameters:
  ///   - old: The results in the older run.
  ///   - new: The results in the newer run.
  init(from old: Side, to new: Side) {
    let shared = new.results.statuses.filter { old.results.statuses[$0.key] != nil }

    before = old.run
    after = new.run
    versions = [old.suite.version, new.suite.version]
    hasChangedSuite = old.suite.digest != new.suite.digest
    rows = Self.rowChanges(old, new)
    cases = Self.caseChanges(old, new)
    notCompared = shared.count { id, status in
      status == .notRun || old.results.statuses[id] == .notRun
    }
  }

  /// Returns the changed cases by kind of change, each kind in the order of the newer suite.
  private static func caseChanges(_ old: Side, _ new: Side) -> [Board.CaseChange] {
    let rowsBefore = rowsByCase(old.suite)
    let rowsAfter = rowsByCase(new.suite)

    let ids = (new.suite.cases + old.suite.cases).map(\.id).distinct { TextKey($0) }
    let changes = ids.compactMap { id -> Board.CaseChange? in
      let key = TextKey(id)
      let from = old.results.statuses[key]
      let to = new.results.statuses[key]
      guard let change = change(from: from, to: to) else { return nil }

      return Board.CaseChange(
        change: change,
        id: id,
        rows: rowsAfter[key] ?? rowsBefore[key] ?? [],
        from: from,
        to: to,
        reason: new.results.reasons[key]
      )
    }

    return Board.Change.allCases.flatMap { change in changes.filter { $0.change == change } }
  }

  /// Returns how a case changed, or `nil` if it didn't or if it didn't run in one of the runs.
  ///
  /// - Parameters:
  ///   - from: The status in the older run, or `nil` if its suite doesn't have the case.
  ///   - to: The status in the newer run, or `nil` if its suite doesn't have the case.
  private static func change(from: Verdict.Status?, to: Verdict.Status?) -> Board.Change? {
    guard let from else { return .added }
    guard let to else { return .removed }
    guard from != to, from != .notRun, to != .notRun else { return nil }

    switch (from, to) {
    case (_, .failed): return .broke
    case (.failed, .passed), (.known, .passed): return .fixed
    default: return .changed
    }
  }

  /// Returns the changed rows by kind of change. Of the rows that both suites have, only those that
  /// broke or were fixed are in the list.
  private static func rowChanges(_ old: Side, _ new: Side) -> [Board.RowChange] {
    let oldRows = Dictionary(old.suite.rows.map { (TextKey($0.id), $0) }) { first, _ in first }
    let newIDs = Set(new.suite.rows.map { TextKey($0.id) })

    let changed = new.suite.rows.compactMap { row -> Board.RowChange? in
      let change = change(
        from: oldRows[TextKey(row.id)].map { statuses(of: $0, old.results) },
        to: statuses(of: row, new.results)
      )
      return change.map { Board.RowChange(change: $0, row: row.id) }
    }

    let removed = old.suite.rows.filter { !newIDs.contains(TextKey($0.id)) }.map { row in
      Board.RowChange(change: .removed, row: row.id)
    }

    let changes = changed + removed
    return Board.Change.allCases.flatMap { change in changes.filter { $0.change == change } }
  }

  /// Returns whether a row broke or was fixed. A row in which a case didn't run isn't fixed.
  private static func change(
    from: Set<Verdict.Status>?,
    to: Set<Verdict.Status>
  ) -> Board.Change? {
    guard let from else { return .added }

    let failedBefore = from.contains(.failed)
    let failsNow = to.contains(.failed)
    if failsNow { return failedBefore ? nil : .broke }
    return failedBefore && !to.contains(.notRun) ? .fixed : nil
  }

  /// Returns the statuses of a row's cases. Cases without a result are left out.
  private static func statuses(
    of row: BoardRun.Row,
    _ results: BoardRun.Results
  ) -> Set<Verdict.Status> {
    Set(row.cases.compactMap { results.statuses[TextKey($0)] })
  }

  /// Returns the ids of the rows that each case is in.
  private static func rowsByCase(_ suite: BoardRun.Suite) -> [TextKey: [String]] {
    let pairs = suite.rows.flatMap { row in row.cases.map { (TextKey($0), [row.id]) } }
    return Dictionary(pairs, uniquingKeysWith: +)
  }
}
