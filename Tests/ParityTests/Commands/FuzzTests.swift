import Foundation
import MessageSnapshot
import Testing

struct FuzzTests {
  private let messages = MessageSnapshot("parity fuzz")
  private static let contract = ["--contract", "session-detail"]
  private static let reference = ["--implementation", "reference"]

  private func fuzz(
    _ suite: TemporarySuite,
    _ filter: String = "cat",
    _ more: String...
  ) async throws -> ProgramRun {
    let command = "'\(try Program.url.path)' serve | \(filter)"
    return try await suite.parity(
      ["fuzz"] + Self.contract + Self.reference + ["--command", command, "--inputs", "400"] + more
    )
  }

  @Test func `two that agree end well, with how many were asked and refused`() async throws {
    let run = try await fuzz(try TemporarySuite())
    run.expect(
      .exit(0),
      output: ["PASS  session-detail/timeline: 400 inputs with seed 0, ", " refused\n"]
    )
    run.expectNoErrors()
    #expect(run.lastLine.hasPrefix("PASS  "), run.transcript)
  }

  @Test(arguments: [SIGINT, SIGTERM])
  func `a run that is asked to end says so, and what it has found`(signal: Int32) async throws {
    let suite = try TemporarySuite()
    // By then, the answers to several batches of inputs are compared.
    let answers = 400
    let filter = "$| = 1; s/hello/goodbye/; open my $file, q(>), q(many) if $. == \(answers)"
    let command = "'\(try Program.url.path)' serve | perl -pe '\(filter)'"
    let run = try await suite.process(
      ["fuzz"] + Self.contract + Self.reference + ["--command", command, "--seconds", "3000"],
      interruption: Launch.Interruption(
        signal: signal,
        after: .zero,
        once: [.appears(suite.url("many"))]
      )
    )

    run.expect(
      .exit(128 + signal),
      output: [" inputs with seed 0, ", "hello", "goodbye"]
    )
    #expect(run.lastLine.hasPrefix("INTERRUPTED  session-detail/timeline: "), run.transcript)
    #expect(!run.output.contains("given up"), run.transcript)
    run.expectNoErrors()
  }

  @Test
  func
    `a disagreement is told with its smallest input, what differs, and a command that repeats it`()
    async throws
  {
    let suite = try TemporarySuite()
    let run = try await fuzz(suite, "sed -u s/hello/goodbye/")
    run.expect(
      .exit(1),
      output: [
        "1. ", "− reference, + parity\n", "hello", "goodbye", "printf %s ", " disagreements in ",
      ]
    )
    #expect(run.lastLine.hasPrefix("FAIL  session-detail/timeline: "), run.transcript)
    let command = try #require(
      run.output.firstMatch(of: /(printf %s .*)/)?.output.1,
      run.transcript
    )
    let shell = Process()
    shell.executableURL = URL(filePath: "/bin/sh")
    shell.arguments = [
      "-c", String(command).replacing("| parity ", with: "| '\(try Program.url.path)' "),
    ]
    shell.currentDirectoryURL = suite.root
    shell.standardOutput = FileHandle.nullDevice
    try shell.run()
    shell.waitUntilExit()
    #expect(shell.terminationStatus == 1, "\(command)")
  }

  @Test func `a difference in every output doesn't hide the others`() async throws {
    let suite = try TemporarySuite()
    let run = try await fuzz(
      suite,
      "sed -u 's/\"rowCount\":/\"rows\":/; s/\"content\":\"h/\"content\":\"H/g'"
    )
    run.expect(.exit(1), output: ["rowCount", "\"H"])
    let headings = run.output.split(separator: "\n").filter { $0.contains(#/^[0-9]+\. /#) }
    #expect(headings.count >= 2, run.transcript)
  }

  @Test func `a found input is saved as a case with what its author owes marked`() async throws {
    let suite = try TemporarySuite()
    let path = "\(TemporarySuite.fixtures)/found.json"
    try await fuzz(suite, "sed -u s/hello/goodbye/", "--save", path).expect(
      .exit(1),
      output: ["new case found_timeline_0_", " in \(path)\n"]
    )
    let text = try suite.text(of: path)
    #expect(text.contains("\"description\": \"FILL IN: "), "\(text)")
    #expect(text.contains("\"expect\": \"FILL IN: "), "\(text)")
  }

  /// A filter that leads to several causes.
  private static let severalMistakes =
    "sed -u 's/hello/goodbye/; s/luck/fortune/; s/good day/bad day/'"

  /// Returns the ids of a case file, in order.
  private func ids(in path: String, of suite: TemporarySuite) throws -> [String] {
    struct CaseFile: Decodable {
      struct Case: Decodable { let id: String }
      let cases: [Case]
    }
    let data = try Data(contentsOf: suite.url(path))
    return try JSONDecoder().decode(CaseFile.self, from: data).cases.map(\.id)
  }

  /// Returns the ids that a run reports as new, in order.
  private func newIDs(of run: ProgramRun) -> [String] {
    run.output.matches(of: #/new case ([a-z0-9_]+) in /#).map { String($0.output.1) }
  }

  @Test
  func `several found inputs are saved as JSON in the order found, one run after another`()
    async throws
  {
    let suite = try TemporarySuite()
    let first = try await fuzz(suite, Self.severalMistakes, "--save", "found.json")
    first.expect(.exit(1))
    let found = newIDs(of: first)
    #expect(found.count >= 2, first.transcript)
    #expect(try ids(in: "found.json", of: suite) == found)

    let again = try await fuzz(suite, Self.severalMistakes, "--save", "found.json")
    again.expect(.exit(1))
    #expect(newIDs(of: again) == [], again.transcript)
    #expect(try ids(in: "found.json", of: suite) == found)

    let other = try await fuzz(suite, Self.severalMistakes, "--save", "found.json", "--seed", "5")
    other.expect(.exit(1))
    #expect(newIDs(of: other).count >= 1, other.transcript)
    #expect(try ids(in: "found.json", of: suite) == found + newIDs(of: other))

    let filter = "sed -u 's/user/assistant/g'"
    let sameSeed = try await fuzz(suite, filter, "--save", "found.json")
    let all = try ids(in: "found.json", of: suite)
    #expect(all == found + newIDs(of: other) + newIDs(of: sameSeed), sameSeed.transcript)
    #expect(Set(all).count == all.count, "every id should be there once")
  }

  @Test func `the operations of one run are saved into one file`() async throws {
    let suite = try TemporarySuite()
    try suite.addSecondContract()
    try suite.replace(
      #"{ "id": "first""#,
      with: #"""
        { "id": "live", "operation": "liveness", "input": { "session": null }, "expect": {} },
        { "id": "session", "operation": "session", "expect": {},
          "input": { "steps": [{ "connect": "s1" }] } },
        { "id": "first"
        """#,
      in: "Fixtures/event-stream/cases.json"
    )
    let command = "'\(try Program.url.path)' serve | sed -u 's/\"result\":{/&\"more\":1,/'"
    let run = try await suite.parity([
      "fuzz", "--contract", "event-stream", "--implementation", "reference", "--command", command,
      "--inputs", "60", "--save", "found.json",
    ])
    run.expect(.exit(1))
    let saved = newIDs(of: run)
    #expect(try ids(in: "found.json", of: suite) == saved)
    for operation in ["parse", "session"] {
      #expect(saved.contains { $0.contains(operation) }, run.transcript)
    }
  }

  @Test(arguments: ["../found.json", "ABSOLUTE/found.json", "/dev/shm/parity-found-NAME.json"])
  func `a file outside the suite is saved, and no other file or folder is made`(
    path: String
  ) async throws {
    let suite = try TemporarySuite()
    try suite.remove("Golden")
    let outside = try suite.outside()
    let path = path.replacingOccurrences(of: "ABSOLUTE", with: outside.path)
      .replacingOccurrences(of: "NAME", with: UUID().uuidString)
    if path.hasPrefix("/dev/shm"), !FileManager.default.fileExists(atPath: "/dev/shm") { return }
    for folder in [".staging", "../.staging"] { try suite.write("mine", to: "\(folder)/file") }
    let before = try suite.contents()

    let run = try await fuzz(suite, Self.severalMistakes, "--save", path)
    let file = path.hasPrefix("/") ? URL(fileURLWithPath: path) : suite.url(path)
    defer { try? FileManager.default.removeItem(at: file) }
    run.expect(.exit(1))
    #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(contentsOf: file)) }
    #expect(try suite.contents() == before, run.transcript)
    #expect(try suite.text(of: "../.staging/file") == "mine")
    let folder = file.deletingLastPathComponent()
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    // Other tests write to the machine's memory disk at the same time.
    #expect(path.hasPrefix("/dev/shm") || !names.contains { $0.hasPrefix(".parity-") })
  }

  /// Paths that `--save` may name by mistake, with the exit code for each.
  private static let targets: [(path: String, status: Int32)] = [
    ("", 64),
    ("/", 64),
    ("folder", 73),
    ("missing/found.json", 73),
    ("nowhere", 73),
    ("out", 73),
    ("linked/found.json", 73),
    ("/dev/null", 73),
    ("broken.json", 65),
    ("list.json", 65),
    (Sample.matrix, 65),
    ("file/x", 73),
  ]

  @Test(arguments: targets)
  func `a file that can't be saved is refused before the run, and nothing is written`(
    path: String,
    status: Int32
  ) async throws {
    let suite = try TemporarySuite()
    try suite.write("", to: "folder/file")
    try suite.write("{", to: "broken.json")
    try suite.write("[]", to: "list.json")
    try suite.write("", to: "file")
    try suite.link("nowhere", to: "gone")
    let target = try suite.outside().appendingPathComponent("cases.json")
    try "{\"cases\": []}".write(to: target, atomically: true, encoding: .utf8)
    try suite.link("out", to: "../outside/cases.json")
    try suite.link("linked", to: "../outside")
    let before = Set(try FileManager.default.subpathsOfDirectory(atPath: suite.root.path))

    // If the run started, the program would create a file.
    let run = try await fuzz(suite, "tee started", "--save", path)
    run.expect(.exit(status))
    #expect(run.output == "", "no input should be run\n\(run.transcript)")
    #expect(run.errors.components(separatedBy: "error: ").count == 2, run.transcript)
    #expect(Set(try FileManager.default.subpathsOfDirectory(atPath: suite.root.path)) == before)
    #expect(try String(contentsOf: target, encoding: .utf8) == "{\"cases\": []}")
    let outside = try suite.outside().path
    #expect(try FileManager.default.contentsOfDirectory(atPath: outside) == ["cases.json"])
  }

  @Test func `an input too long for a command line is left to --save`() async throws {
    let long = "perl -pe '$| = 1; tr/a/4/ if /[^\"]{30000}/'"
    let run = try await fuzz(
      try TemporarySuite(),
      long,
      "--inputs",
      "1000",
      "--shrink-seconds",
      "0.5"
    )
    run.expect(
      .exit(1),
      output: ["--save FILE", " disagreement"]
    )
    let advice = run.lines(with: "--save FILE").split(separator: "\n").map {
      $0.replacing(#/[0-9]+/#, with: "N")
    }
    messages.expect(
      Set(advice).sorted().joined(separator: "\n"),
      "an input too long for a command line"
    )
    #expect(run.output.utf8.count < 16_000, "\(run.output.utf8.count)")
  }

  @Test func `recorded payloads are made inputs from as well`() async throws {
    let suite = try TemporarySuite()
    try suite.write(#"{"type":"user","message":{"content":"salutations"}}"#, to: "recording.jsonl")
    try await fuzz(suite, "sed -u s/salutations/x/").expect(.exit(0))
    try await fuzz(suite, "sed -u s/salutations/x/", "--events", "recording.jsonl").expect(
      .exit(1),
      output: ["salutations"]
    )
  }

  @Test func `the time ends it as the number of inputs does`() async throws {
    let suite = try TemporarySuite()
    let command = "'\(try Program.url.path)' serve"
    let run = try await suite.parity(
      ["fuzz"] + Self.contract + Self.reference + ["--command", command, "--seconds", "0.5"]
    )
    run.expect(.exit(0), output: ["inputs with seed 0, "])
  }

  @Test(arguments: [
    ([], 64, "no implementation"),
    (["--implementation", "reference"], 64, "one implementation"),
    (["--implementation", "reference", "--command", "x", "--inputs", "0"], 64, "no inputs"),
    (
      ["--implementation", "reference", "--implementation", "referense"],
      64, "a misspelled implementation"
    ),
    (
      ["--implementation", "reference", "--command", "false", "--contract", "sesion"],
      64, "an unknown contract"
    ),
    (
      ["--implementation", "reference", "--command", "cat", "--events", "none.jsonl"],
      65, "payloads that are missing"
    ),
  ])
  func `wrong options are told, and nothing is asked`(
    options: [String],
    status: Int32,
    message: String
  ) async throws {
    let run = try await TemporarySuite().parity(["fuzz"] + options)
    run.expect(.exit(status), message: message, in: messages)
    #expect(!run.output.contains("inputs of seed"), run.transcript)
  }

  @Test func `a program that can't be started is told`() async throws {
    let run = try await TemporarySuite().parity(
      ["fuzz"] + Self.contract + Self.reference + ["--command", "false"]
    )
    run.expect(.exit(69), message: "a program that can't be started", in: messages)
  }
}
