import Foundation
import MessageSnapshot
import Testing

struct KnownFailureTests {
  private let messages = MessageSnapshot("parity known failures")
  private static let file = "known-failures.jsonl"
  private let suite: TemporarySuite

  init() async throws {
    suite = try await .recorded()
  }

  @Test func `a failure that is known is counted, and not red`() async throws {
    let run = try await check([line(#", "link": "https://example.com/1""#)])
    run.expect(
      .exit(0),
      output: ["✓ session-detail 1.0.0   mine   3 passed   1 known to fail\n"]
    )
    #expect(
      run.lastLine.wholeMatch(of: /PASS  4 cases in .* s, 1 known to fail/) != nil,
      "\(run.transcript)"
    )
    let verbose = try await check([line()], "--verbose")
    verbose.expect(.exit(0), output: ["known session-detail/answer (mine): as yet\n"])
  }

  @Test func `a known failure that passes is red, and is to be dropped`() async throws {
    let run = try await check([line(of: "greeting")])
    run.expect(
      .exit(1),
      message: "a known failure that passes",
      in: messages,
      output: [
        "\(Self.file):1:1: error: ", "parity known prune --implementation mine\n",
      ]
    )
    run.expectCounts(judged: 4, passed: 3, failed: 1)
  }

  @Test func `a case that fails in another way than it is known to is red`() async throws {
    let run = try await check([line(kind: "crash")])
    run.expect(
      .exit(1),
      message: "a failure of another kind",
      in: messages,
      output: ["\(Self.file):1:1: error: ", "FAILED session-detail/answer (mine)\n"]
    )
    run.expectCounts(judged: 4, passed: 3, failed: 1)
  }

  @Test(arguments: [
    ("answers-with-error", "error"),
    ("crashes", "crash"),
    ("hangs", "timeout"),
    ("answers-wrongly", "differs"),
  ])
  func `each kind of failure has its word`(mode: String, kind: String) async throws {
    let program = try MisbehavingProgram(mode).entry(named: "mine")
    try suite.write("{ \"implementations\": [\(program)] }\n", to: "parity.json")
    let options = ["--implementation", "mine", "--schedules", "0", "--timeout", "2"]
    let run = try await suite.parity(["known", "add", "--reason", "as yet"] + options)
    run.expect(.exit(0), output: ["1 known failure added; 1 in \(Self.file)\n"])

    let lines = try lines(of: Self.file)
    #expect(lines.map { $0["case"] as? String } == ["session-detail/answer"])
    #expect(lines.map { $0["implementation"] as? String } == ["mine"])
    #expect(lines.map { $0["kind"] as? String } == [kind])
    #expect(lines.map { $0["reason"] as? String } == ["as yet"])
    #expect(lines.map { $0["code"] as? Int } == [kind == "error" ? -32603 : nil])
    #expect(lines.map { ($0["output"] as? String)?.count } == [kind == "differs" ? 64 : nil])
    try await suite.parity(["check"] + options).expect(.exit(0), output: ["1 known to fail\n"])
  }

  @Test
  func `lines of another implementation or case stay when some are added or dropped`() async throws
  {
    let other =
      #"{"case":"session-detail/greeting","implementation":"other","kind":"differs","reason":"x"}"#
    _ = try await check([
      other, line(of: "greeting"), line(of: "answer"), line(of: "gone", kind: "crash"),
    ])
    let programs = ["mine", "other"].map {
      try! MisbehavingProgram("answers-with-error").entry(named: $0)
    }
    try suite.write(
      "{ \"implementations\": [\(programs.joined(separator: ","))] }\n",
      to: "parity.json"
    )
    let prune = try await suite.parity("known", "prune", "--implementation", "mine")
    prune.expect(.exit(0), output: ["2 known failures removed; 2 in \(Self.file)\n"])
    let answer =
      #"{"case":"session-detail/answer","code":-32603,"implementation":"mine","kind":"error","reason":"as yet"}"#
    #expect(try suite.text(of: Self.file) == "\(answer)\n\(other)\n")
    let add = try await suite.parity(
      "known",
      "add",
      "--implementation",
      "other",
      "--reason",
      "new",
      "--expires",
      "2030-01-01",
      "--link",
      "https://x.org"
    )
    add.expect(.exit(0), output: ["1 known failure added; 3 in \(Self.file)\n"])
    let new =
      #"{"case":"session-detail/answer","code":-32603,"expires":"2030-01-01","implementation":"other","kind":"error","#
      + #""link":"https://x.org","reason":"new"}"#
    #expect(try suite.text(of: Self.file) == "\(answer)\n\(new)\n\(other)\n")
  }

  @Test func `what is pruned is of that implementation and of the contracts at hand`() async throws
  {
    let elsewhere =
      #"{"case":"other/greeting","implementation":"mine","kind":"differs","reason":"x"}"#
    _ = try await check([
      elsewhere, line(of: "answer"),
      #"{"case":"session-detail/answer","implementation":"ok","kind":"error","reason":"x"}"#,
    ])
    let programs = [
      try MisbehavingProgram("answers-with-error").entry(named: "mine"),
      try MisbehavingProgram("behaves").entry(named: "ok"),
    ]
    try suite.write(
      "{ \"implementations\": [\(programs.joined(separator: ","))] }\n",
      to: "parity.json"
    )
    let prune = try await suite.parity(
      "known",
      "prune",
      "--implementation",
      "mine",
      "--implementation",
      "ok"
    )
    prune.expect(.exit(0), output: ["1 known failure removed; 2 in \(Self.file)\n"])
    #expect(try suite.text(of: Self.file).contains("other/greeting"), prune.transcript)
  }

  @Test func `the list may stand elsewhere`() async throws {
    _ = try await check([])
    try suite.remove(Self.file)
    let options = ["--implementation", "mine", "--schedules", "0", "--known", "list.jsonl"]
    try await suite.parity(["known", "add", "--reason", "as yet", "--only", "ans*"] + options)
      .expect(
        .exit(0),
        output: ["1 known failure added; 1 in list.jsonl\n"]
      )
    try await suite.parity(["check"] + options).expect(.exit(0), output: ["1 known to fail\n"])
    try await suite.parity("check", "--implementation", "mine").expect(.exit(1))
  }

  @Test func `the list is left alone with CI set, and where a program doesn't start`() async throws
  {
    _ = try await check([line()])
    let before = try suite.contents()
    for command in [["add", "--reason", "x"], ["prune"]] {
      let arguments = ["known"] + command + ["--implementation", "mine"]
      try await suite.parity(arguments, environment: ["CI": "true"]).expect(.exit(73))
    }
    #expect(try suite.contents() == before)
    try suite.write(
      #"{ "implementations": [{ "name": "mine", "command": ["false"], "contracts": ["session-detail"] }] }"#,
      to: "parity.json"
    )
    try await suite.parity("known", "prune", "--implementation", "mine").expect(
      .exit(69),
      message: "a program that doesn't start",
      in: messages
    )
    #expect(try suite.text(of: Self.file) == line() + "\n")
    for (arguments, message) in [
      (
        ["add", "--implementation", "min", "--reason", "x"],
        "known add with a misspelled implementation"
      ),
      (["add", "--implementation", "mine", "--reason", " "], "known add with a blank reason"),
      (["prune"], "known prune without an implementation"),
    ] {
      try await suite.parity(["known"] + arguments).expect(
        .exit(64),
        message: message,
        in: messages
      )
    }
  }

  @Test(arguments: [
    (
      #"{"implementation": "mine", "case": "session-detail/anwser", "kind": "error", "reason": "x"}"#,
      Int32(1), "1:1", "a line with a misspelled case"
    ),
    (
      #"{"implementation": "min", "case": "session-detail/answer", "kind": "error", "reason": "x"}"#,
      1, "1:1", "a line with a misspelled implementation"
    ),
    (
      #"{"implementation": "mine", "case": "session-detail/answer", "kind": "eror", "reason": "x"}"#,
      65, "1:69", "a line with a misspelled kind"
    ),
    (
      #"{"implementation": "mine", "case": "x/y", "kind": "error", "reason": "x", "expires": "2026-02-30"}"#,
      65, "1:86", "a line with a day that is none"
    ),
    (
      #"{"implementation": "mine", "kind": "error", "reson": "x"}"#,
      65, "1:45", "a line with a misspelled member"
    ),
    (
      #"{"implementation": "mine","#,
      65, "1:27", "a line that ends early"
    ),
    ("[]", 65, "1:1", "a line with an array"),
  ])
  func `a line that says nothing is told with its place`(
    line: String,
    code: Int32,
    place: String,
    message: String
  ) async throws {
    let run = try await check([line])
    run.expect(.exit(code), output: ["\(Self.file):\(place): error: "])
    messages.expect(run.lines(with: "\(Self.file):"), message)
  }

  @Test func `a case is known to fail once`() async throws {
    let run = try await check([line(), "", line()])
    run.expect(
      .exit(1),
      message: "a line that is there twice",
      in: messages,
      output: ["\(Self.file):3:1: error: "]
    )
  }

  @Test
  func `a known failure is put up with until the day that it names, and not a day longer`()
    async throws
  {
    let failure = line(#", "expires": "2026-02-28""#)
    try await check([failure], "--today", "2026-02-28").expect(.exit(0))
    let run = try await check([failure], "--today", "2026-03-01")
    run.expect(
      .exit(1),
      message: "a line whose day is over",
      in: messages,
      output: [
        "\(Self.file):1:1: error: ", "2026-02-28",
        "parity known add --renew --implementation mine --only session-detail/answer"
          + " --schedules 0 --expires YYYY-MM-DD\n",
        "FAILED session-detail/answer (mine)\n",
      ]
    )
    run.expectCounts(judged: 4, passed: 3, failed: 1)
    let today = try await suite.parity("check", "--today", "tomorrow")
    today.expect(.exit(64), message: "--today with a word", in: messages)
  }

  @Test func `a program that only fails as it is known to has judged something`() async throws {
    let run = try await check([line()], "--only", "answer")
    run.expect(.exit(0))
    #expect(
      run.lastLine.wholeMatch(of: /PASS  1 case in .* s, 1 known to fail, 3 skipped/) != nil,
      "\(run.transcript)"
    )
  }

  @Test func `the list is not part of parity json`() async throws {
    try suite.write(
      #"{ "implementations": [{ "name": "x", "command": ["x"], "contracts": ["session-detail"], "knownFailures": [] }] }"#,
      to: "parity.json"
    )
    try await suite.parity("lint").expect(
      .exit(65),
      message: "known failures in parity.json",
      in: messages,
      output: ["parity.json:1:106: error: "]
    )
  }

  // MARK: - One failure per line

  @Test func `another wrong output of a known case is red, until the line is renewed`() async throws
  {
    try list(replacing: "good", with: "bad")
    try await suite.parity(known("add", "--reason", "as yet")).expect(.exit(0))
    let report = "--report=json=before.json"
    try await suite.parity(check(report)).expect(.exit(0), output: ["1 known to fail\n"])

    try list(replacing: "good", with: "worse")
    let run = try await suite.parity(check("--against", "before.json"))
    run.expect(
      .exit(1),
      message: "another wrong output",
      in: messages,
      output: [
        "\(Self.file):1:1: error: ", "FAILED session-detail/answer (mine)",
        "since before.json: 1 changed\n",
      ]
    )
    run.expectCounts(judged: 4, passed: 3, failed: 1)

    try await suite.follow("known add", of: run).expect(.exit(0))
    #expect(try lines(of: Self.file).map { $0["reason"] as? String } == ["as yet"])
    try await suite.parity(check()).expect(.exit(0), output: ["1 known to fail\n"])
  }

  @Test func `another error code of a known case is red`() async throws {
    let other = line().replacingOccurrences(of: "-32603", with: "-32000")
    let run = try await check([other])
    run.expect(
      .exit(1),
      message: "another error code",
      in: messages,
      output: ["-32603", "-32000"]
    )
    run.expectCounts(judged: 4, passed: 3, failed: 1)
  }

  @Test
  func `a line of an earlier version excuses nothing, and the printed command renews it`()
    async throws
  {
    try list(replacing: "good", with: "bad")
    let old =
      #"{"implementation": "mine", "case": "session-detail/answer", "kind": "differs", "reason": "as yet"}"#
    try suite.write(old + "\n", to: Self.file)

    let run = try await suite.parity(check())
    run.expect(
      .exit(1),
      message: "a line of an earlier version",
      in: messages,
      output: ["\(Self.file):1:1: error: "]
    )
    run.expectCounts(judged: 4, passed: 3, failed: 1)
    // The line is an error for any implementation.
    try await suite.parity("check").expect(.exit(1))
    try await suite.parity("lint").expect(.exit(1))

    try await suite.follow("known add", of: run).expect(
      .exit(0),
      output: ["1 line updated; 1 in \(Self.file)\n"]
    )
    #expect(try lines(of: Self.file).map { $0["reason"] as? String } == ["as yet"])
    try await suite.parity(check()).expect(.exit(0), output: ["1 known to fail\n"])
  }

  @Test(arguments: [
    (#""kind": "crash", "code": 1"#, "a code of a crash"),
    (#""kind": "error", "code": "1""#, "a code that is a string"),
    (#""kind": "timeout", "output": "0""#, "an output of a timeout"),
    (#""kind": "differs", "output": "xyz""#, "an output that is no digest"),
  ])
  func `what pins a failure is checked`(members: String, message: String) async throws {
    let line =
      #"{"implementation": "mine", "case": "session-detail/answer", "reason": "r", \#(members)}"#
    try await check([line]).expect(
      .exit(65),
      message: message,
      in: messages,
      output: ["\(Self.file):1:"]
    )
  }

  // MARK: - Editing the list

  @Test(arguments: ["add", "prune"])
  func `a line that is added while the command runs stays`(command: String) async throws {
    let other =
      #"{"case":"session-detail/greeting","implementation":"other","kind":"crash","reason":"x"}"#
    let serve = "'\(try Program.url.path)' serve"
    try suite.write(
      """
      printf '%s\\n' '\(other)' >>\(Self.file)
      \(serve) \(command == "add" ? "| sed -u s/good/bad/" : "")

      """,
      to: "mine.sh"
    )
    let program = #""contracts": ["session-detail"], "command": ["sh", "mine.sh"]"#
    try suite.list(
      #"{ "name": "mine", \#(program) }"#,
      #"{ "name": "other", \#(program) }"#
    )
    let own = line(kind: "crash").replacingOccurrences(of: "answer", with: "greeting")
    if command == "prune" { try suite.write(own + "\n", to: Self.file) }

    try await suite.parity(known(command) + (command == "add" ? ["--reason", "as yet"] : []))
      .expect(.exit(0))
    let names = try lines(of: Self.file).map { $0["implementation"] as? String }
    #expect(names == (command == "add" ? ["mine", "other"] : ["other"]))
  }

  @Test func `all adds the failures of every listed program, and removes those that pass`()
    async throws
  {
    func list(_ text: String) throws {
      let serve = "'\(try Program.url.path)' serve | sed -u s/good/\(text)/"
      let rest = #""contracts": ["session-detail"], "command": ["sh", "-c", "\#(serve)"]"#
      try suite.list(
        #"{ "name": "mine", \#(rest) }"#,
        #"{ "name": "other", "default": false, \#(rest) }"#
      )
    }
    let all = ["--implementation", "all", "--schedules", "0"]

    try list("bad")
    try await suite.parity(["known", "add", "--reason", "as yet"] + all).expect(
      .exit(0),
      output: ["2 known failures added; 2 in \(Self.file)\n"]
    )
    #expect(try lines(of: Self.file).map { $0["implementation"] as? String } == ["mine", "other"])
    try await suite.parity(["check"] + all).expect(.exit(0))

    try list("good")
    try await suite.parity(["known", "prune"] + all).expect(
      .exit(0),
      output: ["2 known failures removed; 0 in \(Self.file)\n"]
    )
  }

  @Test func `all without a listed program is refused`() async throws {
    try suite.list()
    try await suite.parity("known", "add", "--implementation", "all", "--reason", "x").expect(
      .exit(64),
      message: "known add for all without a program",
      in: messages
    )
  }

  @Test func `no failures make no list`() async throws {
    try list(replacing: "good", with: "good")
    try await suite.parity(known("add", "--reason", "as yet")).expect(
      .exit(0),
      output: ["0 known failures added; 0 in \(Self.file)\n"]
    )
    #expect(!FileManager.default.fileExists(atPath: suite.url(Self.file).path))
  }

  @Test func `without a reason, known add only renews`() async throws {
    try await suite.parity("known", "add", "--implementation", "mine").expect(
      .exit(64),
      message: "known add without a reason",
      in: messages,
      errors: ["--reason", "--renew"]
    )
  }

  /// Lists the reference under the name `mine`, with a text of its answers replaced.
  private func list(replacing text: String, with other: String) throws {
    let script = "'\(try Program.url.path)' serve | sed -u s/\(text)/\(other)/"
    try suite.list(
      #"{ "name": "mine", "contracts": ["session-detail"], "command": ["sh", "-c", "\#(script)"] }"#
    )
  }

  private func known(_ arguments: String...) -> [String] {
    ["known"] + arguments + ["--implementation", "mine", "--schedules", "0"]
  }

  private func check(_ options: String...) -> [String] {
    ["check", "--implementation", "mine", "--schedules", "0"] + options
  }

  private func lines(of file: String) throws -> [[String: Any]] {
    try suite.text(of: file).split(separator: "\n").map { line in
      try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
  }

  private func line(
    _ more: String = "",
    of caseID: String = "answer",
    kind: String = "error"
  ) -> String {
    let code = kind == "error" ? #""code": -32603, "# : ""
    return #"{"implementation": "mine", "case": "session-detail/\#(caseID)", "kind": "\#(kind)", "#
      + code + #""reason": "as yet"\#(more)}"#
  }

  /// Checks a program that answers the case `answer` with an error.
  private func check(_ lines: [String], _ options: String...) async throws -> ProgramRun {
    let entry = try MisbehavingProgram("answers-with-error").entry(named: "mine")
    try suite.write("{ \"implementations\": [\(entry)] }\n", to: "parity.json")
    try suite.write(lines.map { "\($0)\n" }.joined(), to: Self.file)
    return try await suite.parity(
      ["check", "--implementation", "mine", "--schedules", "0"] + options
    )
  }
}
