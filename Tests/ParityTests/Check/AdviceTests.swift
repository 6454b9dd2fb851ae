import Foundation
import MessageSnapshot
import Testing

/// Tests that follow the advice that a command prints, in the state in which it was printed.
struct AdviceTests {
  private let messages = MessageSnapshot("parity advice")
  private let suite: TemporarySuite

  init() async throws {
    suite = try await .recorded()
  }

  private var answer: String { "session-detail/answer" }

  /// Lists the reference as `mine`, with a word of its answers replaced.
  private func list(replacing text: String, with other: String) throws {
    let script = "'\(try Program.url.path)' serve | sed -u s/\(text)/\(other)/"
    try suite.list(
      #"{ "name": "mine", "contracts": ["session-detail"], "command": ["sh", "-c", "\#(script)"] }"#
    )
  }

  // MARK: - check

  @Test func `if only a second implementation differs, the advice is to fix it`() async throws {
    try list(replacing: "good", with: "bad")
    let all = try await suite.parity("check", "--implementation", "all", "--schedules", "0")
    all.expect(.exit(1), message: "only a second implementation fails", in: messages)

    let alone = try await suite.parity("check", "--implementation", "mine", "--schedules", "0")
    alone.expect(.exit(1), message: "the only implementation fails", in: messages)

    // The advice is right, because no golden is pending.
    try await suite.parity("review").expect(.exit(0), output: ["nothing is pending"])
    try list(replacing: "good", with: "good")
    try await suite.parity("check", "--implementation", "all").expect(.exit(0))
  }

  @Test
  func `a reference that differs from a golden may be accepted, and the lock keeps its version`()
    async throws
  {
    try await confirm()
    let lock = try suite.text(of: TemporarySuite.lock)
    try suite.replace("good day", with: "good night", in: Sample.golden(of: "answer"))

    let check = try await suite.parity("check")
    check.expect(.exit(1), message: "the reference differs from a golden", in: messages)
    #expect(try check.command("review") == "parity review --only \(answer)")

    let review = try await suite.follow("review", of: check)
    review.expect(.exit(1), output: ["1 change pending"])
    let accepted = try await suite.follow("review", of: review)
    accepted.expect(.exit(0))
    #expect(!accepted.output.contains("confirmation"), accepted.transcript)
    #expect(try suite.text(of: TemporarySuite.lock) == lock, "the golden is what it was")
    try await suite.parity("check").expect(.exit(0))
  }

  @Test
  func `a golden edited by hand is restored with its version and confirmations by regenerate too`()
    async throws
  {
    try await confirm()
    let lock = try suite.text(of: TemporarySuite.lock)
    try suite.replace("good day", with: "good night", in: Sample.golden(of: "answer"))

    let kept = try await suite.parity("regenerate")
    kept.expect(.exit(1))
    try await suite.follow("regenerate", of: kept).expect(.exit(0))
    #expect(try suite.text(of: TemporarySuite.lock) == lock)
    try await suite.parity("lint").expect(.exit(0))
  }

  @Test func `check, lint and review give the same command for a missing golden`() async throws {
    try suite.remove(Sample.golden(of: "answer"))
    let check = try await suite.parity("check")
    check.expect(.exit(1), message: "a missing golden", in: messages)
    #expect(try check.command("review") == "parity review --only \(answer)")

    let lint = try await suite.parity("lint")
    lint.expect(.exit(1), message: "a missing golden that lint finds", in: messages)
    #expect(try lint.command("review") == check.command("review"))

    let review = try await suite.follow("review", of: check)
    review.expect(.exit(1), output: ["1 change pending"])
    #expect(try review.command("review").hasPrefix(check.command("review")))
    try await suite.follow("review", of: review).expect(.exit(0))
    try await suite.parity("check").expect(.exit(0))
  }

  @Test func `several missing goldens have one command`() async throws {
    for testCase in ["answer", "greeting"] { try suite.remove(Sample.golden(of: testCase)) }
    let check = try await suite.parity("check")
    check.expect(.exit(1), message: "several missing goldens", in: messages)
    #expect(try check.command("review") == "parity review")
    try await suite.follow("review", of: check).expect(.exit(1), output: ["2 changes pending"])
  }

  @Test
  func `a reference that breaks an expectation is to be fixed, or the expectation is`() async throws
  {
    let expectation = #""roles": ["assistant"]"#
    try suite.replace(expectation, with: #""roles": ["user"]"#, in: Sample.messages)
    let run = try await suite.parity("check")
    run.expect(.exit(1), message: "the reference breaks an expectation", in: messages)
    try suite.replace(#""roles": ["user"] }"#, with: expectation + " }", in: Sample.messages)
    try await suite.parity("check").expect(.exit(0))
  }

  // MARK: - regenerate and review

  @Test(arguments: ["regenerate", "review"])
  func `the version that a new golden needs is the one that lint asks for`(
    command: String
  ) async throws {
    try addCase()
    let written: ProgramRun
    if command == "regenerate" {
      written = try await suite.parity("regenerate")
    } else {
      written = try await suite.follow("review", of: try await suite.parity("review"))
    }
    written.expect(
      .exit(0),
      message: "the version that a new golden needs",
      in: messages,
      output: [#""version" to "1.1.0""#, Sample.matrix]
    )
    try await suite.parity("lint").expect(
      .exit(1),
      message: "the version that lint asks for",
      in: messages,
      output: [#""version" to "1.1.0""#]
    )

    try suite.replace(#""version": "1.0.0""#, with: #""version": "1.1.0""#, in: Sample.matrix)
    try await suite.parity("lint").expect(.exit(0))
  }

  @Test func `a confirmation stays until it is dropped on purpose`() async throws {
    try await confirm()
    let lock = try suite.text(of: TemporarySuite.lock)
    try list(replacing: "good", with: "bad")

    let run = try await suite.parity("regenerate", "--implementation", "mine")
    run.expect(.exit(0))
    messages.expect(run.lines(with: "--drop-confirmations"), "an earlier confirmation")
    #expect(try suite.text(of: TemporarySuite.lock) == lock)

    let dropped = try await suite.follow("regenerate", of: run)
    dropped.expect(.exit(0), output: ["1 confirmation dropped (mine)\n"])
    let lines = try suite.text(of: TemporarySuite.lock).split(separator: "\n")
    #expect(lines.count { $0.contains("mine") } == 3)
    try await suite.parity("check").expect(.exit(0))
  }

  // MARK: - new

  @Test func `each step that new case prints can be taken`() async throws {
    let run = try await suite.parity("new", "case", "extra", "--row", "message-text")
    run.expect(.exit(0))
    try await expectSteps(of: run, ends: [1, 1, 1])
  }

  @Test func `each step that new row prints can be taken`() async throws {
    let empty = try await suite.parity(
      "new",
      "row",
      "later",
      "--clauses",
      "C1",
      "--scenario",
      "later"
    )
    empty.expect(.exit(0))
    let command = try empty.command("new case")
      .replacingOccurrences(of: "CASE", with: "extra").replacingOccurrences(
        of: "FILE",
        with: "extra.json"
      )
    try await suite.type(command).expect(.exit(0))

    let full = try await suite.parity(
      "new",
      "row",
      "again",
      "--clauses",
      "C1",
      "--scenario",
      "again",
      "--case",
      "greeting"
    )
    full.expect(.exit(0))
    try await suite.follow("check", of: full).expect(
      .exit(1),
      output: ["1 case passed in "]
    )
  }

  @Test func `the step that new mutant prints can be taken`() async throws {
    let suite = try await TemporarySuite.withMutants([])
    let run = try await suite.parity(
      "new",
      "mutant",
      "text is changed",
      "--clause",
      "R1",
      "--file",
      "program/serve.sh",
      "--find",
      "serve",
      "--replace",
      "serve | sed -u s/good/bad/"
    )
    run.expect(.exit(0))
    try await suite.follow("audit", of: run).expect(
      .exit(0),
      output: ["killed"]
    )
  }

  @Test func `each step that new contract prints can be taken`() async throws {
    let folder = try TemporarySuite([:])
    let run = try await folder.parity(
      "new",
      "contract",
      "greet",
      "--operation",
      "say",
      "--adapter",
      "python"
    )
    run.expect(.exit(0))
    try await folder.follow("lint", of: run).expect(.exit(1))

    try folder.replace(
      "raise NotImplementedError(\"not implemented yet\")",
      with: #"return {"said": params}"#,
      in: "adapters/greet.py"
    )
    try folder.replace(
      #""FILL IN: an object with the expected values, worked out by hand""#,
      with: "{}",
      in: "Fixtures/greet/basics.json"
    )
    let review = try await folder.follow("review", of: run)
    review.expect(.exit(1), output: ["1 change pending"])
    try await folder.follow("review", of: review).expect(.exit(0))
  }

  @Test func `each step that new contract prints without an adapter can be taken`() async throws {
    let folder = try TemporarySuite([:])
    let run = try await folder.parity("new", "contract", "greet", "--operation", "say")
    run.expect(.exit(0), output: [#""reference": true"#])
    messages.expect(run.report, "a new contract without an adapter")
    try await folder.follow("lint", of: run).expect(.exit(1))

    let reply =
      #"{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1,"implementation":{"name":"x"},"#
      + #""contracts":["greet"],"capabilities":[]}}"#
    try folder.write(
      """
      import json, sys
      print('\(reply)', flush=True)
      for line in sys.stdin:
          request = json.loads(line)
          if request["id"]:
              print(json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": {}}), flush=True)

      """,
      to: "greet.py"
    )
    try folder.list(
      #"{ "name": "x", "contracts": ["greet"], "command": ["python3", "greet.py"], "reference": true }"#
    )
    try folder.replace(
      #""FILL IN: an object with the expected values, worked out by hand""#,
      with: "{}",
      in: "Fixtures/greet/basics.json"
    )
    let review = try await folder.follow("review", of: run)
    review.expect(.exit(1), output: ["1 change pending"])
    try await folder.follow("review", of: review).expect(.exit(0))
  }

  @Test func `the step that new adapter prints can be taken`() async throws {
    let run = try await suite.parity("new", "adapter", "python", "--contract", "session-detail")
    run.expect(.exit(0))
    try await suite.follow("check", of: run).expect(
      .exit(1),
      message: "a new adapter fails a case",
      in: messages,
      output: ["FAILED session-detail/"]
    )
  }

  // MARK: - fuzz

  @Test func `the steps that fuzz --save prints can be taken`() async throws {
    let command = "'\(try Program.url.path)' serve | sed -u s/hello/goodbye/"
    let run = try await suite.parity(
      "fuzz",
      "--contract",
      "session-detail",
      "--implementation",
      "reference",
      "--command",
      command,
      "--inputs",
      "300",
      "--save",
      "found.json"
    )
    run.expect(.exit(1), output: ["next:\n"])
    let id = try #require(run.output.firstMatch(of: /new case ([a-z0-9_]+)/)?.output.1)

    try FileManager.default.moveItem(
      at: suite.url("found.json"),
      to: suite.url("\(TemporarySuite.fixtures)/found.json")
    )
    try suite.replace(
      #""results.json"]"#,
      with: #""results.json", "found.json"]"#,
      in: Sample.matrix
    )
    try suite.replace(
      #"["greeting", "answer"]"#,
      with: #"["greeting", "answer", "\#(id)"]"#,
      in: Sample.matrix
    )
    let lint = try await suite.follow("lint", of: run)
    let file = "\(TemporarySuite.fixtures)/found.json"
    let places = ["3:5", "5:22", "7:17"].map { "\(file):\($0): error: " }
    lint.expect(.exit(1), output: places + ["'\(id)'"])
  }

  /// Runs each command of a printed list of steps.
  private func expectSteps(of run: ProgramRun, ends: [Int32]) async throws {
    let lines = run.output.split(separator: "\n").drop { $0 != "next:" }.dropFirst()
    let commands = lines.compactMap { line in
      line.firstRange(of: "parity ").map { line[$0.lowerBound...] }
    }
    #expect(commands.count == ends.count, run.transcript)
    for (command, end) in zip(commands, ends) {
      try await suite.type(String(command)).expect(.exit(end))
    }
  }

  /// Confirms all goldens with a second implementation, `mine`.
  private func confirm() async throws {
    try list(replacing: "good", with: "good")
    try await suite.parity("regenerate", "--implementation", "mine").expect(.exit(0))
    #expect(
      try suite.text(of: TemporarySuite.lock).contains(#""confirmedBy":["mine","reference"]"#)
    )
  }

  /// Adds a case without a golden to a row.
  private func addCase() throws {
    let file = "\(TemporarySuite.fixtures)/more.json"
    try suite.write(
      #"{ "cases": [{ "id": "more", "input": { "rows": [] }, "expect": {} }] }"# + "\n",
      to: file
    )
    try suite.replace(
      #""results.json"]"#,
      with: #""results.json", "more.json"]"#,
      in: Sample.matrix
    )
    try suite.replace(
      #"["greeting", "answer"]"#,
      with: #"["greeting", "answer", "more"]"#,
      in: Sample.matrix
    )
  }
}
