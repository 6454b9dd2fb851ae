import Foundation
import MessageSnapshot
import Testing

/// Tests of `reduce` with a reference in Python and copies of it that make one mistake.
struct ReduceTests {
  private let messages = MessageSnapshot("parity reduce")
  private static let cases = "Fixtures/list/cases.json"

  /// Returns the output of the reference: the texts of all rows, or an error for a negative number.
  private static let program = """
    import json, os, sys, time
    mistake = sys.argv[1]

    def shown(rows):
        texts = [row.get("text", "") for row in rows]
        if mistake == "forgets" and "a" in texts and "b" in texts[texts.index("a"):]:
            place = texts.index("b", texts.index("a"))
            return texts[:place] + texts[place + 1:]
        if mistake == "crash" and "boom" in texts:
            os._exit(3)
        if mistake == "hang" and "boom" in texts:
            time.sleep(3600)
        if mistake == "slow":
            time.sleep(0.03)
            return texts if len(texts) < 20 else texts[:-1]
        if mistake == "two":
            return None if not rows else [text.replace("a", "x") for text in texts]
        return texts

    for request in map(json.loads, sys.stdin):
        reply = {"jsonrpc": "2.0", "id": request["id"]}
        rows = request["params"].get("rows")
        if request["method"] == "initialize":
            reply["result"] = {"protocolVersion": 1, "contracts": ["list"], "capabilities": [],
                               "implementation": {"name": mistake, "version": "1", "language": "Python"}}
        elif rows is None or any(row.get("n", 0) < 0 for row in rows):
            reply["error"] = {"code": -32602, "message": "needs rows"}
        elif mistake == "refuses" and any(row.get("n", 0) > 5 for row in rows):
            reply["error"] = {"code": -32602, "message": "a number is too large: %d" % len(rows)}
        else:
            reply["result"] = {"shown": shown(rows)}
        print(json.dumps(reply), flush=True)

    """

  private static let mistakes = ["forgets", "crash", "hang", "refuses", "slow", "two", "none"]

  private static let rows = #"{"rows":["# + rowList + "]}"
  private static let rowList = (0..<60).map { index in
    let text = [12: "a", 40: "b", 51: "boom"][index] ?? "row \(index)"
    return #"{"id":"r\#(index)","n":\#(index == 30 ? 9 : 2),"text":"\#(text)"}"#
  }.joined(separator: ",")

  private static func files(hasReference: Bool = true) -> [String: String] {
    let entries = (mistakes + (hasReference ? ["right"] : [])).map { name in
      let reference = name == "right" ? #", "reference": true"# : ""
      return """
        { "name": "\(name)", "command": ["python3", "program.py", "\(name)"], "contracts": ["list"]\(reference) }
        """
    }
    return [
      "Fixtures/list/behavior-matrix.json": """
      { "contract": "list", "version": "1.0.0", "title": "List", "operations": { "show": {} },
        "caseFiles": ["cases.json"] }
      """,
      cases: """
      { "cases": [
        { "id": "long", "input": \(rows), "expect": {} },
        { "id": "short", "input": { "rows": [] }, "expect": { "at": { "/shown": ["no"] } } }
      ] }
      """,
      "program.py": program,
      "parity.json": "{ \"implementations\": [\n\(entries.joined(separator: ",\n"))\n] }\n",
    ]
  }

  private let suite: TemporarySuite

  init() throws {
    suite = try TemporarySuite(Self.files())
  }

  /// Returns the line with the reduced input.
  private func reduced(_ run: ProgramRun) throws -> String {
    let lines = run.output.split(separator: "\n").map(String.init)
    let heading = try #require(lines.firstIndex { $0.hasPrefix("reduced to ") }, run.transcript)
    return lines[heading + 1]
  }

  // MARK: - Failures

  @Test(arguments: [
    ("forgets", #"{"rows":[{"text":"a"},{"text":"b"}]}"#),
    ("crash", #"{"rows":[{"text":"boom"}]}"#),
    ("refuses", #"{"rows":[{"n":9}]}"#),
  ])
  func `a case becomes the smallest input that fails in the same way`(
    mistake: String,
    smallest: String
  ) async throws {
    let run = try await suite.parity("reduce", "long", "--implementation", mistake)
    run.expect(.exit(1))
    #expect(try reduced(run) == smallest)
    #expect(run.lastLine.hasPrefix("FAIL  list/show: "), run.transcript)
    run.expectNoErrors()

    let command = try #require(run.output.firstMatch(of: /(printf .*)/)?.output.1, run.transcript)
    let again = try await suite.shell(
      String(command).replacing("| parity ", with: "| \"$PARITY\" ")
    )
    #expect(again.end == .exit(1), again.transcript)
  }

  @Test func `a timeout is kept, however many attempts there are`() async throws {
    let run = try await suite.parity(
      "reduce",
      "long",
      "--implementation",
      "hang",
      "--timeout",
      "4",
      "--attempts",
      "2",
      gate: .sleepers
    )
    run.expect(.exit(1), output: ["boom", "note: unfinished after 2 attempts"])
  }

  @Test func `a smaller input that fails in another way isn't taken`() async throws {
    let run = try await suite.parity("reduce", "long", "--implementation", "two")
    run.expect(.exit(1))
    #expect(try reduced(run).hasPrefix(#"{"rows":[{"text":""#), run.transcript)
    #expect(!run.output.contains(#"{"rows":[]}"#), run.transcript)
  }

  @Test func `two implementations are compared with each other`() async throws {
    let pair = ["--implementation", "none", "--implementation", "forgets"]
    let run = try await suite.parity(["reduce", "list/long"] + pair)
    run.expect(.exit(1), output: ["− none", "+ forgets"])
    #expect(try reduced(run) == #"{"rows":[{"text":"a"},{"text":"b"}]}"#)
  }

  @Test func `without a reference, a crash is kept and an output can't be compared`() async throws {
    let suite = try TemporarySuite(Self.files(hasReference: false))
    let run = try await suite.parity("reduce", "long", "--implementation", "crash")
    run.expect(.exit(1))
    #expect(try reduced(run) == #"{"rows":[{"text":"boom"}]}"#)

    let other = try await suite.parity("reduce", "short", "--implementation", "none")
    other.expect(.exit(64), message: "a case without a reference", in: messages)
  }

  @Test func `the result is the same each time`() async throws {
    let results = try await [1, 2].asyncMap { _ in
      let run = try await suite.parity("reduce", "long", "--implementation", "forgets", "-v")
      return run.output.replacing(/in [0-9.]+ s/, with: "")
    }
    #expect(results[0] == results[1])
  }

  // MARK: - Files

  @Test func `a file with an input is reduced, also from standard input`() async throws {
    try suite.write(Self.rows, to: "input.json")
    let options = ["--contract", "list", "--implementation", "forgets"]
    let file = try await suite.parity(["reduce", "input.json"] + options)
    let piped = try await suite.parity(["reduce", "-"] + options, input: Self.rows)
    for run in [file, piped] {
      run.expect(.exit(1))
      #expect(try reduced(run) == #"{"rows":[{"text":"a"},{"text":"b"}]}"#)
    }
  }

  @Test(arguments: ["session.jsonl", "session.txt"])
  func `a recording is reduced to the rows that matter, and saved without its path`(
    name: String
  ) async throws {
    let suite = try await TemporarySuite.recorded()
    let events = (0..<200).map { index in
      let text = index == 120 ? "so they said hello" : "message \(index)"
      return #"{"type":"user","message":{"content":"\#(text)"}}"#
    }
    let outside = try suite.outside()
    let path = outside.appendingPathComponent(name).path
    try events.joined(separator: "\n").write(toFile: path, atomically: true, encoding: .utf8)
    let command = try Program.serve(alteredBy: "s/hello/goodbye/")
    let saved = "\(TemporarySuite.fixtures)/found.json"
    let run = try await suite.parity(
      "reduce",
      path,
      "--contract",
      "session-detail",
      "--command",
      command,
      "--save",
      saved
    )
    run.expect(.exit(1), output: ["200 rows", "reduced to 1 row", " in \(saved)\n"])
    #expect(try reduced(run).contains("hello"), run.transcript)
    #expect(try suite.text(of: saved).contains("hello"))
    #expect(try !suite.text(of: saved).contains(outside.path))
  }

  @Test func `a saved case fails in the same way once the reference has recorded its golden`()
    async throws
  {
    let run = try await suite.parity(
      "reduce",
      "long",
      "--implementation",
      "forgets",
      "--save",
      "Fixtures/list/found.json"
    )
    run.expect(.exit(1), output: ["new case reduced_long in Fixtures/list/found.json"])
    let text = try suite.text(of: "Fixtures/list/found.json")
      .replacing(/"expect": "FILL IN[^"]*"/, with: #""expect": {}"#)
      .replacing("FILL IN: ", with: "")
    try suite.write(text, to: "Fixtures/list/found.json")
    try suite.replace(
      #"["cases.json"]"#,
      with: #"["found.json"]"#,
      in: "Fixtures/list/behavior-matrix.json"
    )
    try await suite.parity("regenerate", "--quiet").expect(.exit(0))
    let check = try await suite.parity("check", "--implementation", "forgets")
    check.expect(.exit(1), output: ["FAILED list/reduced_long", "missing"])
  }

  // MARK: - Ends

  @Test func `the smallest input so far is printed when the time is up`() async throws {
    let run = try await suite.parity(
      "reduce",
      "long",
      "--implementation",
      "slow",
      "--seconds",
      "0.3",
      gate: .sleepers
    )
    run.expect(.exit(1), output: ["reduced to ", "--seconds"])
  }

  @Test func `the smallest input so far is printed after a signal`() async throws {
    let run = try await suite.process(
      "reduce",
      "long",
      "--command",
      "python3 program.py slow | perl -pe '$| = 1; open my $file, q(>), q(started) if $. == 4'",
      interruption: Launch.Interruption(
        signal: SIGINT,
        after: .zero,
        once: [.appears(suite.url("started"))]
      )
    )
    run.expect(.exit(130), output: ["reduced to "])
    #expect(run.lastLine.hasPrefix("INTERRUPTED  list/show: "), run.transcript)
  }

  @Test func `an input for which nothing differs is no failure`() async throws {
    let run = try await suite.parity("reduce", "long", "--implementation", "none")
    run.expect(.exit(0), output: ["next: parity check --only list/long --implementation none"])
    #expect(run.lastLine.hasPrefix("PASS  list/show: "), run.transcript)
  }

  /// Wrong uses, with the exit code and the name of the message for each.
  private static let wrongUses: [(arguments: [String], status: Int32, message: String)] = [
    (["lung", "--implementation", "forgets"], 64, "a case that doesn't exist"),
    (["lung.jsonl", "--implementation", "forgets"], 64, "a file that doesn't exist"),
    (["Fixtures", "--implementation", "forgets"], 64, "a folder"),
    (["empty.json", "--implementation", "forgets"], 65, "an empty file"),
    (["broken.json", "--implementation", "forgets"], 65, "a file that isn't JSON"),
    (["recording.jsonl", "--implementation", "forgets"], 65, "no recordings"),
    (["refused.json", "--implementation", "forgets"], 65, "an input that both reject"),
    (["long", "--operation", "show", "--implementation", "none"], 64, "an operation of a case"),
    (["empty.json", "--operation", "sho", "--implementation", "none"], 65, "an empty file"),
    (["long"], 64, "no implementation"),
    (["long", "--implementation", "none", "--implementation", "none"], 64, "the same one twice"),
    (["long", "--implementation", "reference"], 64, "only the reference"),
    (
      ["long", "--implementation", "reference", "--implementation", "right"], 64,
      "the reference twice"
    ),
    (["long", "--command", "false"], 69, "a program that doesn't start"),
    (["long", "--implementation", "none", "--save", "nowhere/x.json"], 73, "a file in no folder"),
  ]

  @Test(arguments: wrongUses)
  func `a wrong use has a message of its own`(
    arguments: [String],
    status: Int32,
    message: String
  ) async throws {
    try suite.write(" \n", to: "empty.json")
    try suite.write("{\"rows\": [", to: "broken.json")
    try suite.write("{}\n{}\n", to: "recording.jsonl")
    try suite.write("{\"rows\": [{\"n\": -1}]}", to: "refused.json")
    let run = try await suite.parity(["reduce"] + arguments)
    run.expect(.exit(status), message: message, in: messages)
    #expect(run.output == "", run.transcript)
  }

  @Test func `check suggests to reduce a long input that differs from the reference's`()
    async throws
  {
    try await suite.parity("regenerate", "--quiet").expect(.exit(1))
    let run = try await suite.parity("check", "--implementation", "forgets")
    let advice = "parity reduce list/long --implementation forgets"
    run.expect(.exit(1), output: [advice])
    #expect(!run.output.contains("parity reduce list/short"), run.transcript)
  }
}

extension Array {
  /// Returns the results of a function for each element, in order.
  fileprivate func asyncMap<Result>(
    _ transform: (Element) async throws -> Result
  ) async rethrows -> [Result] {
    var results: [Result] = []
    for element in self { results.append(try await transform(element)) }
    return results
  }
}
