import Foundation
import Testing

/// Tests that what `fuzz` prints can be pasted: inputs as JSON, and commands.
struct FuzzPasteTests {
  /// Returns a contract whose program counts the bytes of each input and writes the input to a
  /// file. With the argument `wrong`, it counts one more for an input that contains `x` and has at
  /// least `least` bytes.
  private static func files(input: String, least: Int = 0) -> [String: String] {
    [
      "Fixtures/bytes/behavior-matrix.json": """
      { "contract": "bytes", "version": "1.0.0", "title": "Bytes",
        "operations": { "count": {} }, "caseFiles": ["cases.json"] }

      """,
      "Fixtures/bytes/cases.json": #"{ "cases": [{ "id": "only", "input": \#(input) }] }"# + "\n",
      "bytes.py": """
      import json, sys
      for line in sys.stdin:
          request = json.loads(line)
          if request["method"] == "initialize":
              result = {"protocolVersion": 1, "contracts": ["bytes"], "capabilities": [],
                        "implementation": {"name": "bytes", "version": "1", "language": "Python"}}
          else:
              params = line.split('"params":', 1)[1].rstrip()[:-1]
              with open("seen.txt", "w", encoding="utf-8") as seen:
                  seen.write(params)
              isWrong = "wrong" in sys.argv and "x" in params and len(params) >= \(least)
              result = {"count": len(params) + isWrong}
          print(json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": result}), flush=True)

      """,
      "parity.json": """
      { "implementations": [
        { "name": "right", "command": ["python3", "bytes.py"], "contracts": ["bytes"], "reference": true },
        { "name": "wrong", "command": ["python3", "bytes.py", "wrong"], "contracts": ["bytes"] }
      ] }

      """,
    ]
  }

  private static let programs = ["--implementation", "right", "--implementation", "wrong"]

  /// Fuzzes without shrinking, so that inputs stay similar to that of the case.
  private func fuzz(_ suite: TemporarySuite, _ options: String...) async throws -> ProgramRun {
    try await suite.parity(
      ["fuzz", "--inputs", "40", "--shrink-seconds", "0"] + Self.programs + options
    )
  }

  /// Returns the inputs that a run printed.
  private func inputs(in run: ProgramRun) -> [String] {
    let lines = run.output.split(separator: "\n")
    return zip(lines, lines.dropFirst()).compactMap { line, next in
      line.contains(", minimized") ? String(next.dropFirst(4)) : nil
    }
  }

  /// Inputs, each as it is written in a case, and a part that its JSON must have when it is printed
  /// and sent, if the part isn't changed.
  private static let hostile = [
    #"{ "x": { "$literal": { "$json": 1, "$file": "x", "$literal": "$repeat" } } }"#,
    #"{ "x": { "$literal": { "$jsn": ["it's", "'\\''", "\"\\", "$(x) `x` !x"] } } }"#,
    ###"{ "x": "##[error]x ##vso[task]x", "y": ["::error::", "##", "["] }"###,
    #"{ "x": "\u0000\u0007\u001b[2J\r\n\t\u007f\u202e\ufeff\u200d", "y": "x\u0301 é \ud83d\ude00" }"#,
    #"{ "x": [1e300, -0, 1.50, 1E-7, 123456789012345678901234567890, -0.0] }"#,
    #"{ "x": ["%s %d \\n", "a  b", "NaN", "\ufffd\uffff"], "": { "": "" } }"#,
  ]

  @Test(arguments: hostile)
  func `a printed input and its command give the input that was sent`(written: String) async throws
  {
    let suite = try TemporarySuite(Self.files(input: written))
    let run = try await fuzz(suite, "--verbose")
    run.expect(.exit(1))
    #expect(!run.output.contains("##["), run.transcript)

    let inputs = inputs(in: run)
    let commands = run.output.matches(of: /(printf %s .*)/).map { String($0.output.1) }
    #expect(!inputs.isEmpty && inputs.count == commands.count, run.transcript)
    for (input, command) in zip(inputs, commands).prefix(4) {
      let printed = try JSONSerialization.jsonObject(
        with: Data(input.utf8),
        options: .fragmentsAllowed
      )
      try suite.remove("seen.txt")
      try await suite.type(command).expect(.exit(1), output: ["− right, + wrong"])
      let sent = try JSONSerialization.jsonObject(
        with: Data(try suite.text(of: "seen.txt").utf8),
        options: .fragmentsAllowed
      )
      #expect(printed as? NSObject == sent as? NSObject, "\(input)\n\(command)")
    }
  }

  @Test func `a printed input stays on one line, and has no written forms`() async throws {
    let words = Array(repeating: "a word", count: 60).joined(separator: " ")
    let input = #"{ "x": { "$concat": ["\#(words)", { "$repeat": "-", "times": 300 }] } }"#
    let suite = try TemporarySuite(Self.files(input: input, least: 600))
    let run = try await fuzz(suite)
    run.expect(.exit(1))
    // The generator may have changed some of the words.
    let line = String(words.prefix(120))
    #expect(inputs(in: run).contains { $0.contains(line) }, run.transcript)
    for input in inputs(in: run) {
      #expect(throws: Never.self, "\(input)") {
        try JSONSerialization.jsonObject(with: Data(input.utf8), options: .fragmentsAllowed)
      }
      #expect(!input.contains("$"), "\(input)")
    }

    let terminal = try suite.terminal(
      "fuzz",
      "--inputs",
      "40",
      "--shrink-seconds",
      "0",
      "--implementation",
      "right",
      "--implementation",
      "wrong",
      columns: 60
    )
    let shown = try await terminal.end()
    #expect(shown.output.contains(line), shown.transcript)
  }

  @Test func `a long input is cut, and whole with --verbose and --save`() async throws {
    let input = #"{ "x": "x", "y": { "$repeat": "0123456789", "times": 2000 } }"#
    let suite = try TemporarySuite(Self.files(input: input, least: 19_500))
    let long = String(repeating: "0123456789", count: 900)

    let cut = try await fuzz(suite)
    cut.expect(.exit(1), output: ["--save FILE", "--verbose"])
    #expect(!cut.output.contains(long))
    let whole = try await fuzz(suite, "--verbose")
    #expect(inputs(in: whole).contains { $0.contains(long) })

    let saved = try await fuzz(suite, "--save", "found.json")
    saved.expect(.exit(1), output: ["found.json has the whole input"])
    #expect(try suite.text(of: "found.json").contains(long))
  }

  @Test func `the command has the limits on replies`() async throws {
    let suite = try TemporarySuite(Self.files(input: #"{ "x": "it's" }"#))
    let run = try await fuzz(suite, "--timeout", "7.5", "--reply-limit", "4000")
    run.expect(.exit(1), output: [" --timeout 7.5 --reply-limit 4000\n"])
    let command = try #require(run.output.firstMatch(of: /(printf %s .*)/)?.output.1)
    try await suite.type(String(command)).expect(.exit(1), output: ["− right, + wrong"])
  }

  @Test func `run --raw gives no key a special meaning`() async throws {
    let suite = try TemporarySuite(Self.files(input: #"{ "x": 1 }"#))
    let input = #"{"$file":"none","b":1.0,"a":{"$jsn":2},"$repeat":"-"}"#
    try await suite.parity("run", "bytes/count", input: input).expect(.exit(65))
    try await suite.parity("run", "bytes/count", "--raw", input: input).expect(.exit(0))
    #expect(try suite.text(of: "seen.txt") == input)
    try await suite.parity("run", "bytes/count", "--raw", "--jsonl", input: input + "\n").expect(
      .exit(0),
      output: [#"{"result":{"count":\#(input.utf8.count)}}"#]
    )
    try await suite.parity("run", "bytes/count", "--raw", "--events", "x").expect(.exit(64))
  }
}
