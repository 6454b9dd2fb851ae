import Foundation
import Testing

/// Tests that programs receive numbers and members as a case or an input has them.
struct WrittenInputTests {
  private static let cases = "Fixtures/shapes/shapes.json"

  /// The input as it is written in the case. `received` is the input that a program gets.
  private static let input = """
    { "z": 1.0, "items": [{ "y": 1e3, "b": -0 }, 1.50, 2],
      "a": { "$literal": { "$json": 2E0, "$a": 0.10 } }, "text": { "$json": { "b": 1.0, "a": 2 } } }
    """
  private static let received =
    #"{"z":1.0,"items":[{"y":1e3,"b":-0},1.50,2],"#
    + #""a":{"$json":2E0,"$a":0.10},"text":"{\"a\":2,\"b\":1}"}"#

  private static let files = [
    "Fixtures/shapes/behavior-matrix.json": """
    {
      "contract": "shapes", "version": "0.1.0", "title": "Shapes of inputs",
      "operations": { "count": { "anyOrder": [{ "elements": "/items/*", "clause": "S1" }] } },
      "clauses": [{ "id": "S1", "text": "Items count in any order.", "level": "must" }],
      "caseFiles": ["shapes.json"],
      "rows": [
        {
          "id": "written", "scenario": "numbers in many forms",
          "expectedBehavior": "the number of items", "clauses": ["S1"], "cases": ["spelled"]
        }
      ]
    }

    """,
    cases: #"{ "cases": [{ "id": "spelled", "input": \#(input) }] }"# + "\n",
    "parity.json": """
    {
      "implementations": [
        {
          "name": "counter", "command": ["python3", "counter.py"], "contracts": ["shapes"],
          "reference": true
        }
      ]
    }

    """,
    // Writes each input to a file. An input that contains a word of the arguments counts as one
    // more.
    "counter.py": """
    import json, sys
    for line in sys.stdin:
        request = json.loads(line)
        if request["method"] == "initialize":
            result = {"protocolVersion": 1, "contracts": ["shapes"], "capabilities": []}
            result["implementation"] = {"name": "counter", "version": "1", "language": "Python"}
        else:
            params = line.split('"params":', 1)[1].rstrip()[:-1]
            with open("seen.txt", "a") as seen:
                print(params, file=seen)
            value = request["params"]
            items = value.get("items") if isinstance(value, dict) else None
            result = {"count": len(items) if isinstance(items, list) else 0}
            if any(word in params for word in sys.argv[1:]):
                result["count"] += 1
        print(json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": result}), flush=True)

    """,
  ]

  /// Returns the suite with its golden, and with an empty record of received inputs.
  private func recorded() async throws -> TemporarySuite {
    let suite = try await TemporarySuite.recorded(Self.files)
    try suite.remove("seen.txt")
    return suite
  }

  /// Returns the distinct inputs that the program received, in order.
  private func seen(by suite: TemporarySuite) throws -> [String] {
    let lines = try suite.text(of: "seen.txt").split(separator: "\n").map(String.init)
    return lines.indices.filter { !lines[..<$0].contains(lines[$0]) }.map { lines[$0] }
  }

  @Test func `repro shows an input as the case has it, and the program receives it`() async throws {
    let suite = try await recorded()
    let run = try await suite.parity("repro", "spelled", "--implementation", "counter")
    run.expect(.exit(0), output: [#""method":"shapes/count","params":\#(Self.received)}"# + "\n"])
    #expect(try seen(by: suite) == [Self.received])
  }

  @Test func `check sends a command the input as the case has it`() async throws {
    let suite = try await recorded()
    let command = ["--command", "python3 counter.py"]
    try await suite.parity(["check", "--schedules", "0"] + command).expect(.exit(0))
    #expect(try seen(by: suite) == [Self.received])
  }

  @Test func `another order of arrival changes nothing else of an input`() async throws {
    let suite = try await recorded()
    try await suite.parity("check", "--schedules", "6").expect(
      .exit(0),
      output: ["   6 orderings\n"]
    )
    let items = [#"{"y":1e3,"b":-0}"#, "1.50", "2"]
    let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]]
    let expected = orders.map { order in
      let moved = order.map { items[$0] }.joined(separator: ",")
      return Self.received.replacing(items.joined(separator: ","), with: moved)
    }
    #expect(try Set(seen(by: suite)) == Set(expected))
  }

  @Test(arguments: [[String](), ["--jsonl"]])
  func `run sends an input as standard input has it`(options: [String]) async throws {
    let suite = try await recorded()
    let input = Self.input.replacing("\n", with: " ")
    try await suite.parity(["run", "shapes/count"] + options, input: input).expect(.exit(0))
    #expect(try seen(by: suite) == [Self.received])
  }

  @Test func `run sends the input of a case as the case has it`() async throws {
    let suite = try await recorded()
    try await suite.parity("run", "spelled").expect(.exit(0))
    #expect(try seen(by: suite) == [Self.received])
  }

  @Test func `fuzzing keeps what it leaves alone as the cases have it`() async throws {
    let suite = try await recorded()
    let programs = ["--implementation", "counter", "--command", "python3 counter.py"]
    try await suite.parity(["fuzz", "--inputs", "200"] + programs).expect(.exit(0))
    let seen = try seen(by: suite)
    let parts = [
      #"{"z":1.0,"items":["#, #"{"y":1e3,"b":-0}"#, ",1.50,2]", #"{"$json":2E0,"$a":0.10}"#,
    ]
    for part in parts { #expect(seen.count { $0.contains(part) } > 20, "\(part)") }
  }

  @Test func `a found input is told and saved as it was sent, and repeats`() async throws {
    let suite = try await recorded()
    let programs = ["--implementation", "counter", "--command", "python3 counter.py 1.50"]
    let run = try await suite.parity(["fuzz", "--inputs", "50", "--save", "found.json"] + programs)
    run.expect(.exit(1), output: ["1.50"])
    #expect(try suite.text(of: "found.json").contains("1.50"))
    let line = run.output.firstMatch(of: /(printf %s .*)/)
    let command = try #require(line?.output.1, run.transcript)
    let again = String(command).replacing("| parity ", with: #"| "$PARITY" "#)
    try await suite.shell(again).expect(.exit(1), output: ["− counter, + counter (2)"])
  }

  @Test func `a report has the input that was sent`() async throws {
    let suite = try await recorded()
    try await suite.parity("check", "--report", "json=report.json").expect(.exit(0))
    let escaped = Self.received.replacing(#"\"#, with: #"\\"#).replacing(#"""#, with: #"\""#)
    #expect(try suite.text(of: "report.json").contains(#""input": "\#(escaped)""#))
  }

  @Test func `another spelling of a case changes neither its golden nor the lock`() async throws {
    let suite = try await recorded()
    let golden = try suite.contents(of: "Golden")
    try suite.replace(#""z": 1.0, "items""#, with: #""items""#, in: Self.cases)
    try suite.replace(#""text":"#, with: #""z": 1, "text":"#, in: Self.cases)
    try suite.replace("1.50, 2]", with: "1.5, 2.0]", in: Self.cases)
    try await suite.parity("lint").expect(.exit(0))
    try await suite.parity("regenerate").expect(.exit(0), output: ["nothing to do\n"])
    #expect(try suite.contents(of: "Golden") == golden)
  }
}
