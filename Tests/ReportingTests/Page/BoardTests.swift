import CanonicalJSON
import Conformance
import Reporting
import TestSuites
import Testing

struct BoardTests {
  private let suite = SuiteFolder()

  /// Checks implementations, and returns the run with its report's name and start.
  ///
  /// - Parameters:
  ///   - wrong: The texts for which an implementation returns another output, by its name.
  ///   - hour: The hour of the start, or `nil` for a run without a start.
  private func run(
    _ file: String,
    wrong: KeyValuePairs<String, Set<String>>,
    at hour: Int?,
    isInterrupted: Bool = false,
    selection: Selection = Selection(),
    labels: [String: String] = [:]
  ) async throws -> BoardRun {
    let implementations = wrong.map { name, texts in
      InProcessImplementation(name: name) { request in
        let isWrong = texts.contains(request.input["text"]?.string ?? "")
        return isWrong ? 0 : Words.output(of: request.input)
      }
    }
    let findings = try await suite.check(
      Words(implementations: implementations),
      selection: selection
    )
    var record = findings.report(showingPassed: false, signal: isInterrupted ? 130 : nil)
    record.provenance = Provenance(
      implementations: implementations.map {
        .init(name: $0.name, version: "1.\(hour ?? 0)", language: "Swift", command: nil)
      },
      start: hour.map { "2026-01-01T0\($0):00:00Z" }
    )
    record.labels = labels
    return BoardRun(record, file: file)
  }

  private func writeThreeCases() async throws {
    try suite.write([.words("a", "one"), .words("b", "two"), .words("c", "three")])
    try await suite.regenerate()
  }

  // MARK: - Runs

  @Test func `runs are in order of time, and one without a start follows the run before it`()
    async throws
  {
    try await writeThreeCases()
    let late = try await run("late", wrong: ["x": []], at: 5)
    let undated = try await run("undated", wrong: ["x": ["one"]], at: nil)
    let early = try await run("early", wrong: ["x": []], at: 2)
    #expect(Board([late, undated, early]).runs.map(\.file) == ["early", "late", "undated"])
    #expect(Board([early, undated, late]).runs.map(\.file) == ["early", "undated", "late"])
  }

  @Test func `two reports of a run count once`() async throws {
    try await writeThreeCases()
    let first = try await run("first", wrong: ["x": []], at: 1)
    let copy = try await run("copy", wrong: ["x": []], at: 1)
    let other = try await run("other", wrong: ["x": ["one"]], at: 1)
    let board = Board([first, copy, other])
    #expect(board.runs.map(\.file) == ["first", "other"])
    #expect(board.duplicates.map { [$0.file, $0.original] } == [["copy", "first"]])
  }

  @Test func `equal runs make equal boards and pages`() async throws {
    try await writeThreeCases()
    let runs = [
      try await run("1", wrong: ["x": ["one"], "y": []], at: 1, labels: ["b": "2", "a": "1"]),
      try await run("2", wrong: ["x": []], at: 2),
    ]
    #expect(Board(runs) == Board(runs))
    #expect(BoardPage(Board(runs)).text == BoardPage(Board(runs)).text)
  }

  // MARK: - Contracts

  @Test func `current results are those of the newest run of each implementation`() async throws {
    try await writeThreeCases()
    let board = Board([
      try await run("1", wrong: ["x": ["one"], "y": ["two"]], at: 1),
      try await run("2", wrong: ["x": ["one", "two"]], at: 2),
    ])
    let contract = try #require(board.contracts.first)
    #expect(contract.implementations.map(\.name) == ["x", "y"])
    #expect(contract.implementations.map(\.run) == [1, 0])
    #expect(contract.implementations.map(\.version) == ["1.2", "1.1"])
    #expect(contract.implementations.map(\.counts.passed) == [1, 2])
    #expect(contract.implementations.map(\.counts.failed) == [2, 1])
    #expect(contract.implementations.map { $0.history.map(\.counts.failed) } == [[1, 2], [1]])
    #expect(contract.implementations.map { $0.comparison == nil } == [false, true])
    #expect(contract.versions == ["1.0.0"])
    #expect(!contract.hasChangedSuite)
  }

  @Test func `an interrupted run is current only if there is no complete one`() async throws {
    try await writeThreeCases()
    let complete = try await run("1", wrong: ["x": ["one"]], at: 1)
    let interrupted = try await run("2", wrong: ["x": []], at: 2, isInterrupted: true)
    let board = Board([complete, interrupted])
    #expect(board.runs.map(\.isInterrupted) == [false, true])
    #expect(board.contracts[0].implementations.map(\.run) == [0])
    #expect(board.contracts[0].implementations[0].history.map(\.run) == [0, 1])
    #expect(Board([interrupted]).contracts[0].implementations.map(\.run) == [0])
  }

  @Test func `a case that wasn't selected didn't run, and isn't in the comparison`() async throws {
    try await writeThreeCases()
    let board = Board([
      try await run("1", wrong: ["x": ["two"]], at: 1),
      try await run("2", wrong: ["x": []], at: 2, selection: Selection(only: [Glob("a")])),
    ])
    let implementation = board.contracts[0].implementations[0]
    #expect(implementation.counts.notRun == 2)
    #expect(implementation.counts.total == 3)
    let comparison = try #require(implementation.comparison)
    #expect(comparison.isEmpty)
    #expect(comparison.notCompared == 2)
  }

  @Test func `cases in no row have a row of their own, after the others`() async throws {
    try await writeThreeCases()
    let matrix = try #require(try suite.folder.text(SuiteFolder.matrixPath))
    // The only row has the first case.
    try suite.folder.write(
      matrix.replacing(#/"cases": \[[^\]]*\]/#, with: #""cases": ["a"]"#),
      to: SuiteFolder.matrixPath
    )
    let board = Board([try await run("1", wrong: ["x": []], at: 1)])
    #expect(board.contracts[0].rows.map(\.id) == ["splitting", BoardRun.otherCases])
    #expect(board.contracts[0].rows.map(\.cases) == [["a"], ["b", "c"]])
  }

  // MARK: - Comparisons

  @Test func `a comparison lists what broke before what was fixed`() async throws {
    try await writeThreeCases()
    let board = Board([
      try await run("1", wrong: ["x": ["one"]], at: 1),
      try await run("2", wrong: ["x": ["three"]], at: 2),
    ])
    let comparison = try #require(board.contracts[0].implementations[0].comparison)
    #expect([comparison.before, comparison.after] == [0, 1])
    #expect(comparison.cases.map(\.change) == [.broke, .fixed])
    #expect(comparison.cases.map(\.id) == ["c", "a"])
    #expect(comparison.cases.map(\.from) == [.passed, .failed])
    #expect(comparison.cases.map(\.to) == [.failed, .passed])
    #expect(comparison.cases.map { $0.reason == nil } == [false, true])
    #expect(comparison.cases.map(\.rows) == [["splitting"], ["splitting"]])
    #expect(comparison.rows.isEmpty, "the row fails before and after")
  }

  @Test func `a row broke or is fixed as a whole`() async throws {
    try await writeThreeCases()
    let board = Board([
      try await run("1", wrong: ["x": [], "y": ["one", "two"]], at: 1),
      try await run("2", wrong: ["x": ["two"], "y": []], at: 2),
    ])
    let comparisons = board.contracts[0].implementations.map(\.comparison)
    #expect(comparisons.map { $0?.rows.map(\.change) } == [[.broke], [.fixed]])
  }

  @Test func `a comparison of two suites lists the cases that only one of them has`()
    async throws
  {
    try await writeThreeCases()
    let before = try await run("1", wrong: ["x": []], at: 1)
    try suite.write([.words("b", "two"), .words("d", "four")], version: "1.1.0")
    try await suite.regenerate()
    let board = Board([before, try await run("2", wrong: ["x": []], at: 2)])
    let contract = board.contracts[0]
    #expect(contract.versions == ["1.1.0"])
    #expect(contract.cases.map(\.id) == ["b", "d"])
    let comparison = try #require(contract.implementations[0].comparison)
    #expect(comparison.versions == ["1.0.0", "1.1.0"])
    #expect(comparison.hasChangedSuite)
    #expect(
      comparison.cases.map { "\($0.change.rawValue) \($0.id)" } == [
        "added d", "removed a", "removed c",
      ]
    )
  }

  @Test func `implementations may have results of different suites`() async throws {
    try await writeThreeCases()
    let old = try await run("1", wrong: ["x": []], at: 1)
    try suite.write([.words("b", "two"), .words("d", "four")])
    try await suite.regenerate()
    let board = Board([old, try await run("2", wrong: ["y": []], at: 2)])
    #expect(board.contracts[0].hasChangedSuite, "the version is the same")
    #expect(board.contracts[0].cases.map(\.id) == ["b", "d", "a", "c"])
    #expect(board.contracts[0].rows.map(\.cases) == [["b", "d", "a", "c"]])
  }

  // MARK: - Counts and pages

  @Test func `every status is counted, and those that don't apply aren't in the total`() {
    let counts = Board.Counts(Verdict.Status.allCases + [.passed, .failed])
    #expect([counts.passed, counts.failed, counts.known] == [2, 2, 1])
    #expect([counts.notApplicable, counts.skipped, counts.notRun] == [1, 1, 1])
    #expect(counts.total == 7)
  }

  @Test func `the page has a letter for each case, and refers to cases by number`() async throws {
    try await writeThreeCases()
    let old = try await run("1", wrong: ["y": ["two"]], at: 1)
    try suite.write([.words("b", "two"), .words("d", "four")], version: "1.1.0")
    try await suite.regenerate()
    let board = Board([old, try await run("2", wrong: ["x": ["four"]], at: 2, labels: ["k": "v"])])
    #expect(board.summary == "2 implementations, 1 contract, 2 runs")

    let page = BoardPage(board).text
    #expect(BoardPage.isBoard(Array(page.utf8)))
    #expect(!BoardPage.isBoard(Array(page.replacing("id=\"board\"", with: "id=\"page\"").utf8)))
    let data = try page.data("board")
    #expect(data["runs"]?.elements?.map { $0["file"] } == ["1", "2"])
    #expect(data["runs"]?.elements?.map { $0["labels"] } == [[], [["k", "v"]]])
    let contract = try #require(data["contracts"]?.elements?.first)
    #expect(contract["cases"]?.elements?.map { $0.elements?.first } == ["b", "d", "a", "c"])
    #expect(contract["rows"]?.elements?.map { $0["cases"] } == [[0, 1, 2, 3]])
    let implementations = try #require(contract["implementations"]?.elements)
    #expect(implementations.map { $0["name"] } == ["x", "y"])
    // The older suite has no case d, and the newer one neither a nor c.
    #expect(implementations.map { $0["results"] } == ["pf..", "f.pp"])
    #expect(
      implementations.map { $0["reasons"]?.elements?.map { $0.elements?.first } } == [[1], [0]]
    )
    #expect(implementations.map { $0["suiteVersion"] } == ["1.1.0", "1.0.0"])
  }
}
