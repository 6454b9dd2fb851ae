import Foundation
import MessageSnapshot
import Testing

/// Tests of implementations that are command-line tools without an adapter.
struct StdioTests {
  private let messages = MessageSnapshot("programs without an adapter")
  private static let json = "{}"

  /// Returns the goldens that the tool records, by the names of their files.
  private func goldens(_ files: [String: String]) async throws -> [String: String] {
    let suite = try await TemporarySuite.recorded(files)
    try await suite.parity("check").expect(.exit(0))
    return try suite.contents(of: StdioSuite.goldens).mapValues {
      String(decoding: $0, as: UTF8.self)
    }
  }

  // MARK: - Input

  @Test func `a text on standard input has exactly its bytes`() async throws {
    let files = try StdioSuite.files(
      ["cat"],
      #""stdin": "/text""#,
      inputs: [#"{ "text": "£5 – no newline" }"#, #"{ "text": "a\r\nb\n" }"#, #"{ "text": "" }"#]
    )
    #expect(
      try await goldens(files) == [
        "c0.txt": "£5 – no newline", "c1.txt": "a\r\nb\n", "c2.txt": "",
      ]
    )
  }

  @Test func `without a place, standard input is the whole input as JSON`() async throws {
    let files = try StdioSuite.files(
      ["cat"],
      inputs: [#"{ "b": 1.50, "a": [true, null] }"#, #""only text""#]
    )
    #expect(
      try await goldens(files) == [
        "c0.txt": #"{"b":1.50,"a":[true,null]}"# + "\n", "c1.txt": "only text",
      ]
    )
  }

  @Test func `a part that isn't a string is sent as JSON, and a missing one as nothing`()
    async throws
  {
    let files = try StdioSuite.files(
      ["cat"],
      #""stdin": "/deep/0""#,
      inputs: [#"{ "deep": [{ "x": 1e3 }] }"#, #"{ "deep": [] }"#]
    )
    #expect(try await goldens(files) == ["c0.txt": #"{"x":1e3}"# + "\n", "c1.txt": ""])
  }

  @Test func `places in braces stand for parts of the input`() async throws {
    let words = [
      "printf", "<%s>", "{/text}", "--x={/number}", "{/list}", "{/missing}", "--y={/missing}",
      "{operation}", "{/object}", "{other}", "{",
    ]
    let files = try StdioSuite.files(
      words,
      inputs: [
        #"{ "text": "two words", "number": 1.0, "list": ["a", 2, "c"], "object": { "k": null } }"#
      ]
    )
    #expect(
      try await goldens(files) == [
        "c0.txt":
          #"<two words><--x=1.0><a><2><c><--y=><work><{"k":null}><{other}><{>"#
      ]
    )
  }

  @Test func `if an argument has the input, standard input is empty`() async throws {
    let script = #"printf '%s/' "$0"; cat"#
    let inputs = [#"{ "a": "x" }"#]
    let whole = try StdioSuite.files(["/bin/sh", "-c", script, "{}"], inputs: inputs)
    #expect(try await goldens(whole) == ["c0.txt": #"{"a":"x"}/"#])
    let both = try StdioSuite.files(
      ["/bin/sh", "-c", script, "{/a}"],
      #""stdin": "/a""#,
      inputs: inputs
    )
    #expect(try await goldens(both) == ["c0.txt": "x/x"])
  }

  @Test func `an argument can't contain a zero byte`() async throws {
    let files = try StdioSuite.files(["printf", "{/a}"], inputs: [#"{ "a": "x\u0000y" }"#])
    let run = try await TemporarySuite(files).parity("check", "-u")
    run.expect(.exit(1), message: "an argument with a zero byte", in: messages)
  }

  @Test func `a tool that doesn't read its input is fine`() async throws {
    let text = String(repeating: "x", count: 1 << 20)
    let files = try StdioSuite.files(["echo", "done"], inputs: [#"{ "text": "\#(text)" }"#])
    #expect(try await goldens(files) == ["c0.txt": "done\n"])
  }

  @Test func `a megabyte goes through a tool`() async throws {
    let text = String(repeating: "0123456789\n", count: 100_000)
    let input = String(decoding: try JSONEncoder().encode(["text": text]), as: UTF8.self)
    let files = try StdioSuite.files(["cat"], #""stdin": "/text""#, inputs: [input])
    #expect(try await goldens(files) == ["c0.txt": text])
  }

  // MARK: - Surroundings

  @Test func `the tool runs in its folder and with its variables`() async throws {
    var files = try StdioSuite.files(
      ["./tool.sh"],
      #""workingDirectory": "sub", "environment": { "WHO": "me" }"#,
      inputs: ["{}"]
    )
    files["sub/tool.sh"] = "#!/bin/sh\necho \"$WHO in ${PWD##*/}\"\n"
    let suite = try TemporarySuite(files)
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755],
      ofItemAtPath: suite.root.appendingPathComponent("sub/tool.sh").path
    )
    try await suite.parity("check", "-u").expect(.exit(0), output: ["1 passed"])
    #expect(try suite.text(of: "\(StdioSuite.goldens)/c0.txt") == "me in sub\n")
  }

  @Test func `as many processes run at once as there are jobs`() async throws {
    // Each process waits until all four have begun.
    let script = """
      touch "here-$0"
      for i in $(seq 100); do
        [ $(ls here-* | wc -l) -ge 4 ] && echo together && exit
        sleep 0.1
      done
      """
    var files = try StdioSuite.files(
      ["/bin/sh", "-c", script, "{/n}"],
      inputs: (0..<4).map { #"{ "n": \#($0) }"# }
    )
    for index in 0..<4 { files["\(StdioSuite.goldens)/c\(index).txt"] = "together\n" }
    let suite = try TemporarySuite(files)
    try await suite.parity("check", "-u", "-j", "4", "--schedules", "0").expect(
      .exit(0),
      output: ["4 passed"]
    )
  }

  @Test(arguments: [["no-such-tool"], ["./no-such-tool"], ["./Fixtures/tool/cases.json"]])
  func `a tool that can't be started stops the run`(command: [String]) async throws {
    let suite = try TemporarySuite(try StdioSuite.files(command, inputs: ["{}"]))
    try await suite.parity("check").expect(.exit(69), output: ["START FAILED tool"])
    try await suite.parity("run", "tool/work", "--implementation", "tool", input: "{}").expect(
      .exit(69)
    )
  }

  // MARK: - Output

  @Test func `an operation that returns JSON compares the output as JSON`() async throws {
    let script = #"printf '{ "b": 1.0, "a": "x" }\n'"#
    let files = try StdioSuite.files(StdioSuite.shell(script), operation: Self.json, inputs: ["{}"])
    let suite = try await TemporarySuite.recorded(files)
    let words = try suite.text(of: "parity.json")
    let reordered = words.replacing(#"\"b\": 1.0, \"a\": \"x\""#, with: #"\"a\":\"x\",\"b\":1"#)
    #expect(reordered != words)
    try suite.write(reordered, to: "parity.json")
    try await suite.parity("check").expect(.exit(0), output: ["1 passed"])
  }

  @Test(arguments: [
    (#"printf '{ "a": 1 '"#, "(line 1, column 10)", "an output that isn't JSON"),
    (#"printf '{ "a": 1, "a": 2 }'"#, "(line 1, column 11)", "an output with a duplicate key"),
    ("true", "FAILED tool/c0", "an empty output"),
  ])
  func `an output that isn't JSON fails`(script: String, place: String, name: String) async throws {
    let files = try StdioSuite.files(StdioSuite.shell(script), operation: Self.json, inputs: ["{}"])
    let run = try await TemporarySuite(files).parity("check")
    run.expect(.exit(1), message: name, in: messages, output: [place])
  }

  @Test func `an output that isn't UTF-8 fails`() async throws {
    let files = try StdioSuite.files(StdioSuite.shell(#"printf 'a\377'"#), inputs: ["{}"])
    let run = try await TemporarySuite(files).parity("check")
    run.expect(.exit(1), message: "an output that isn't UTF-8", in: messages)
  }

  @Test(arguments: ["yes", "yes | tr -d '\\n'"])
  func `a tool that writes without end is killed`(script: String) async throws {
    let files = try StdioSuite.files(StdioSuite.shell(script), inputs: ["{}"])
    let run = try await TemporarySuite(files).parity("check", "--reply-limit", "100000")
    run.expect(.exit(1), output: ["--reply-limit"])
  }

  // MARK: - Failures

  @Test func `an exit code other than 0 is an error, with the tool's own words`() async throws {
    let files = try StdioSuite.files(
      StdioSuite.shell("echo output; echo 'no such option' >&2; exit 3"),
      inputs: ["{}"]
    )
    let run = try await TemporarySuite(files).parity("check", "--report", "json=-")
    let verdicts = try #require(try run.jsonReport()["verdicts"] as? [[String: Any]])
    let failures = try #require(verdicts.first?["failures"] as? [[String: Any]])
    let fault = try #require(failures.first?["fault"] as? [String: Any])
    #expect(fault["kind"] as? String == "error")
    #expect(fault["log"] as? [String] == ["no such option"])
    #expect(run.end == .exit(1))
  }

  @Test func `a signal is a crash`() async throws {
    let files = try StdioSuite.files(StdioSuite.shell("kill -SEGV $$"), inputs: ["{}"])
    let run = try await TemporarySuite(files).parity("check", "--report", "json=-")
    #expect(try kinds(of: run) == ["crash"])
  }

  @Test func `a tool that exceeds the time limit too often is abandoned`() async throws {
    let files = try StdioSuite.files(
      StdioSuite.shell("sleep 60"),
      inputs: ["{}", "{}", "{}", "{}"]
    )
    let run = try await TemporarySuite(files).parity(
      "check",
      "--timeout",
      "0.2",
      "--hangs",
      "2",
      "-j",
      "1",
      "--report",
      "json=-"
    )
    #expect(try kinds(of: run) == ["timeout", "timeout"])
    let report = try run.jsonReport()
    let incidents = try #require(report["incidents"] as? [[String: Any]])
    #expect(incidents.map { $0["kind"] as? String } == ["givenUp"])
    #expect((report["counts"] as? [String: Any])?["skipped"] as? Int == 2)
    #expect(run.end == .exit(1))
  }

  /// Returns the kinds of the failures in a JSON report.
  private func kinds(of run: ProgramRun) throws -> [String] {
    let verdicts = try #require(try run.jsonReport()["verdicts"] as? [[String: Any]])
    let failures = verdicts.compactMap { $0["failures"] as? [[String: Any]] }.joined()
    return failures.compactMap { ($0["fault"] as? [String: Any])?["kind"] as? String }
  }

  // MARK: - Capabilities

  @Test func `capabilities are in the entry`() async throws {
    let files = try StdioSuite.files(
      ["cat"],
      expecting: [("{}", "", #""{}\n""#), ("{}", #""tables""#, #""{}\n""#)]
    )
    let suite = try TemporarySuite(files)
    try await suite.parity("check").expect(.exit(0), output: ["1 passed   1 not applicable"])
    try suite.replace(
      #""reference""#,
      with: #""capabilities": ["tables"], "reference""#,
      in: "parity.json"
    )
    try await suite.parity("check").expect(.exit(0), output: ["2 passed"])
  }

  // MARK: - Other commands

  @Test func `repro shows the run and how to repeat it`() async throws {
    let script = "cat; echo help >&2; exit 3"
    let files = try StdioSuite.files(
      StdioSuite.shell(script),
      #""stdin": "/text""#,
      inputs: [#"{ "text": "a\nb" }"#]
    )
    let suite = try TemporarySuite(files)
    let run = try await suite.parity("repro", "c0", "--implementation", "tool")
    run.expect(
      .exit(1),
      output: ["$ /bin/sh -c '\(script)'\n", "-> a\n-> b\n", "<- a\n<- b\n", "| help\n"]
    )
    let input = try await suite.parity("repro", "c0", "--implementation", "tool", "--requests")
    #expect(input.output == "a\nb")
  }

  @Test func `doctor says that it is for JSON-RPC`() async throws {
    let suite = try TemporarySuite(try StdioSuite.files(["cat"], inputs: ["{}"]))
    let run = try await suite.parity("doctor", "--implementation", "tool")
    run.expect(.exit(64), message: "doctor for a program without an adapter", in: messages)
  }

  @Test func `an audit runs the tool on its mutants`() async throws {
    var files = try StdioSuite.files(["sh", "tool.sh"], inputs: [#""a""#, #""b""#])
    files["tool.sh"] = "tr a-z A-Z\n"
    files["Fixtures/tool/mutants.json"] = """
      { "mutants": [ { "implementation": "tool", "mistake": "letters stay lowercase",
        "file": "tool.sh", "find": "A-Z", "replace": "a-z" } ] }

      """
    let suite = try await TemporarySuite.recorded(files)
    let run = try await suite.parity("audit")
    run.expect(.exit(0), output: ["1 of 1"])
  }

  @Test func `fuzzing compares two tools`() async throws {
    var files = try StdioSuite.files(["cat"], #""stdin": "/text""#, inputs: [#"{ "text": "a\n" }"#])
    files["parity.json"] = files["parity.json"]?.replacingOccurrences(
      of: #""implementations": ["#,
      with: """
        "implementations": [
          { "name": "lower", "protocol": "stdio", "contracts": ["tool"], "stdin": "/text",
            "command": ["tr", "A-Z", "a-z"] },
        """
    )
    let suite = try TemporarySuite(files)
    let run = try await suite.parity(
      "fuzz",
      "--implementation",
      "tool",
      "--implementation",
      "lower",
      "--inputs",
      "100",
      "--shrink-seconds",
      "0.5"
    )
    run.expect(.exit(1), output: ["− tool, + lower"])
  }
}

/// Tests of cases that programs skip at run time.
struct RunTimeSkipTests {
  private let messages = MessageSnapshot("skipped cases")

  /// Returns the files of a suite whose tool skips the input `skip`.
  private func files(check: String = "{}") throws -> [String: String] {
    let script = "read text; [ $text = skip ] && echo 'no network' >&2 && exit 77; echo $text"
    return try StdioSuite.files(
      StdioSuite.shell(script),
      expecting: [(#""a\n""#, "", #""a\n""#), (#""skip\n""#, "", #""skip\n""#)],
      check: check
    )
  }

  @Test func `a skipped case fails the run`() async throws {
    let suite = try TemporarySuite(try files())
    let run = try await suite.parity("check", "--report", "json=-")
    let report = try run.jsonReport()
    let counts = try #require(report["counts"] as? [String: Any])
    #expect(counts["skippedByProgram"] as? Int == 1)
    #expect(counts["passed"] as? Int == 1 && counts["skipped"] as? Int == 0)
    let incidents = try #require(report["incidents"] as? [[String: Any]])
    #expect(incidents.map { $0["kind"] as? String } == ["skipped"])
    #expect(incidents.map { $0["cases"] as? [String] } == [["tool/e1"]])
    #expect(run.end == .exit(1))
    try await suite.parity("check").expect(
      .exit(1),
      output: [
        "SKIPPED tool", "--max-skipped", "no network",
        "✗ tool 1.0.0   tool   1 passed   1 skipped\n",
      ]
    )
  }

  @Test func `a run can allow skipped cases, with an option or in parity.json`() async throws {
    let suite = try TemporarySuite(try files())
    try await suite.parity("check", "--max-skipped", "1").expect(
      .exit(0),
      output: ["✓ tool 1.0.0   tool   1 passed   1 skipped\n"]
    )
    let allowing = try TemporarySuite(try files(check: #"{ "maxSkipped": 1 }"#))
    try await allowing.parity("check").expect(.exit(0))
    try await allowing.parity("check", "--max-skipped", "0").expect(.exit(1))
  }

  @Test func `reports list a skipped case with its reason`() async throws {
    let suite = try TemporarySuite(try files(check: #"{ "maxSkipped": 1 }"#))
    let run = try await suite.parity(
      "check",
      "-v",
      "--report",
      "junit=junit.xml",
      "--report",
      "tap=out.tap",
      "--report",
      "markdown=out.md",
      "--report",
      "json=out.json"
    )
    run.expect(.exit(0), output: ["tool/e1", "no network"])
    #expect(try suite.text(of: "junit.xml").contains("no network"))
    #expect(try suite.text(of: "out.tap").contains("# SKIP"))
    #expect(try suite.text(of: "out.md").contains("1 skipped at run time"))
    try await suite.parity("diff", "out.json", "out.json").expect(.exit(0))
  }

  @Test func `a program skips a request with a JSON-RPC error`() async throws {
    var files = EchoSuite.files(
      members: #""goldens": false"#,
      cases: [
        #"{ "id": "a", "input": { "out": 1 }, "expect": { "output": 1 } }"#,
        #"{ "id": "b", "input": {}, "expect": { "output": 1 } }"#,
      ]
    )
    files["echo.py"] = files["echo.py"]?.replacingOccurrences(of: "-32000", with: "-32001")
    let suite = try TemporarySuite(files)
    let run = try await suite.parity("check", "--report", "json=-")
    let verdicts = try #require(try run.jsonReport()["verdicts"] as? [[String: Any]])
    #expect(verdicts.map { $0["result"] as? String } == ["passed", "skipped"])
    #expect(verdicts[1]["reason"] as? String == "nothing to say")
    #expect(run.end == .exit(1))
    try await suite.parity("check", "--max-skipped", "1").expect(.exit(0))
  }

  @Test func `a reference that skips a case records nothing for it`() async throws {
    let script = "read text; [ $text = skip ] && exit 77; echo $text"
    let files = try StdioSuite.files(
      StdioSuite.shell(script),
      inputs: [#""a\n""#, #""skip\n""#]
    )
    let suite = try TemporarySuite(files)
    let run = try await suite.parity("regenerate")
    run.expect(.exit(1), output: ["FAILED tool/c1", "1 new"])
    #expect(try suite.contents(of: StdioSuite.goldens).keys.sorted() == ["c0.txt"])
  }

  @Test func `parity run says that the input was skipped`() async throws {
    let suite = try TemporarySuite(try files())
    let run = try await suite.parity("run", "e1", "--implementation", "tool")
    run.expect(.exit(1), message: "an input that was skipped", in: messages, errors: ["no network"])
  }
}
