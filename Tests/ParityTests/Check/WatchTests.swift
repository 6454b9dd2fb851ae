import Foundation
import MessageSnapshot
import Testing

struct WatchTests {
  private let suite: TemporarySuite
  private static let waiting = "press Ctrl-C to end"

  init() async throws {
    suite = try await .recorded()
  }

  /// Returns the beginning of the last line of a check.
  private func conclusion(failed: Int, of checked: Int) -> String {
    let cases = "\(checked) \(checked == 1 ? "case" : "cases")"
    return failed == 0 ? "PASS  \(cases) in " : "FAIL  \(failed) of \(cases) failed"
  }

  private func breakGolden(of caseID: String) throws {
    try suite.replace("\"entries\"", with: "\"items\"", in: Sample.golden(of: caseID))
  }

  private func mendGolden(of caseID: String) throws {
    try suite.replace("\"items\"", with: "\"entries\"", in: Sample.golden(of: caseID))
  }

  private func move(_ path: String, to destination: String) throws {
    try FileManager.default.moveItem(at: suite.url(path), to: suite.url(destination))
  }

  /// Ends a watch with the signal that a shell's terminal sends for Ctrl-C. The terminal of a test
  /// doesn't send it, because it isn't the program's controlling terminal.
  private func end(_ session: TerminalSession) async throws {
    session.send(SIGINT)
    let run = try await session.end()
    #expect(run.end == .exit(130), run.transcript)
    #expect(session.isRestored)
  }

  @Test(arguments: ["--watch", "-w"])
  func `each change of a file leads to a check, with the failures first, until Ctrl-C`(
    option: String
  ) async throws {
    let session = try suite.terminal("check", option)
    try await session.expect(conclusion(failed: 0, of: 4))
    try await session.expect(Self.waiting)

    try breakGolden(of: "greeting")
    try await session.expect("changed: \(Sample.golden(of: "greeting"))")
    try await session.expect(conclusion(failed: 1, of: 4))
    try await session.expect(Self.waiting)

    try breakGolden(of: "answer")
    try await session.expect("changed: \(Sample.golden(of: "answer"))")
    try await session.expect("FAILED session-detail/greeting")
    try await session.expect(conclusion(failed: 1, of: 1))
    try await session.expect("checking the other cases")
    try await session.expect(conclusion(failed: 2, of: 4))
    try await session.expect(Self.waiting)

    try mendGolden(of: "greeting")
    try await session.expect(conclusion(failed: 1, of: 2))
    try await session.expect(conclusion(failed: 1, of: 4))
    try await session.expect(Self.waiting)

    try mendGolden(of: "answer")
    try await session.expect(conclusion(failed: 0, of: 4))
    try await session.expect(Self.waiting)
    try await end(session)
  }

  @Test func `a checkout of a thousand files is one change, and the suite may break meanwhile`()
    async throws
  {
    let session = try suite.terminal("check", "--watch")
    try await session.expect(Self.waiting)
    // Moving a folder is one step, so the number of files doesn't depend on the machine's speed.
    for number in 0..<1000 {
      try suite.write("\(number)", to: "../checkout/\(number % 10)/file-\(number).txt")
    }
    try move("../checkout", to: "sources")
    try await session.expect("and 999 more files")
    try await session.expect(conclusion(failed: 0, of: 4))
    try await session.expect(Self.waiting)

    let manifest = try suite.text(of: Sample.matrix)
    try suite.write(String(manifest.prefix(100)), to: Sample.matrix)
    try await session.expect("\(Sample.matrix):")
    try await session.expect("error: ")
    try await session.expect(Self.waiting)

    try move("sources", to: "../checkout")
    try await session.expect("and 999 more files")
    try await session.expect("error: ")
    try await session.expect(Self.waiting)

    try suite.write(manifest, to: Sample.matrix)
    try await session.expect(conclusion(failed: 0, of: 4))
    try await session.expect(Self.waiting)
    try await end(session)
  }

  @Test func `folders of tools are ignored`() async throws {
    let folders = [".git", ".build", ".parity", "node_modules", "deep/node_modules/x"]
    for folder in folders { try suite.write("", to: "\(folder)/old") }
    let session = try suite.terminal("check", "--watch")
    try await session.expect(Self.waiting)
    for folder in folders { try suite.write("new", to: "\(folder)/new") }
    // If one of them was watched, the next look would find it.
    try await Task.sleep(for: .seconds(1))
    try suite.write("", to: "own")
    try await session.expect("changed: own\n")
    try await session.expect(Self.waiting)
    #expect(!session.seen.contains("more file"), session.transcript)
    try await end(session)
  }

  @Test func `a file that each check changes doesn't lead to checks without end`() async throws {
    let program = "sh -c 'echo started >> log; exec \"\(try Program.url.path)\" serve'"
    let session = try suite.terminal(
      "check",
      "--watch",
      "--command",
      program,
      "--report",
      "json=report.json"
    )
    try await session.expect("not watching log during checks")
    try await Task.sleep(for: .seconds(1))
    let starts = try suite.text(of: "log").count { $0 == "\n" }
    #expect(starts == 3, session.transcript)

    try suite.write("", to: "own")
    try await session.expect("changed: own\n")
    try await session.expect(conclusion(failed: 0, of: 4))
    try await session.expect(Self.waiting)
    try await end(session)
  }

  @Test func `without a terminal, the checks are printed one after another`() async throws {
    let interruption = Launch.Interruption(
      signal: SIGTERM,
      after: .seconds(2),
      once: [.appears(suite.url("report.json"))]
    )
    let run = try await suite.process(
      ["check", "--watch", "--report", "json=report.json"],
      interruption: interruption
    )
    run.expect(.exit(143), output: [conclusion(failed: 0, of: 4), Self.waiting])
    run.expectNoErrors()
    #expect(!run.output.contains("\u{1B}"), run.transcript)
    #expect(
      run.output.components(separatedBy: conclusion(failed: 0, of: 4)).count == 2,
      run.transcript
    )
  }

  @Test func `wrong usage isn't watched`() async throws {
    let run = try await suite.parity("check", "--watch", "--implementation", "nobody")
    run.expect(.exit(64), errors: ["error: no implementation is named 'nobody'"])
  }
}
