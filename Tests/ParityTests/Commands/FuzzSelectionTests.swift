import Foundation
import MessageSnapshot
import Testing

/// Tests of the operations that `fuzz` runs, and of the implementation whose refusals don't count.
struct FuzzSelectionTests {
  private let messages = MessageSnapshot("parity fuzz")

  /// A contract with two operations on texts, and programs that may have mistakes.
  private static let files = [
    "Fixtures/texts/behavior-matrix.json": """
    { "contract": "texts", "version": "1.0.0", "title": "Texts",
      "operations": { "double": {}, "size": {} }, "caseFiles": ["cases.json"] }

    """,
    "Fixtures/texts/cases.json": """
    { "cases": [
      { "id": "short", "operation": "double", "input": { "text": "a b" } },
      { "id": "long", "operation": "size", "input": { "text": "one two three" } }
    ] }

    """,
    "texts.py": """
    import json, sys
    for request in map(json.loads, sys.stdin):
        reply = {"jsonrpc": "2.0", "id": request["id"]}
        value = request.get("params")
        text = value.get("text") if isinstance(value, dict) else None
        if request["method"] == "initialize":
            reply["result"] = {"protocolVersion": 1, "contracts": ["texts"], "capabilities": [],
                               "implementation": {"name": "texts", "version": "1", "language": "Python"}}
        elif not isinstance(text, str) or "strict" in sys.argv and "o" in text:
            reply["error"] = {"code": -32000, "message": "not a text"}
        elif request["method"] == "texts/double":
            reply["result"] = {"text": text * 2}
        else:
            reply["result"] = {"size": len(text)}
        print(json.dumps(reply), flush=True)

    """,
    "parity.json": """
    { "implementations": [
      { "name": "lax", "command": ["python3", "texts.py"], "contracts": ["texts"], "reference": true },
      { "name": "strict", "command": ["python3", "texts.py", "strict"], "contracts": ["texts"] },
      { "name": "other", "command": ["python3", "texts.py"], "contracts": ["texts"] }
    ] }

    """,
  ]

  private func fuzz(_ first: String, _ second: String, _ options: String...) async throws
    -> ProgramRun
  {
    let programs = ["--implementation", first, "--implementation", second]
    return try await TemporarySuite(Self.files).parity(
      ["fuzz", "--inputs", "200"] + programs + options
    )
  }

  // MARK: - Operations

  @Test(arguments: [
    (["size"], ["texts/size"]),
    (["texts/double"], ["texts/double"]),
    (["size", "double"], ["texts/double", "texts/size"]),
  ])
  func `--operation selects operations`(names: [String], expected: [String]) async throws {
    let options = names.flatMap { ["--operation", $0] }
    let run = try await TemporarySuite(Self.files).parity(
      ["fuzz", "--inputs", "50", "--implementation", "lax", "--implementation", "other"] + options
    )
    run.expect(.exit(0))
    let fuzzed = run.output.matches(of: #/PASS  (texts\/[a-z]+): /#).map { String($0.output.1) }
    #expect(fuzzed == expected, run.transcript)
  }

  @Test func `an unknown operation is an error that lists those of the contract`() async throws {
    let run = try await fuzz("lax", "other", "--operation", "sizes")
    run.expect(
      .exit(64),
      message: "an unknown operation",
      in: messages,
      errors: ["'sizes'", "double, size"]
    )
    #expect(run.output == "", run.transcript)
  }

  @Test func `recordings need an operation that takes them`() async throws {
    let suite = try TemporarySuite()
    try suite.addSecondContract()
    let run = try await suite.parity(
      "fuzz",
      "--contract",
      "event-stream",
      "--implementation",
      "reference",
      "--command",
      "false",
      "--operation",
      "session",
      "--events",
      "recording.jsonl"
    )
    run.expect(.exit(64), message: "recordings for another operation", in: messages)
  }

  // MARK: - The oracle

  private static let size = ["--operation", "size"]

  /// Implementations, options, and whether a refusal of only one implementation is reported.
  private static let refusals: [([String], [String], Bool)] = [
    (["reference", "strict"], [], true),
    (["reference", "strict"], ["--oracle", "strict"], false),
    (["strict", "reference"], ["--oracle", "strict"], false),
    (["reference", "strict"], ["--oracle", "reference"], true),
    (["reference", "strict"], ["--oracle", "lax"], true),
    (["other", "strict"], [], true),
    (["other", "strict"], ["--oracle", "strict"], false),
    (["other", "strict"], ["--oracle", "other"], true),
    (["other", "strict"], ["--refusals"], true),
  ]

  @Test(arguments: refusals)
  func `an input that the oracle refuses isn't reported`(
    names: [String],
    options: [String],
    isReported: Bool
  ) async throws {
    let programs = names.flatMap { ["--implementation", $0] }
    let run = try await TemporarySuite(Self.files).parity(
      ["fuzz", "--inputs", "200"] + Self.size + programs + options
    )
    run.expect(.exit(isReported ? 1 : 0))
    #expect(run.output.contains(" refused"), run.transcript)
  }

  @Test func `the oracle may be a command`() async throws {
    let command = "python3 texts.py strict"
    let programs = ["--implementation", "lax", "--command", command]
    let options = ["fuzz", "--inputs", "200"] + Self.size + programs
    let suite = try TemporarySuite(Self.files)
    try await suite.parity(options).expect(.exit(1))
    try await suite.parity(options + ["--oracle", command]).expect(.exit(0))
  }

  @Test(arguments: [
    (["--oracle", "lacks"], "an oracle that isn't selected"),
    (["--oracle", "other"], "an oracle that is another implementation"),
    (["--oracle", "strict", "--refusals"], "an oracle with --refusals"),
  ])
  func `an oracle that can't be one is an error`(
    options: [String],
    message: String
  ) async throws {
    let programs = ["--implementation", "lax", "--implementation", "strict"]
    let run = try await TemporarySuite(Self.files).parity(["fuzz"] + programs + options)
    run.expect(.exit(64), message: message, in: messages)
    #expect(run.output == "", run.transcript)
  }
}
