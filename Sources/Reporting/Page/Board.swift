package import CanonicalJSON
package import Conformance
internal import RFC3339

/// Implementations by rows of their contracts, from the reports of several runs.
///
/// The current results of an implementation are those of its newest run. A run that was interrupted
/// counts as the newest one only if there is no complete run. Equal reports in equal order always
/// make equal boards.
package struct Board: Hashable, Sendable {
  /// The runs, oldest first, without duplicates.
  package let runs: [BoardRun]
  package let contracts: [Contract]
  /// The reports that are left out because another one is of the same run.
  package let duplicates: [Duplicate]

  /// A report of a run that another report is of as well.
  package struct Duplicate: Hashable, Sendable {
    package let file: String
    /// The file with the report that the board uses.
    package let original: String
  }

  /// A contract with the implementations that some run has for it.
  package struct Contract: Hashable, Sendable {
    package let id: String
    package let title: String
    /// The versions of the suite in the current runs, newest run first. If there are several, the
    /// results are of different suites.
    package let versions: [String]
    /// Whether current runs have different suites with the same version.
    package let hasChangedSuite: Bool
    package let implementations: [Implementation]
    /// The rows of the suite of the newest run, then those that only other current runs have.
    package let rows: [BoardRun.Row]
    /// The cases, in the same order.
    package let cases: [BoardRun.Case]
  }

  /// An implementation of a contract: its current results, and those of earlier runs.
  package struct Implementation: Hashable, Sendable {
    package let name: String
    package let version: String?
    package let language: String?
    /// The index of the run with the current results.
    package let run: Int
    /// The version of the suite of that run.
    package let suiteVersion: String
    package let results: BoardRun.Results
    package let counts: Counts
    /// The ids of the rows of its suite.
    package let rows: Set<TextKey>
    /// The runs with the contract and the implementation, oldest first.
    package let history: [Point]
    /// What changed since the run before, or `nil` if there is none.
    package let comparison: Comparison?
  }

  /// The counts of an implementation in one run.
  package struct Point: Hashable, Sendable {
    /// The index of the run.
    package let run: Int
    package let counts: Counts
  }

  /// The number of cases with each status.
  package struct Counts: Hashable, Sendable {
    package private(set) var passed = 0
    package private(set) var failed = 0
    package private(set) var known = 0
    package private(set) var notApplicable = 0
    package private(set) var skipped = 0
    package private(set) var notRun = 0

    /// The number of cases that apply to the implementation.
    package var total: Int { passed + failed + known + skipped + notRun }

    /// Counts statuses, one for each case.
    package init(_ statuses: some Sequence<Verdict.Status>) {
      for status in statuses {
        switch status {
        case .passed: passed += 1
        case .failed: failed += 1
        case .known: known += 1
        case .notApplicable: notApplicable += 1
        case .skipped: skipped += 1
        case .notRun: notRun += 1
        }
      }
    }
  }
}

// MARK: - Creating a board

extension Board {
  /// Creates a board.
  ///
  /// - Parameter runs: The runs, in the order of the command line. A run without a start counts as
  ///   newer than the run before it in this order.
  package init(_ runs: [BoardRun]) {
    let groups = runs.grouped(by: \.content)
    let ordered = Self.inOrderOfTime(groups.map { $0[0] })

    self.runs = ordered
    duplicates = groups.flatMap { group in
      group.dropFirst().map { Duplicate(file: $0.file, original: group[0].file) }
    }

    let newestFirst = ordered.reversed().flatMap { run in run.suites.map(\.contract) }
    contracts = newestFirst.distinct { TextKey($0) }.map { Contract($0, in: ordered) }
  }

  /// Returns the runs, oldest first. A run without a start keeps its place after the run before it.
  private static func inOrderOfTime(_ runs: [BoardRun]) -> [BoardRun] {
    var latest = DateTime(seconds: .min)
    let dated = runs.map { run in
      latest = run.start ?? latest
      return (time: latest, run: run)
    }
    return dated.enumerated().sorted { first, second in
      (first.element.time, first.offset) < (second.element.time, second.offset)
    }.map(\.element.run)
  }
}

extension Board.Contract {
  /// Creates the contract from runs, of which at least one has it.
  fileprivate init(_ id: String, in runs: [BoardRun]) {
    let entries = runs.enumerated().flatMap { index, run in
      run.suites.filter { $0.contract == id }.flatMap { suite in
        suite.results.map { Entry(run: index, suite: suite, results: $0) }
      }
    }

    let groups = entries.grouped { TextKey($0.results.implementation) }
    let current = groups.map { $0[Self.currentIndex(in: $0, runs)] }

    let suites = current.sorted { $0.run > $1.run }.map(\.suite)
    let references = suites[0].references
    let implementations = groups.map { Board.Implementation($0, in: runs) }

    self.id = id
    title = suites[0].title
    versions = suites.map(\.version).distinct { TextKey($0) }
    hasChangedSuite = Set(suites.map(\.digest)).count > versions.count
    self.implementations =
      implementations.filter { references.contains($0.name) }
      + implementations.filter { !references.contains($0.name) }
    rows = suites.flatMap(\.rows).grouped { TextKey($0.id) }.map { Self.merged($0) }
    cases = suites.flatMap(\.cases).distinct { TextKey($0.id) }
  }

  /// The results of an implementation in a run.
  fileprivate struct Entry {
    let run: Int
    let suite: BoardRun.Suite
    let results: BoardRun.Results
  }

  /// Returns the index of the current results: those of the newest complete run or, if none is
  /// complete, of the newest run.
  fileprivate static func currentIndex(in entries: [Entry], _ runs: [BoardRun]) -> Int {
    entries.lastIndex { !runs[$0.run].isInterrupted } ?? entries.count - 1
  }

  /// Returns the first of several rows with the same id, with the cases of all.
  private static func merged(_ rows: [BoardRun.Row]) -> BoardRun.Row {
    BoardRun.Row(
      id: rows[0].id,
      scenario: rows[0].scenario,
      clauses: rows[0].clauses,
      cases: rows.flatMap(\.cases).distinct { TextKey($0) }
    )
  }
}

extension Board.Implementation {
  /// Creates the implementation from its results, oldest first.
  fileprivate init(_ entries: [Board.Contract.Entry], in runs: [BoardRun]) {
    let index = Board.Contract.currentIndex(in: entries, runs)
    let current = entries[index]
    let earlier = entries[..<index].last { !runs[$0.run].isInterrupted }
    let described = runs[current.run].implementations.first {
      $0.name == current.results.implementation
    }

    name = current.results.implementation
    version = described?.version
    language = described?.language
    run = current.run
    suiteVersion = current.suite.version
    results = current.results
    counts = Board.Counts(current.results.statuses.values)
    rows = Set(current.suite.rows.map { TextKey($0.id) })

    history = entries.map { entry in
      Board.Point(run: entry.run, counts: Board.Counts(entry.results.statuses.values))
    }

    comparison = earlier.map { earlier in
      Board.Comparison(
        from: (earlier.run, earlier.suite, earlier.results),
        to: (current.run, current.suite, current.results)
      )
    }
  }
}
