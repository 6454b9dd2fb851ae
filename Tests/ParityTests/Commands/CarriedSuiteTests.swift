import Foundation
import MessageSnapshot
import Testing

/// Tests of a program with a suite next to it, as in the release archive, and a repository of
/// another team.
struct CarriedSuiteTests {
  private let messages = MessageSnapshot("parity built-in contracts")

  /// The archive. Its `bin` contains the program, and `share/parity` the sample.
  private let archive: TemporarySuite
  private let program: URL
  private let carried = "✓ session-detail 1.0.0   reference   4 passed"

  init() async throws {
    archive = try await .recorded()
    for folder in ["Fixtures", "Golden"] {
      let target = archive.url("share/parity/\(folder)")
      try FileManager.default.createDirectory(
        at: target.deletingLastPathComponent(),
        withIntermediateDirectories: true
      )
      try FileManager.default.moveItem(at: archive.url(folder), to: target)
    }
    program = archive.url("bin/parity")
    try FileManager.default.createDirectory(
      at: archive.url("bin"),
      withIntermediateDirectories: true
    )
    try Program.link(to: program)
  }

  private func parity(
    _ arguments: String...,
    in repository: TemporarySuite,
    calledAs name: String? = nil
  ) async throws
    -> ProgramRun
  {
    try await repository.parity(arguments, from: program, calledAs: name)
  }

  /// Lists the reference under another name, `desktop`.
  private func list(
    _ more: String,
    in repository: TemporarySuite,
    contract: String = "session-detail"
  ) throws {
    try repository.write(
      """
      { "implementations": [{ "name": "desktop", "contracts": ["\(contract)"],
        "command": ["\(program.path)", "serve"]\(more) }] }

      """,
      to: "parity.json"
    )
  }

  @Test
  func
    `where no suite is needed, the output says that contracts are built in and where their cases are`()
    async throws
  {
    let nowhere = try TemporarySuite([:])
    let run = try await parity("check", "--contract", "session-detail", in: nowhere)
    run.expect(.exit(0), output: [carried])
    messages.expect(run.report, "a check of built-in contracts")
    run.expectNoErrors()
    #expect(!run.output.contains("share/parity"), run.transcript)

    let red = try await parity(
      "check",
      "--builtin",
      "--command",
      "'\(program.path)' serve | sed -u s/good/bad/",
      in: nowhere
    )
    let place = archive.url("share/parity").path
    red.expect(.exit(1), output: ["\(place) "])
    messages.expect(red.lines(with: place), "the place of built-in cases")
  }

  @Test(arguments: ["bin", "deep/er/bin"])
  func `the suite is found beside the program, and upwards from it`(folder: String) async throws {
    let nowhere = try TemporarySuite([:])
    let clone = try await TemporarySuite.recorded()
    let program = clone.url("\(folder)/parity")
    try FileManager.default.createDirectory(
      at: program.deletingLastPathComponent(),
      withIntermediateDirectories: true
    )
    try Program.link(to: program)
    try await nowhere.parity(["check", "--builtin"], from: program).expect(
      .exit(0),
      output: [carried]
    )
    try FileManager.default.createDirectory(
      at: clone.url("\(folder)/.git"),
      withIntermediateDirectories: false
    )
    let run = try await nowhere.parity(["check", "--builtin"], from: program)
    run.expect(.exit(64))
    let message = run.messages.replacing("/\(folder)/", with: "/FOLDER/")
    messages.expect(message, "no built-in contracts in a repository")
  }

  @Test func `an app's own Fixtures and Golden mean nothing`() async throws {
    let app = try TemporarySuite([
      "Fixtures/users/users.sql": "…", "Golden/shot.png": "…", "Golden/a/b.json": "{}",
    ])
    let before = try app.contents()
    let command = "'\(program.path)' serve"
    let run = try await parity(
      "check",
      "--contract",
      "session-detail",
      "--command",
      command,
      in: app
    )
    run.expect(.exit(0), output: ["✓ session-detail 1.0.0   parity   4 passed"])
    run.expectNoErrors()
    try await parity("check", "--builtin", "--command", command, in: app).expect(
      .exit(0),
      output: ["✓ session-detail 1.0.0   parity   4 passed"]
    )
    try await parity("check", "--command", command, in: app).expect(.exit(64))
    #expect(try app.contents() == before, "nothing should be written")
  }

  @Test
  func `a default implementation is judged on the carried contract, and the reference is not`()
    async throws
  {
    let app = try TemporarySuite([:])
    try list(#", "default": true"#, in: app)
    let run = try await parity("check", in: app)
    run.expect(.exit(0), output: ["✓ session-detail 1.0.0   desktop   4 passed"])
    #expect(!run.output.contains("(reference)"), run.transcript)
    try await parity("check", "--implementation", "reference", in: app).expect(
      .exit(0),
      output: [carried]
    )
  }

  @Test func `one that is no default is judged where it is named`() async throws {
    let app = try TemporarySuite([:])
    try list("", in: app)
    try await parity("check", "--implementation", "desktop", in: app).expect(
      .exit(0),
      output: ["✓ session-detail 1.0.0   desktop   4 passed"]
    )
    try await parity("check", in: app).expect(.exit(0), output: [carried])
  }

  @Test
  func
    `beside contracts of a repository's own, carried ones are judged for its implementations alone`()
    async throws
  {
    let files = Dictionary(
      uniqueKeysWithValues: Sample.files.map { path, text in
        (
          path.replacingOccurrences(of: "session-detail", with: "chat"),
          text.replacingOccurrences(
            of: #""contract": "session-detail""#,
            with: #""contract": "chat""#
          )
        )
      }
    )
    let app = try TemporarySuite(files)
    try await app.parity("regenerate").expect(.exit(0))
    let own = "✓ chat 1.0.0"
    let alone = try await parity("check", in: app)
    alone.expect(.exit(0), output: [own])
    #expect(!alone.output.contains("session-detail 1.0.0"), alone.transcript)
    try list(#", "default": true"#, in: app)
    try await parity("check", in: app).expect(
      .exit(0),
      output: [own, "✓ session-detail 1.0.0   desktop     4 passed", "PASS  8 cases in "]
    )
    try await parity(
      "check",
      "--contract",
      "session-detail",
      "--implementation",
      "reference",
      in: app
    ).expect(
      .exit(0),
      output: [carried]
    )
    try app.remove("parity.json")
    try await parity("check", "--contract", "session-detail", in: app).expect(
      .exit(64),
      message: "no implementation that was selected",
      in: messages
    )
  }

  @Test
  func `an own contract takes the place of a carried one of its name, and that is told`()
    async throws
  {
    let app = try await TemporarySuite.recorded()
    try app.replace(#""version": "1.0.0""#, with: #""version": "1.1.0""#, in: Sample.matrix)
    let check = try await parity("check", in: app)
    check.expect(.exit(0), output: ["✓ session-detail 1.1.0   reference   4 passed"])
    messages.expect(check.report, "a check of what replaces a built-in contract")
    let lint = try await parity("lint", in: app)
    lint.expect(.exit(0), output: ["4 cases checked, 0 errors\n"])
    messages.expect(lint.report, "lint of what replaces a built-in contract")
  }

  @Test(arguments: [
    ["regenerate"], ["review"], ["lint"], ["lint", "--fix"], ["audit"],
    ["new", "case", "x", "--row", "message-text"],
    ["new", "row", "x", "--clauses", "C1", "--scenario", "x"],
  ])
  func `nothing is written to what is carried`(arguments: [String]) async throws {
    let app = try TemporarySuite([:])
    try list(#", "default": true"#, in: app)
    let before = try archive.contents()
    let named = try await app.parity(arguments + ["--contract", "session-detail"], from: program)
    named.expect(
      .exit(64),
      message: "a built-in contract that can't be changed",
      in: messages,
      errors: ["session-detail"]
    )
    #expect(try archive.contents() == before)
  }

  @Test func `a repository without contracts has its parity json linted`() async throws {
    let app = try TemporarySuite([:])
    try await parity("lint", in: app).expect(
      .exit(64),
      message: "lint without a suite",
      in: messages
    )
    try list("", in: app)
    try app.write(
      #"{"implementation": "desktop", "case": "session-detail/greting", "kind": "error", "reason": "later"}"#,
      to: "known-failures.jsonl"
    )
    try await parity("lint", in: app).expect(
      .exit(1),
      message: "a known failure of an unknown case",
      in: messages,
      output: ["known-failures.jsonl:1:1: error: ", "'session-detail/greeting'"]
    )
    try app.remove("known-failures.jsonl")
    try await parity("lint", in: app).expect(.exit(0), output: ["parity.json checked, 0 errors\n"])
  }

  @Test func `no golden of a built-in contract is up for review`() async throws {
    let app = try TemporarySuite([:])
    let broken = "'\(program.path)' serve | sed -u 's/good day/good night/'"
    let command = ["check", "--schedules", "0", "--command", "sh -c \"\(broken)\""]
    let run = try await app.parity(command + ["--builtin"], from: program)
    run.expect(
      .exit(1),
      message: "a golden of a built-in contract",
      in: messages,
      output: ["FAILED session-detail/answer (parity)"]
    )
    #expect(!run.output.contains("parity review"), run.transcript)
    let github = try await app.parity(
      command + ["--builtin", "--report", "github=-"],
      from: program
    )
    github.expect(.exit(1), output: ["::error title=session-detail/answer (parity)::"])
  }

  @Test(arguments: ["lint", "matrix", "explain", "check --list"])
  func `no program is started by what only reads`(command: String) async throws {
    let app = try TemporarySuite([:])
    try app.write(
      """
      { "implementations": [{ "name": "desktop", "contracts": ["session-detail"], "default": true,
        "command": ["sh", "-c", "touch started"] }] }

      """,
      to: "parity.json"
    )
    let words = command.split(separator: " ").map(String.init)
    try await app.parity(
      words + (command == "explain" ? ["session-detail/greeting"] : []),
      from: program
    )
    .expect(.exit(0))
    #expect(
      !FileManager.default.fileExists(atPath: app.url("started").path),
      "\(command) should start no program"
    )
    try await parity("check", in: app).expect(.exit(69))
    #expect(
      FileManager.default.fileExists(atPath: app.url("started").path),
      "check should have started it"
    )
  }

  @Test func `a parity json that names a contract without a manifest can't be used`() async throws {
    let app = try TemporarySuite([:])
    try list("", in: app, contract: "sesion-detail")
    for command in ["lint", "check"] {
      let run = try await parity(command, in: app)
      run.expect(.exit(65), output: ["'session-detail'"])
      messages.expect(run.lines(with: "parity.json:1:"), "a contract without a manifest")
    }
  }

  @Test
  func `a lock that names a contract without a manifest of the repository can't be used`()
    async throws
  {
    let app = try await TemporarySuite.recorded()
    try app.remove("Fixtures")
    try list("", in: app)
    try await parity("check", in: app).expect(.exit(0), output: [carried])
    try app.write(
      Sample.files[Sample.matrix] ?? "",
      to: Sample.matrix.replacingOccurrences(of: "session-detail", with: "x")
    )
    try app.replace(
      #""contract": "session-detail""#,
      with: #""contract": "x""#,
      in: "Fixtures/x/behavior-matrix.json"
    )
    try await parity("check", in: app).expect(
      .exit(65),
      message: "a lock of a contract without a manifest",
      in: messages,
      output: ["Golden/golden.lock.jsonl:1:1: error: "]
    )
  }

  @Test func `explain, run and repro reach what is carried`() async throws {
    let app = try TemporarySuite(["parity.json": "{ \"implementations\": [] }\n"])
    try await parity("explain", "session-detail/greeting", in: app).expect(
      .exit(0),
      output: ["in the chat"]
    )
    try await parity("repro", "session-detail/greeting", "--implementation", "reference", in: app)
      .expect(.exit(0))
    try await app.parity(["run", "session-detail/timeline"], from: program, input: #"{"rows":[]}"#)
      .expect(
        .exit(0),
        output: [#""rowCount": 0"#]
      )
  }

  @Test func `doctor needs no suite of one's own`() async throws {
    let nowhere = try TemporarySuite([:])
    let run = try await parity(
      "doctor",
      "--builtin",
      "--command",
      try MisbehavingProgram("behaves").command,
      in: nowhere
    )
    run.expect(.exit(1), output: [" parts tested, "])
    messages.expect(run.lines(with: "handshake"), "a handshake over built-in contracts")
  }

  @Test func `suggested commands hold where they are pasted`() async throws {
    let elsewhere = try TemporarySuite([:])
    let suite = try await TemporarySuite.recorded()
    try suite.replace("good day", with: "good night", in: Sample.golden(of: "answer"))
    let root = "../../\(suite.root.deletingLastPathComponent().lastPathComponent)/suite"
    for (arguments, name) in [
      (["check", "--root", root], "parity"),
      (["--root", root, "check"], program.path),
      (
        ["check", "--root=\(root)", "--contract", "session-detail"],
        "\(archive.root.path)/bin/../bin/parity"
      ),
    ] {
      let run = try await elsewhere.parity(arguments, from: program, calledAs: name)
      run.expect(.exit(1), output: ["FAILED session-detail/answer (reference)"])
      let line = try #require(
        run.output.split(separator: "\n").first { $0.contains("\(name) check --only ") },
        run.transcript
      )
      let command = String(line.drop { $0 != ":" }.dropFirst(2))
      #expect(command.hasPrefix("\(name) check --only session-detail/answer "), run.transcript)
      let again = try await elsewhere.shell(
        "PATH='\(program.deletingLastPathComponent().path)':$PATH; \(command)"
      )
      again.expect(
        .exit(1),
        output: ["FAILED session-detail/answer (reference)", "1 of 1 case failed, "]
      )
    }
  }
}
