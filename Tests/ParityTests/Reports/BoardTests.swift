import Foundation
import Testing

/// Tests of `parity board`, which makes a page from the reports of several runs.
struct BoardTests {
  private let suite: TemporarySuite

  init() throws {
    suite = try TemporarySuite(Self.files)
  }

  @Test func `a board shows the newest run of each implementation and what changed`() async throws {
    try await check("first.json", left: "cat", right: "sed s/one/wrong/", at: "08")
    try await check("second.json", left: "sed s/two/wrong/", right: "cat", at: "09")
    let before = try suite.contents()
    // Reports may be in any order.
    let run = try await suite.process("board", "second.json", "first.json", "--output", "out/board")
    run.expect(
      .exit(0),
      output: ["wrote out/board/index.html: 2 implementations, 1 contract, 2 runs"]
    )
    let added = Set(try suite.contents().keys).subtracting(before.keys)
    #expect(added == ["out", "out/board", "out/board/index.html"])

    let board = try board("out/board")
    #expect(board.runs.map(\.file) == ["first.json", "second.json"])
    #expect(board.runs.map(\.labels) == [[["commit", "08"]], [["commit", "09"]]])
    let contract = try #require(board.contracts.first)
    #expect(contract.rows.map(\.id) == ["first-row", "second-row"])
    #expect(contract.rows.map(\.cases) == [[0, 1], [2]])
    #expect(contract.cases.map { $0[0] } == ["one", "two", "three"])
    let left = contract.implementations[0]
    let right = contract.implementations[1]
    #expect([left.name, right.name] == ["left", "right"])
    #expect([left.results, right.results] == ["pfp", "ppp"])
    #expect(left.history.map(\.counts["passed"]) == [3, 2])
    #expect(right.history.map(\.counts["failed"]) == [1, 0])

    let broken = try #require(left.comparison)
    #expect(broken.before == 0 && broken.after == 1)
    #expect(broken.rows.map { [$0.change, $0.row] } == [["broke", "first-row"]])
    #expect(broken.cases.map { [$0.change, $0.id] } == [["broke", "two"]])
    #expect(broken.cases.map { [$0.from, $0.to] } == [["passed", "failed"]])
    let fixed = try #require(right.comparison)
    #expect(fixed.cases.map { [$0.change, $0.id] } == [["fixed", "one"]])
  }

  @Test func `reports of different implementations have histories of their own`() async throws {
    try await check("left.json", left: "cat", at: "08")
    try await check("right.json", right: "cat", at: "09")
    try await make("board", "right.json", "left.json").expect(.exit(0))
    let contract = try #require(try board("board").contracts.first)
    #expect(contract.implementations.map(\.name) == ["left", "right"])
    #expect(contract.implementations.map(\.run) == [0, 1])
    #expect(contract.implementations.allSatisfy { $0.comparison == nil })
  }

  @Test func `without a start, the last report on the command line is the newest`() async throws {
    try await check("first.json", left: "cat", at: nil)
    try await check("second.json", left: "sed s/two/wrong/", at: nil)
    for (names, results) in [
      (["first.json", "second.json"], "pfp"), (["second.json", "first.json"], "ppp"),
    ] {
      try await make("board", names[0], names[1]).expect(.exit(0))
      #expect(try board("board").contracts[0].implementations[0].results == results)
    }
  }

  @Test func `the same reports make the same page`() async throws {
    try await check("first.json", left: "cat", right: "cat", at: "08")
    try await make("one", "first.json").expect(.exit(0))
    try await make("two", "first.json").expect(.exit(0))
    #expect(try suite.text(of: "one/index.html") == suite.text(of: "two/index.html"))
    // A board replaces a board.
    try await make("one", "first.json").expect(.exit(0))
    #expect(try suite.stagingFolders() == [])
  }

  @Test func `a run counts once, however many reports of it there are`() async throws {
    try await check("first.json", left: "cat", at: "08")
    try suite.write(try suite.text(of: "first.json"), to: "copy.json")
    let run = try await make("board", "first.json", "copy.json", "first.json")
    run.expect(.exit(0), output: ["'copy.json' is the same run as 'first.json'"])
    let board = try board("board")
    #expect(board.runs.count == 1)
    #expect(board.duplicates.map(\.file) == ["copy.json", "first.json"])
  }

  @Test func `cases that a version of the contract lacks aren't compared`() async throws {
    try await check("old.json", left: "cat", right: "cat", at: "08")
    try suite.replace(#""version": "1.0.0""#, with: #""version": "2.0.0""#, in: Self.matrix)
    try suite.replace("three", with: "four", in: Self.matrix)
    try suite.replace("three", with: "four", in: Self.cases)
    try await check("new.json", right: "cat", at: "09")
    try await make("board", "old.json", "new.json").expect(.exit(0))

    let contract = try #require(try board("board").contracts.first)
    #expect(contract.versions == ["2.0.0", "1.0.0"])
    #expect(contract.cases.map { $0[0] } == ["one", "two", "four", "three"])
    #expect(contract.implementations.map(\.results) == ["pp.p", "ppp."])
    let changes = try #require(contract.implementations[1].comparison)
    #expect(changes.versions == ["1.0.0", "2.0.0"])
    let listed = changes.cases.map { [$0.change, $0.id] }
    #expect(listed == [["added", "four"], ["removed", "three"]])
  }

  @Test func `an interrupted run is only in the history unless it is alone`() async throws {
    try await check("whole.json", left: "cat", at: "08")
    try await check("part.json", left: "sed s/two/wrong/", at: "09")
    try suite.replace(#""exitCode": 1"#, with: #""exitCode": 130"#, in: "part.json")
    try await make("board", "whole.json", "part.json").expect(.exit(0))
    let left = try board("board").contracts[0].implementations[0]
    #expect(left.results == "ppp" && left.run == 0 && left.comparison == nil)
    #expect(left.history.count == 2)

    try await make("board", "part.json").expect(.exit(0))
    #expect(try board("board").contracts[0].implementations[0].results == "pfp")
  }

  // MARK: - Errors

  @Test func `a shard is refused with the advice to merge`() async throws {
    let run = try await suite.parity(
      ["check", "--implementation", "left", "--shard", "1/2", "--report", "json=shard.json"]
    )
    #expect(FileManager.default.fileExists(atPath: suite.url("shard.json").path), run.transcript)
    try await make("board", "shard.json").expect(
      .exit(65),
      errors: ["'shard.json'", "shard 1 of 2", "parity merge"]
    )
    try expectNoBoard()
  }

  @Test(arguments: [
    (#"{ "kind": "parity-report", "version": 3 }"#, "version 3"),
    (#"{ "kind": "something" }"#, "not a JSON report"),
    ("<html>sign in first</html>", "line 1, column 1"),
    ("", "line 1, column 1"),
  ])
  func `a file that isn't a report of this version is refused`(
    text: String,
    reason: String
  ) async throws {
    try await check("first.json", left: "cat", at: "08")
    try suite.write(text, to: "other.json")
    try await make("board", "first.json", "other.json").expect(
      .exit(65),
      errors: ["other.json", reason]
    )
    try expectNoBoard()
  }

  @Test func `a report that can't be read is refused`() async throws {
    try await make("board", "missing.json").expect(.exit(65), errors: ["missing.json"])
    try suite.write("", to: "folder/file")
    try await make("board", "folder").expect(.exit(65), errors: ["folder"])
    try expectNoBoard()
  }

  @Test func `a report and a folder are required`() async throws {
    try await suite.parity("board", "--output", "board").expect(.exit(64), errors: ["reports"])
    try await suite.parity("board", "first.json").expect(.exit(64), errors: ["--output"])
    try await suite.parity("board", "first.json", "--output", "-").expect(
      .exit(64),
      errors: ["--output"]
    )
  }

  @Test func `a folder that can't be written to is refused before the reports are read`()
    async throws
  {
    try suite.write("", to: "file")
    for folder in ["file", "file/below"] {
      try await make(folder, "missing.json").expect(.exit(73), errors: [folder])
    }
    try suite.write("", to: "taken/index.html/file")
    try await make("taken", "missing.json").expect(.exit(73), errors: ["taken/index.html"])
    try await check("first.json", left: "cat", at: "08")
    try await make("/proc/board", "first.json").expect(.exit(73), errors: ["/proc"])
  }

  @Test func `a page that isn't a board is never replaced`() async throws {
    try await check("first.json", left: "cat", at: "08")
    try suite.write("<h1>My page</h1>", to: "site/index.html")
    try await make("site", "first.json").expect(.exit(73), errors: ["site/index.html"])
    #expect(try suite.text(of: "site/index.html") == "<h1>My page</h1>")
  }

  @Test func `texts of a report are data only`() async throws {
    let markup = "</script><script>alert(1)</script>\u{202E}"
    try suite.replace("The first.", with: markup, in: Self.matrix)
    try await check("first.json", left: "cat", at: "08")
    try await make("board", "first.json").expect(.exit(0))
    let page = try suite.text(of: "board/index.html")
    #expect(!page.contains("<script>alert") && !page.contains("\u{202E}"))
    #expect(try board("board").contracts[0].rows[0].scenario.hasPrefix("</script><script>alert(1)"))
  }
}

// MARK: - Suite and reports

extension BoardTests {
  private static let matrix = "Fixtures/tool/behavior-matrix.json"
  private static let cases = "Fixtures/tool/cases.json"

  private static let files = [
    matrix: """
    { "contract": "tool", "version": "1.0.0", "title": "A tool",
      "operations": { "work": { "output": "text" } }, "goldens": false,
      "clauses": [{ "id": "C1", "text": "It copies.", "level": "must" }],
      "caseFiles": ["cases.json"],
      "rows": [
        { "id": "first-row", "scenario": "The first.", "expectedBehavior": "A copy.",
          "clauses": ["C1"], "cases": ["one", "two"] },
        { "id": "second-row", "scenario": "The second.", "expectedBehavior": "A copy.",
          "clauses": ["C1"], "cases": ["three"] }
      ] }

    """,
    cases: EchoSuite.caseFile(
      ["one", "two", "three"].map { name in
        """
        { "id": "\(name)", "input": "\(name)", "expect": { "output": "\(name)" } }
        """
      }
    ),
    "parity.json": programs([("left", "cat")]),
  ]

  private static func programs(_ scripts: [(name: String, script: String)]) -> String {
    let entries = scripts.map { name, script in
      """
      { "name": "\(name)", "protocol": "stdio", "contracts": ["tool"],
        "command": ["/bin/sh", "-c", "\(script)"] }
      """
    }
    return "{ \"implementations\": [\(entries.joined(separator: ",\n"))] }\n"
  }

  /// Writes a report of a run.
  ///
  /// - Parameters:
  ///   - left: The script of the first implementation, if it runs.
  ///   - right: The script of the second one, if it runs.
  ///   - hour: The hour of the start, which is also the label `commit`, or `nil` for a report
  ///     without a start.
  private func check(
    _ file: String,
    left: String? = nil,
    right: String? = nil,
    at hour: String?
  ) async throws {
    let scripts = [("left", left), ("right", right)].compactMap { name, script in
      script.map { (name: name, script: $0) }
    }
    try suite.write(Self.programs(scripts), to: "parity.json")
    let names = scripts.flatMap { ["--implementation", $0.name] }
    let options = hour.map { ["--label", "commit=\($0)"] } ?? ["--reproducible"]
    let run = try await suite.parity(["check", "--report", "json=\(file)"] + names + options)
    try #require(FileManager.default.fileExists(atPath: suite.url(file).path), run.transcript)
    guard let hour else { return }

    let text = try suite.text(of: file)
    let start = #/"start": "[^"]*"/#
    try suite.write(
      text.replacing(start, with: "\"start\": \"2026-11-01T\(hour):00:00Z\""),
      to: file
    )
  }

  private func make(_ folder: String, _ reports: String...) async throws -> ProgramRun {
    try await suite.parity(["board"] + reports + ["--output", folder])
  }

  private func expectNoBoard() throws {
    #expect(!FileManager.default.fileExists(atPath: suite.url("board").path))
    #expect(try suite.stagingFolders() == [])
  }

  /// Reads the data of a board.
  private func board(_ folder: String) throws -> PageBoard {
    let page = try suite.text(of: "\(folder)/index.html")
    let data = try #require(
      page.firstMatch(of: #/<script type="application/json" id="board">(.*?)</script>/#)
    )
    return try JSONDecoder().decode(PageBoard.self, from: Data(data.1.utf8))
  }
}

/// The data of a board's page.
private struct PageBoard: Decodable {
  struct Run: Decodable {
    let file: String
    let labels: [[String]]
  }

  struct Contract: Decodable {
    let versions: [String]
    let cases: [[String]]
    let rows: [Row]
    let implementations: [Implementation]
  }

  struct Row: Decodable {
    let id: String
    let scenario: String
    let cases: [Int]
  }

  struct Implementation: Decodable {
    let name: String
    let run: Int
    let results: String
    let history: [Point]
    let comparison: Comparison?
  }

  struct Point: Decodable {
    let counts: [String: Int]
  }

  struct Comparison: Decodable {
    let before: Int
    let after: Int
    let versions: [String]
    let rows: [RowChange]
    let cases: [CaseChange]
  }

  struct RowChange: Decodable {
    let change: String
    let row: String
  }

  struct CaseChange: Decodable {
    let change: String
    let id: String
    let from: String?
    let to: String?
  }

  struct Duplicate: Decodable {
    let file: String
  }

  let runs: [Run]
  let contracts: [Contract]
  let duplicates: [Duplicate]
}
