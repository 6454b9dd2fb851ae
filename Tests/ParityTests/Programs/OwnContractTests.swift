import Foundation
import MessageSnapshot
import Testing

/// Tests of a team's own contract: a manifest, three cases, a Python program of ten lines, and no
/// Swift.
struct OwnContractTests {
  private let messages = MessageSnapshot("parity own contract")
  private static let manifest = "Fixtures/words/behavior-matrix.json"
  private static let cases = "Fixtures/words/words.json"
  private static let program = "splitter.py"

  private static let files = [
    manifest: """
    {
      "contract": "words", "version": "0.1.0", "title": "Words of a text",
      "operations": {
        "split": {
          "facets": { "wordCount": { "count": "/words" } },
          "identity": [{ "elements": "/words/*", "by": ["/text"] }],
          "anyOrder": [{ "elements": "/stop/*", "clause": "W2" }],
          "ignored": ["/took"]
        }
      },
      "clauses": [
        { "id": "W1", "text": "A text is split at spaces.", "level": "must" },
        { "id": "W2", "text": "Stop words are left out, in whatever order they are given.", "level": "must" }
      ],
      "caseFiles": ["words.json"],
      "rows": [
        {
          "id": "splitting", "scenario": "a text with spaces", "expectedBehavior": "its words", "clauses": ["W1"],
          "cases": ["two_words", "no_words"]
        },
        {
          "id": "stopping", "scenario": "there are stop words", "expectedBehavior": "the others", "clauses": ["W2"],
          "cases": ["stop_words"]
        }
      ]
    }

    """,
    cases: """
    {
      "cases": [
        { "id": "two_words", "input": { "text": "one two" }, "expect": { "wordCount": 2 } },
        { "id": "no_words", "input": { "text": { "$repeat": " ", "times": 3 } }, "expect": { "wordCount": 0 } },
        {
          "id": "stop_words", "input": { "text": "a b c", "stop": ["a", "c"] },
          "expect": { "at": { "/words": [{ "text": "b" }] } }
        }
      ]
    }

    """,
    program: """
    import json, sys, time
    for request in map(json.loads, sys.stdin):
        if request["method"] == "initialize":
            result = {"protocolVersion": 1, "contracts": ["words"], "capabilities": []}
            result["implementation"] = {"name": "splitter", "version": "1", "language": "Python"}
        else:
            text, stop = request["params"]["text"], request["params"].get("stop", [])
            words = [{"text": word} for word in text.split(" ") if word and word not in stop]
            result = {"words": words, "took": time.time()}
        print(json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": result}), flush=True)

    """,
    "parity.json": """
    {
      "implementations": [
        { "name": "splitter", "command": ["python3", "splitter.py"], "contracts": ["words"], "reference": true }
      ]
    }

    """,
    "Fixtures/words/mutants.json": """
    {
      "mutants": [
        {
          "clause": "W1", "mistake": "empty words stay", "implementation": "splitter", "file": "splitter.py",
          "find": "if word and word", "replace": "if word"
        },
        {
          "clause": "W2", "mistake": "the first stop word alone counts", "implementation": "splitter",
          "file": "splitter.py", "find": "not in stop", "replace": "not in stop[:1]"
        }
      ]
    }

    """,
  ]

  private func recorded() async throws -> TemporarySuite {
    try await TemporarySuite.recorded(Self.files)
  }

  @Test func `it is linted, checked, recorded and checked again`() async throws {
    let suite = try TemporarySuite(Self.files)
    #expect(Self.files[Self.program]?.split(separator: "\n").count == 10)
    try await suite.parity("lint").expect(
      .exit(1),
      message: "cases without a golden",
      in: messages,
      output: ["\(Self.cases):3:5: error: "]
    )
    try await suite.parity("check").expect(
      .exit(1),
      output: ["✗ words 0.1.0   splitter   0 of 3 passed\n"]
    )
    let recording = try await suite.parity("regenerate")
    recording.expect(.exit(0), output: ["3 new\n"])
    #expect(
      try suite.text(of: "Golden/words/stop_words.json")
        == "{\n  \"words\": [\n    {\n      \"text\": \"b\"\n    }\n  ]\n}\n"
    )
    #expect(try suite.text(of: TemporarySuite.lock).contains(#""confirmedBy":["splitter"]"#))
    let check = try await suite.parity("check")
    check.expect(
      .exit(0),
      output: ["✓ words 0.1.0   splitter   3 passed   2 orderings\n"]
    )
    check.expectNoErrors()
    try await suite.parity("lint").expect(.exit(0), output: ["3 cases checked, 0 errors\n"])
    try await suite.parity("regenerate").expect(.exit(0), output: ["nothing to do\n"])
  }

  @Test func `its reference is a name for run, repro, doctor and check`() async throws {
    let suite = try await recorded()
    try await suite.parity("check", "--implementation", "reference").expect(
      .exit(0),
      output: ["✓ words 0.1.0   splitter   3 passed"]
    )
    try await suite.parity("run", "words/split", input: #"{"text": "x"}"#).expect(
      .exit(0),
      output: [#""text": "x""#]
    )
    try await suite.parity("repro", "two_words", "--implementation", "reference").expect(
      .exit(0),
      output: [#"-> {"jsonrpc":"2.0","id":1,"method":"words/split","params":{"text":"one two"}}"#]
    )
    let doctor = try await suite.parity("doctor", "--implementation", "reference")
    doctor.expect(.exit(1))
    messages.expect(doctor.lines(with: "handshake"), "the handshake of a reference")
    let matrix = try await suite.parity("matrix")
    matrix.expect(.exit(0))
    messages.expect(matrix.lines(with: "°: 3."), "goldens of the reference alone")
  }

  @Test func `what it gives now is reviewed and accepted by token`() async throws {
    let suite = try await recorded()
    try suite.replace(
      #"{"text": word}"#,
      with: #"{"text": word, "length": len(word)}"#,
      in: Self.program
    )
    try suite.replace(
      #"[{ "text": "b" }]"#,
      with: #"[{ "length": 1, "text": "b" }]"#,
      in: Self.cases
    )
    let review = try await suite.parity("review", "--only", "two_words")
    review.expect(.exit(1), output: ["/words/0/length"])
    let token = try #require(
      review.output.firstMatch(of: /token ([0-9a-f]+)/)?.output.1,
      review.transcript
    )
    try await suite.parity("review", "--only", "two_words", "--accept", String(token)).expect(
      .exit(0),
      message: "the version that an accepted output needs",
      in: messages,
      output: ["accepted words/two_words\n", "\"version\" to \"1.0.0\"", Self.manifest]
    )
    #expect(try suite.text(of: "Golden/words/two_words.json").contains("\"length\": 3"))
    #expect(try !suite.text(of: "Golden/words/stop_words.json").contains("length"))
  }

  @Test func `its mutants are audited`() async throws {
    let suite = try await recorded()
    let run = try await suite.parity("audit", "--full")
    run.expect(
      .exit(0),
      output: ["✓ words   2 of 2 mutants killed by 2 of 2 rows, 2 of 2 clauses\n"]
    )
    #expect(!run.output.contains("/text"), run.transcript)
  }

  @Test func `blind spots of its reference, a program, are listed and fail nothing`() async throws {
    let suite = try await recorded()
    let run = try await suite.parity("audit", "--blind-spots")
    run.expect(.exit(0), output: ["/text, case-folded  "])
    #expect(
      run.lastLine.contains(#/^words: \d+ blind spots, \d+ misreadings not checked$/#),
      run.transcript
    )

    let all = try await suite.parity("audit", "--blind-spots", "--json")
    all.expect(
      .exit(0),
      output: [
        #"{"at":"/text","distortion":"case-folded","operation":"split","tried":false}"#,
        #""unchecked":[{"at":"/"#,
      ]
    )
    for option in ["--full", "--strict", "--markdown", "--check=x", "--only=x"] {
      try await suite.parity("audit", "--blind-spots", option).expect(.exit(64))
    }
  }

  @Test func `its shards make the whole, and reports tell of it`() async throws {
    let suite = try await recorded()
    let formats = ["json", "junit", "tap", "github", "html"]
    let whole = try await suite.parity(
      ["check", "--reproducible"] + formats.flatMap { ["--report", "\($0)=whole.\($0)"] }
    )
    whole.expect(.exit(0))
    // Annotations report only failures.
    for format in formats where format != "github" {
      #expect(try suite.text(of: "whole.\(format)").contains("two_words"), "\(format)")
    }
    for index in 1...2 {
      try await suite.parity(
        "check",
        "--reproducible",
        "--shard",
        "\(index)/2",
        "--report",
        "json=\(index).json"
      ).expect(.exit(0))
    }
    try await suite.parity(
      "merge",
      "1.json",
      "2.json",
      "--reproducible",
      "--report",
      "json=merged.json"
    ).expect(
      .exit(0),
      output: ["PASS  3 cases\n"]
    )
    #expect(try suite.text(of: "merged.json") == suite.text(of: "whole.json"))
    try suite.replace("if word and", with: "if", in: Self.program)
    try await suite.parity("check", "--report", "json=broken.json").expect(.exit(1))
    try await suite.parity("diff", "whole.json", "broken.json").expect(
      .exit(1),
      output: ["words/no_words"]
    )
  }

  @Test func `an order that makes a difference is told with its clause, and shrunk`() async throws {
    let suite = try await recorded()
    try suite.replace("not in stop", with: "not in stop[:-1] + sorted(stop)[-1:]", in: Self.program)
    let run = try await suite.parity("check")
    run.expect(.exit(1), output: ["(W2)", "/stop/1  \"c\"\n", "/stop/0  \"a\"\n"])
    messages.expect(
      run.paragraph("FAILED words/stop_words (splitter)"),
      "an order that makes a difference"
    )
  }

  @Test(arguments: [
    (
      #""words": words,"#, #""words": words, "count": request["id"],"#,
      "a reference with another output each time"
    ),
    (
      "text.split(\" \")", "(sys.exit(3) if request[\"id\"] > 2 else text.split(\" \"))",
      "a reference that exits"
    ),
  ])
  func `a reference that is not sure of its answers records nothing`(
    text: String,
    mistake: String,
    message: String
  ) async throws {
    let suite = try TemporarySuite(Self.files)
    try suite.replace(text, with: mistake, in: Self.program)
    let run = try await suite.parity("regenerate")
    run.expect(.exit(1))
    messages.expect(run.paragraph("FAILED words/two_words"), message)
    #expect(try suite.contents(of: "Golden").isEmpty)
  }

  @Test func `a contract without a reference says how to name one`() async throws {
    let suite = try TemporarySuite(Self.files)
    try suite.replace(#", "reference": true"#, with: "", in: "parity.json")
    let setting = #""reference": true"#
    try await suite.parity("regenerate").expect(
      .exit(64),
      message: "no reference to regenerate with",
      in: messages,
      errors: [setting]
    )
    try await suite.parity("run", "words/split", input: "{}").expect(
      .exit(64),
      message: "no reference to run",
      in: messages,
      errors: [setting]
    )
  }

  @Test
  func `an input that the program refuses is told at its place in the case file`() async throws {
    let suite = try TemporarySuite(Self.files)
    try suite.replace(
      "        text, stop =",
      with: """
                if not isinstance(request["params"]["text"], str):
                    error = {"code": -32602, "message": "no text", "data": {"pointer": "/text"}}
                    print(json.dumps({"jsonrpc": "2.0", "id": request["id"], "error": error}), flush=True)
                    continue
                text, stop =
        """,
      in: Self.program
    )
    try suite.replace(#""one two""#, with: "12", in: Self.cases)
    let run = try await suite.parity("check")
    run.expect(.exit(1), output: ["-32602: no text\n", "\(Self.cases):3:45\n"])
    messages.expect(
      run.paragraph("FAILED words/two_words (splitter)"),
      "an input that the program refuses"
    )
  }
}
