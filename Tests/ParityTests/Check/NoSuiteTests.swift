import Foundation
import MessageSnapshot
import Testing

/// Tests of commands in folders without a suite, in which passing would mean nothing.
struct NoSuiteTests {
  private let messages = MessageSnapshot("parity no suite")

  private static let commands = [
    "", "check", "lint", "matrix", "regenerate", "review", "audit", "run greeting",
    "explain greeting", "explain --events run.jsonl", "repro greeting --command cat",
    "doctor --command cat", "fuzz --implementation a --implementation b",
    "known prune --implementation a", "known add --implementation a --reason later",
    "new case x --row y", "new row x --clauses C1 --scenario y", "check --only *",
    "check --command cat", "check --implementation all",
  ].map { $0.split(separator: " ").map(String.init) }

  private static let environments: [[String: String]] = [[:], ["CI": "true"]]

  /// A program with its built-in suites next to it, as in a clone.
  private let clone: TemporarySuite
  private let program: URL

  init() async throws {
    clone = try await .recorded()
    program = clone.url("bin/parity")
    try FileManager.default.createDirectory(
      at: clone.url("bin"),
      withIntermediateDirectories: true
    )
    try Program.link(to: program)
  }

  /// Expects that every command refuses to run in a folder, and writes nothing there.
  private func expectRefusals(in folder: TemporarySuite) async throws {
    let before = try folder.contents()
    for environment in Self.environments {
      for command in Self.commands {
        let run = try await folder.parity(command, from: program, environment: environment)
        run.expect(.exit(64), message: "no suite", in: messages, errors: ["error: ", "--builtin"])
        #expect(run.output == "", run.transcript)
      }
    }
    #expect(try folder.contents() == before)
  }

  @Test func `no command is green in an empty folder`() async throws {
    let empty = try TemporarySuite([:])
    try await expectRefusals(in: empty)
  }

  @Test func `no command is green in a repository without a suite`() async throws {
    let app = try TemporarySuite(["Sources/main.swift": "", "Fixtures/users/users.sql": "…"])
    try FileManager.default.createDirectory(at: app.url(".git"), withIntermediateDirectories: false)
    try await expectRefusals(in: app)
  }

  @Test(arguments: [
    "check", "lint", "matrix", "fuzz --implementation a --implementation b", "check --list",
  ])
  func `a parity json that selects no contract is refused`(command: String) async throws {
    let app = try TemporarySuite(["parity.json": "{ \"implementations\": [] }\n"])
    let words = command.split(separator: " ").map(String.init)
    for environment in Self.environments {
      let run = try await app.parity(words, from: program, environment: environment)
      run.expect(.exit(64), message: "no contract", in: messages, errors: ["--builtin"])
      #expect(run.output == "", run.transcript)
    }
  }

  @Test(arguments: ["check", "lint", "matrix", "new contract x --operation y --adapter python"])
  func `a working directory that was deleted is refused`(command: String) async throws {
    let folder = try TemporarySuite([:])
    let script = "mkdir gone && cd gone && rmdir ../gone && '\(program.path)' \(command)"
    let run = try await folder.shell(script)
    run.expect(.exit(64), message: "a working directory that was deleted", in: messages)
    #expect(run.output == "", run.transcript)
  }

  @Test func `a working directory whose path is too long is refused`() async throws {
    let folder = try TemporarySuite([:])
    let name = String(repeating: "d", count: 200)
    let script = """
      import os, subprocess, sys
      for _ in range(25):
          os.mkdir("\(name)")
          os.chdir("\(name)")
      sys.exit(subprocess.run([sys.argv[1], "check"]).returncode)
      """
    try folder.write(script, to: "deep.py")
    let run = try await folder.shell(
      "python3 deep.py '\(program.path)'; status=$?; rm -rf \(name); exit $status"
    )
    run.expect(.exit(64), errors: ["error: "])
    let message = run.messages.replacing(#/[0-9]+ bytes/#, with: "N bytes")
    messages.expect(message, "a working directory whose path is too long")
    #expect(run.output == "", run.transcript)
  }

  @Test func `a miscased parity json is named as the cause`() async throws {
    let app = try TemporarySuite(["Parity.json": "{ \"implementations\": [] }\n", "src/a.txt": ""])
    for command in ["check", "lint", "matrix"] {
      for folder in ["", "src"] {
        try await app.parity([command], from: program, in: folder).expect(
          .exit(64),
          message: "a miscased parity.json",
          in: messages
        )
      }
      try await app.parity([command, "--root", "."], from: program).expect(
        .exit(64),
        message: "a miscased parity.json in a root",
        in: messages
      )
    }
  }

  @Test
  func `a miscased parity json isn't passed over for a suite that lacks its implementations`()
    async throws
  {
    let suite = try await TemporarySuite.recorded()
    try suite.write("{ \"implementations\": [] }\n", to: "PARITY.json")
    try await suite.parity("check").expect(
      .exit(64),
      message: "a miscased parity.json beside a manifest",
      in: messages,
      errors: ["PARITY.json"]
    )
    try await suite.parity("check", "--root", ".").expect(.exit(64), errors: ["PARITY.json"])
    // The same is true if the suite is in a parent folder.
    try suite.remove("PARITY.json")
    try suite.write("{ \"implementations\": [] }\n", to: "parity.json")
    try suite.write("{ \"implementations\": [] }\n", to: "app/Parity.json")
    try await suite.parity("check", in: "app").expect(
      .exit(64),
      message: "a miscased parity.json below another",
      in: messages,
      errors: ["Parity.json"]
    )
    try await suite.parity("check").expect(.exit(0))
  }

  // MARK: - Arguments that work without a suite

  @Test func `an argument that names a built-in contract works anywhere`() async throws {
    let nowhere = try TemporarySuite([:])
    let serve = "'\(program.path)' serve"
    for arguments in [
      ["explain", "session-detail/greeting"],
      ["explain", "greeting", "--contract", "session-detail"],
      ["repro", "session-detail/greeting", "--implementation", "reference"],
      ["repro", "session-detail/greeting", "--command", serve],
      ["check", "--contract", "session-detail"],
      ["check", "--contract", "session-detail", "--command", serve],
      ["check", "--contract", "session-detail", "--implementation", "reference"],
      ["run", "session-detail/greeting"], ["run", "session-detail/greeting", "--command", serve],
      [
        "fuzz", "--contract", "session-detail", "--inputs", "5", "--implementation", "reference",
        "--command", serve,
      ],
    ] {
      try await nowhere.parity(arguments, from: program).expect(.exit(0))
    }
    try await nowhere.parity(
      ["run", "session-detail/timeline"],
      from: program,
      input: #"{"rows":[]}"#
    )
    .expect(.exit(0), output: [#""rowCount": 0"#])
    #expect(try nowhere.contents().keys.sorted() == ["Golden"], "nothing should be written")
  }

  @Test func `a misspelled built-in contract is corrected`() async throws {
    let nowhere = try TemporarySuite([:])
    for arguments in [
      ["run", "sesion-detail/timeline"], ["explain", "sesion-detail/greeting"],
      ["check", "--contract", "sesion-detail"],
      ["repro", "sesion-detail/greeting", "--implementation", "reference"],
    ] {
      try await nowhere.parity(arguments, from: program, input: "{}").expect(
        .exit(64),
        message: "a misspelled built-in contract",
        in: messages,
        errors: ["'session-detail'"]
      )
    }
  }

  @Test func `--builtin checks the built-in contracts, whatever folder it is`() async throws {
    let app = try TemporarySuite([
      "parity.json": "{ \"implementations\": [] }\n",
      "known-failures.jsonl": "this is not read\n",
    ])
    let run = try await app.parity(["check", "--builtin"], from: program)
    run.expect(.exit(0), output: ["✓ session-detail 1.0.0   reference   4 passed"])
    try await app.parity(["matrix", "--builtin"], from: program).expect(
      .exit(0),
      output: ["session-detail 1.0.0"]
    )
    try await app.parity(["check", "--builtin", "--root", "."], from: program).expect(
      .exit(64),
      message: "--builtin with --root",
      in: messages
    )
    try await app.parity(["lint", "--builtin"], from: program).expect(
      .exit(64),
      message: "lint --builtin",
      in: messages
    )
  }

  @Test func `advice after --builtin repeats it`() async throws {
    let nowhere = try TemporarySuite([:])
    try clone.replace("good day", with: "good night", in: Sample.golden(of: "answer"))
    let run = try await nowhere.parity(
      ["check", "--builtin"],
      from: program,
      calledAs: program.path
    )
    run.expect(.exit(1))
    let lead = "\(program.path) check"
    let line = try #require(run.output.split(separator: "\n").first { $0.contains(lead) })
    let command = String(line.drop { $0 != ":" }.dropFirst(2))
    try await nowhere.shell(command).expect(
      .exit(1),
      output: ["FAILED session-detail/answer (reference)", "FAIL  1 of 1 case failed in "]
    )
  }

  // MARK: - Implementations that a plain check skips

  @Test func `a bare check lists the implementations that it did not check`() async throws {
    let suite = try await TemporarySuite.recorded()
    let serve = #""command": ["\#(try Program.url.path)", "serve"]"#
    try suite.write(
      """
      { "implementations": [
        { "name": "kotlin", "contracts": ["session-detail"], \(serve) },
        { "name": "swift", "contracts": ["session-detail"], "default": true, \(serve) },
        { "name": "web", "contracts": ["session-detail"], \(serve) }
      ] }

      """,
      to: "parity.json"
    )
    for arguments in [[], ["check"], ["check", "--contract", "session-detail"]] {
      let run = try await suite.parity(arguments)
      run.expect(.exit(0), output: ["kotlin, web (--implementation all "])
      messages.expect(run.lines(with: "kotlin"), "implementations that were not checked")
    }
    for arguments in [
      ["check", "--implementation", "all"], ["check", "--implementation", "web"],
    ] {
      let run = try await suite.parity(arguments)
      run.expect(.exit(0))
      #expect(!run.output.contains("kotlin, web"), run.transcript)
      #expect(!run.output.contains("--implementation all"), run.transcript)
    }
  }
}
