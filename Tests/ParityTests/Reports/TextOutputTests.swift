import Foundation
import Testing

/// Tests how outputs that are texts are compared and shown, with a suite of an operation that
/// returns texts.
struct TextOutputTests {
  private static let files = [
    "Fixtures/markup/behavior-matrix.json": """
    {
      "contract": "markup", "version": "0.1.0", "title": "Paragraphs of a text",
      "operations": {
        "render": { "output": "text", "anyOrder": [{ "elements": "/notes/*", "clause": "M2" }] }
      },
      "clauses": [
        { "id": "M1", "text": "Each line is a paragraph.", "level": "must" },
        { "id": "M2", "text": "Notes come in any order.", "level": "must" }
      ],
      "caseFiles": ["markup.json"],
      "rows": [
        {
          "id": "lines", "scenario": "a text with lines", "expectedBehavior": "its paragraphs",
          "clauses": ["M1"], "cases": ["short", "pinned", "long", "wide"]
        },
        {
          "id": "notes", "scenario": "there are notes", "expectedBehavior": "they are sorted",
          "clauses": ["M2"], "cases": ["notes"]
        }
      ]
    }

    """,
    "Fixtures/markup/markup.json": """
    {
      "cases": [
        { "id": "short", "input": { "text": "one line\\ntwo lines\\ncaf\u{E9} costs \u{A3}3" } },
        {
          "id": "pinned", "input": { "text": "one\\ntwo" },
          "expect": { "at": { "": "<p>one</p>\\n<p>two</p>\\n" } }
        },
        { "id": "long", "input": { "text": { "$repeat": "two\\nthree\\n", "times": 60 } } },
        { "id": "wide", "input": { "text": { "$concat": [
          { "$repeat": "word ", "times": 60 }, "two ", { "$repeat": "word ", "times": 60 }
        ] } } },
        { "id": "notes", "input": { "text": "a", "notes": ["a", "b two", "c"] } }
      ]
    }

    """,
    "parity.json": """
    {
      "implementations": [
        { "name": "markup", "command": ["python3", "markup.py"], "contracts": ["markup"], "reference": true }
      ]
    }

    """,
    // Each argument is a mistake.
    "markup.py": #"""
    import json, sys, unicodedata
    mistakes = sys.argv[1:]
    def render(value):
        notes = value.get("notes", [])
        notes = notes if "order" in mistakes else sorted(notes)
        lines = ["<p>" + line + "</p>" for line in value["text"].split("\n")]
        text = "".join(line + "\n" for line in lines + ["* " + note for note in notes])
        if "word" in mistakes: text = text.replace("two", "zwei")
        if "pound" in mistakes: text = text.replace("\u00a3", "\u20ac")
        if "nbsp" in mistakes: text = text.replace(" ", "\u00a0", 1)
        if "space" in mistakes: text = text.replace("\n", "  \n", 1)
        if "wrap" in mistakes: text = text.replace(" ", "\n", 1)
        if "nfd" in mistakes: text = unicodedata.normalize("NFD", text)
        if "crlf" in mistakes: text = text.replace("\n", "\r\n")
        if "end" in mistakes: text = text.rstrip("\n")
        return 7 if "number" in mistakes else text
    for line in sys.stdin:
        request = json.loads(line)
        if request["method"] == "initialize":
            result = {"protocolVersion": 1, "contracts": ["markup"], "capabilities": []}
            result["implementation"] = {"name": "markup", "version": "1", "language": "Python"}
        else:
            result = render(request["params"])
        print(json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": result}), flush=True)

    """#,
  ]

  private static let recordedSuite = Task { try await TemporarySuite.recorded(files) }

  /// Checks one case with a program that makes some mistakes.
  private func check(
    _ name: String,
    _ mistakes: String,
    _ options: [String] = []
  ) async throws -> ProgramRun {
    try await Self.recordedSuite.value.parity(
      ["check", "--only", name, "--command", "python3 markup.py \(mistakes)"] + options
    )
  }

  /// Returns the report of a check of one case.
  private func report(
    _ name: String,
    _ mistakes: String,
    _ format: String,
    _ options: [String] = []
  ) async throws -> String {
    let suite = try await Self.recordedSuite.value
    let file = "\(name)-\(mistakes.replacing(" ", with: "-")).\(format)"
    let run = try await check(name, mistakes, ["--report", "\(format)=\(file)"] + options)
    run.expect(.exit(1))
    return try suite.text(of: file)
  }

  // MARK: - Console

  @Test func `a changed line is shown with the lines around it, and no JSON`() async throws {
    let run = try await check("short", "word")
    run.expect(
      .exit(1),
      output: [
        """
            @@ -1,3 +1,3 @@
              <p>one line</p>
            − <p>two lines</p>
            + <p>zwei lines</p>
              <p>caf\u{E9} costs \u{A3}3</p>

        """
      ]
    )
    let escaped = run.output.split(separator: "\n").filter { $0.contains(#"\n"#) }
    #expect(escaped.allSatisfy { $0.hasPrefix("  input") }, "only the input is JSON")
  }

  @Test func `a printable character is printed as it is`() async throws {
    let run = try await check("short", "pound")
    run.expect(
      .exit(1),
      output: ["− <p>caf\u{E9} costs \u{A3}3</p>", "+ <p>caf\u{E9} costs \u{20AC}3</p>"]
    )
    #expect(!run.output.contains("POUND") && !run.output.contains(#"\u{A3}"#))
  }

  @Test(arguments: [
    ("nbsp", #"+ <p>one\u{A0}line</p>"#, "U+00A0 NO-BREAK SPACE"),
    ("space", "+ <p>one line</p>  \n", "2 spaces"),
    ("nfd", "+ <p>cafe\u{301} costs", "found NFD, expected NFC"),
    ("crlf", #"+ <p>one line</p>\r"#, "LF → CRLF"),
    ("end", "+ <p>caf\u{E9} costs \u{A3}3</p>\n", #"\ No newline at end of file"#),
  ])
  func `lines that look the same are shown with what differs`(
    mistake: String,
    line: String,
    note: String
  ) async throws {
    try await check("short", mistake).expect(.exit(1), output: [line, note])
  }

  @Test func `a difference is that from the expectation of the whole output`() async throws {
    let run = try await check("pinned", "word")
    run.expect(
      .exit(1),
      output: ["− <p>two</p>", "+ <p>zwei</p>", "expected at Fixtures/markup/markup.json"]
    )
    #expect(run.output.split(separator: "+ <p>zwei</p>").count == 2, "the difference is shown once")
  }

  @Test func `a long difference is shortened unless everything is asked for`() async throws {
    let short = try await check("long", "word")
    #expect(short.output.contains("more changed lines; --verbose shows all"))
    #expect(short.output.count { $0 == "+" } < 40)

    let whole = try await check("long", "word", ["--verbose"])
    #expect(whole.output.split(separator: "+ <p>zwei</p>").count == 61)
    #expect(!whole.output.contains("more changed line"))
  }

  @Test func `a long line is cut around the difference unless everything is asked for`()
    async throws
  {
    let short = try await check("wide", "word")
    #expect(short.output.contains("+ … ") && short.output.contains("zwei"))
    #expect(short.output.split(separator: "\n").allSatisfy { $0.count <= 110 })

    let words = String(repeating: "word ", count: 60)
    let whole = try await check("wide", "word", ["--verbose"])
    #expect(whole.output.contains("+ <p>\(words)zwei \(words)</p>\n"))
  }

  @Test func `another order that changes the text is shown as lines`() async throws {
    let run = try await check("notes", "order", ["--schedules", "20"])
    run.expect(.exit(1), output: ["depends on the order", "    @@ -1,", "    − * ", "    + * "])
  }

  // MARK: - Reports

  @Test func `the JSON report has a diff that patch applies`() async throws {
    let suite = try await Self.recordedSuite.value
    let text = try await report("short", "word end", "json")
    let json = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    let verdicts = json?["verdicts"] as? [[String: Any]]
    let difference = try #require(verdicts?.first?["textDiff"] as? String)
    #expect(
      difference == """
        @@ -1,3 +1,3 @@
         <p>one line</p>
        -<p>two lines</p>
        -<p>caf\u{E9} costs \u{A3}3</p>
        +<p>zwei lines</p>
        +<p>caf\u{E9} costs \u{A3}3</p>
        \\ No newline at end of file

        """
    )
    try suite.write(
      "<p>one line</p>\n<p>two lines</p>\n<p>caf\u{E9} costs \u{A3}3</p>\n",
      to: "old.txt"
    )
    try suite.write("--- old.txt\n+++ old.txt\n" + difference, to: "short.diff")
    try await suite.shell("patch --quiet old.txt short.diff").expect(.exit(0))
    #expect(
      try suite.text(of: "old.txt")
        == "<p>one line</p>\n<p>zwei lines</p>\n<p>caf\u{E9} costs \u{A3}3</p>"
    )
  }

  @Test func `a report that is read and written again has the same lines`() async throws {
    let suite = try await Self.recordedSuite.value
    let text = try await report("pinned", "word", "json", ["--shard", "1/1"])
    let merged = try await suite.parity(
      "merge",
      "pinned-word.json",
      "--report",
      "json=merged.json",
      "--report",
      "junit=merged.xml"
    )
    merged.expect(.exit(1), output: ["− <p>two</p>", "+ <p>zwei</p>"])
    let verdicts = try [text, try suite.text(of: "merged.json")].map { report in
      let json = try JSONSerialization.jsonObject(with: Data(report.utf8)) as? NSDictionary
      return try #require(json?["verdicts"] as? NSArray)
    }
    #expect(verdicts[0] == verdicts[1])
    #expect(try suite.text(of: "merged.xml").contains("+ &lt;p&gt;zwei&lt;/p&gt;"))
  }

  @Test(arguments: [
    ("junit", #"message="line 2: expected &quot;&lt;p&gt;two lines&lt;/p&gt;&quot;, got "#),
    ("tap", #"message: "line 2: expected \"<p>two lines</p>\", got \"<p>zwei lines</p>\"""#),
    ("github", "::line 2: expected \"<p>two lines</p>\", got \"<p>zwei lines</p>\"%0A"),
    ("html", #""heading":"@@ -1,3 +1,3 @@""#),
  ])
  func `each format has the first line that differs`(format: String, part: String) async throws {
    let text = try await report("short", "word", format)
    #expect(text.contains(part), "\(text.prefix(4_000))")
  }

  // MARK: - Causes

  @Test(arguments: [
    ("crlf", ["line ends: LF → CRLF"]),
    ("end", ["line ends: newline at the end missing"]),
    ("crlf word", ["line ends: LF → CRLF", #"output: "two" → "zwei""#]),
    ("space", ["white space only"]),
    ("wrap", ["white space only: line breaks"]),
  ])
  func `line ends are a cause of their own`(mistakes: String, titles: [String]) async throws {
    let suite = try await Self.recordedSuite.value
    let file = "causes-\(mistakes.replacing(" ", with: "-")).json"
    let run = try await suite.parity(
      "check",
      "--command",
      "python3 markup.py \(mistakes)",
      "--report",
      "json=\(file)",
      "--schedules",
      "0"
    )
    run.expect(.exit(1))
    let json = try JSONSerialization.jsonObject(with: Data(try suite.text(of: file).utf8))
    let causes = (json as? [String: Any])?["causes"] as? [[String: Any]]
    let found = causes?.compactMap { $0["title"] as? String } ?? []
    #expect(Set(found) == Set(titles))
  }

  // MARK: - Other commands

  @Test func `a new golden is shown as its lines, and a changed one as the changed lines`()
    async throws
  {
    let suite = try TemporarySuite(Self.files)
    let first = try await suite.parity("regenerate", "--only", "short")
    first.expect(
      .exit(0),
      output: ["new markup/short\n    + <p>one line</p>\n    + <p>two lines</p>\n"]
    )

    let program = try suite.text(of: "markup.py")
    try suite.write(program.replacing("sys.argv[1:]", with: #"["word"]"#), to: "markup.py")
    let changes = ["    − <p>two lines</p>\n    + <p>zwei lines</p>\n"]
    try await suite.parity("review", "--only", "short").expect(.exit(1), output: changes)
    try await suite.parity("regenerate", "--only", "short").expect(.exit(0), output: changes)
  }

  @Test func `run prints the text itself, and JSON if that is asked for`() async throws {
    let suite = try await Self.recordedSuite.value
    let text = "<p>one</p>\n<p>two</p>\n"
    let run = try await suite.parity("run", "pinned")
    run.expect(.exit(0))
    #expect(run.output == text)

    let json = try await suite.parity("run", "pinned", "--json")
    #expect(json.output == #""<p>one</p>\n<p>two</p>\n""# + "\n")

    let compared = try await suite.parity(
      "run",
      "pinned",
      "--implementation",
      "markup",
      "--command",
      "python3 markup.py word"
    )
    compared.expect(.exit(1), output: ["    − <p>two</p>\n    + <p>zwei</p>\n"])
  }

  @Test func `repro shows the lines of the output`() async throws {
    let suite = try await Self.recordedSuite.value
    let run = try await suite.parity("repro", "pinned", "--implementation", "markup")
    run.expect(.exit(0), output: ["  <p>one</p>\n  <p>two</p>\n"])
  }
}
