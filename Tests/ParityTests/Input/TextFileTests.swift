import Foundation
import MessageSnapshot
import TestPrograms
import Testing

/// Tests of inputs whose texts are in files of their own, written `{"$file": path}`.
struct TextFileTests {
  private let messages = MessageSnapshot("parity text files")

  private static let folder = "Fixtures/pages"
  private static let cases = "\(folder)/pages.json"
  private static let place = "\(cases):1:47: error: "

  /// Returns the files of a suite with one case.
  ///
  /// - Parameter text: The text of the case's input as it is written.
  static func files(_ text: String = #"{ "$file": "spec/1.html" }"#) -> [String: String] {
    [
      "\(folder)/behavior-matrix.json": """
      {
        "contract": "pages", "version": "0.1.0", "title": "Pages",
        "operations": { "read": {} },
        "clauses": [{ "id": "P1", "text": "Texts are read.", "level": "must" }],
        "caseFiles": ["pages.json"],
        "rows": [
          {
            "id": "texts", "scenario": "a text", "expectedBehavior": "the same text",
            "clauses": ["P1"], "cases": ["one"]
          }
        ]
      }

      """,
      cases: #"{ "cases": [{ "id": "one", "input": { "text": \#(text) } }] }"# + "\n",
      "parity.json": """
      {
        "implementations": [
          {
            "name": "pages", "command": ["python3", "pages.py"], "contracts": ["pages"],
            "reference": true
          }
        ]
      }

      """,
      // Writes the bytes of each text to a file, and runs a script after its last answer.
      "pages.py": """
      import json, os, sys
      for line in sys.stdin:
          request = json.loads(line)
          if request["method"] == "initialize":
              result = {"protocolVersion": 1, "contracts": ["pages"], "capabilities": []}
              result["implementation"] = {"name": "pages", "version": "1", "language": "Python"}
          else:
              with open("seen", "wb") as seen:
                  seen.write(request["params"]["text"].encode())
              result = {"length": len(request["params"]["text"])}
          print(json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": result}), flush=True)
      if os.path.exists("afterwards"):
          os.system("sh afterwards")

      """,
    ]
  }

  private func suite(_ text: String, _ files: [String: String]) throws -> TemporarySuite {
    let suite = try TemporarySuite(Self.files(text))
    for (path, text) in files { try suite.write(text, to: "\(Self.folder)/\(path)") }
    return suite
  }

  /// Returns the digest of the suite in the report of a check.
  private func digest(
    of suite: TemporarySuite,
    _ arguments: String...
  ) async throws -> String {
    let run = try await suite.parity(["check", "--report", "json=report.json"] + arguments)
    let report = try JSONSerialization.jsonObject(with: Data(suite.text(of: "report.json").utf8))
    let suites = try #require((report as? [String: Any])?["suites"] as? [[String: Any]])
    return try #require(suites.first?["digest"] as? String, run.transcript)
  }

  // MARK: - What a program receives

  @Test(arguments: [
    (
      #"{ "$file": "spec/1.html" }"#, "<p>\r\none\r\n\ttwo \r three", "<p>\r\none\r\n\ttwo \r three"
    ),
    (#"{ "$file": "spec/1.html" }"#, "", ""),
    (#"{ "$file": "spec/1.html" }"#, "\u{FEFF}é e\u{301}\0\n", "\u{FEFF}é e\u{301}\0\n"),
    (#"{ "$file": "1.html" }"#, "top\n", "top\n"),
    (#"{ "$file": "spec/deep/ü 1.json" }"#, "{\n", "{\n"),
    (#"{ "$concat": ["a", { "$file": "spec/1.html" }, "c"] }"#, "b\r\n", "ab\r\nc"),
    (#"{ "$repeat": { "$file": "spec/1.html" }, "times": 3 }"#, "b\r\n", "b\r\nb\r\nb\r\n"),
    (#"{ "$json": { "$file": "spec/1.html" } }"#, "b\r\n", #""b\r\n""#),
    (#"{ "\u0024file": "spec/1.html" }"#, "b", "b"),
  ])
  func `a program receives the text of the file unchanged`(
    text: String,
    content: String,
    received: String
  ) async throws {
    let path = ["spec/1.html", "1.html", "spec/deep/ü 1.json"].first { text.contains("\"\($0)\"") }
    let suite = try suite(text, [try #require(path): content])
    try await suite.parity("regenerate").expect(.exit(0))
    #expect(try suite.text(of: "seen").utf8.elementsEqual(received.utf8))
    try await suite.parity("check").expect(.exit(0))
  }

  @Test func `a literal isn't a file`() async throws {
    let suite = try TemporarySuite(Self.files(#"{ "$literal": "$file" }"#))
    try await suite.parity("regenerate").expect(.exit(0))
    #expect(try suite.text(of: "seen") == "$file")
  }

  @Test(arguments: ["2.html", "../spec/2.html", "deeper/../2.html"])
  func `a link inside the folder is followed`(target: String) async throws {
    let suite = try suite(#"{ "$file": "spec/1.html" }"#, ["spec/2.html": "linked"])
    try FileManager.default.createDirectory(
      at: suite.url("\(Self.folder)/spec/deeper"),
      withIntermediateDirectories: true
    )
    try suite.link("\(Self.folder)/spec/1.html", to: target)
    try await suite.parity("regenerate").expect(.exit(0))
    #expect(try suite.text(of: "seen") == "linked")
  }

  @Test func `a text of 16 MiB is read, and a case has 64 MiB of texts`() async throws {
    let text = String(repeating: "a", count: 1 << 24)
    let suite = try suite(#"{ "$file": "spec/1.html" }"#, ["spec/1.html": text])
    try await suite.parity("lint").expect(.exit(1), output: ["'one' has no golden"])
    let form = #"{ "$file": "spec/1.html" }"#
    for (count, status) in [(4, 1), (5, 65)] {
      let forms = Array(repeating: form, count: count).joined(separator: ", ")
      try suite.write(
        #"{ "cases": [{ "id": "one", "input": { "texts": [\#(forms)] } }] }"#,
        to: Self.cases
      )
      let run = try await suite.parity("lint")
      run.expect(.exit(Int32(status)))
      #expect(run.output.contains("64 MiB") == (count == 5), run.transcript)
    }
  }

  // MARK: - Files that can't be used

  @Test(arguments: [
    #""""#, #""/spec/1.html""#, #""../pages/spec/1.html""#, #""spec/../spec/1.html""#, #"".""#,
    #""..""#, #""./spec/1.html""#, #""spec//1.html""#, #""spec/1.html/""#, #""spec\\1.html""#,
    #""..\\1.html""#, #""spec/1.html\u0000""#,
  ])
  func `a path that isn't a plain path in the folder is an error`(path: String) async throws {
    let suite = try suite("{ \"$file\": \(path) }", ["spec/1.html": "a"])
    let run = try await suite.parity("check")
    run.expect(.exit(65), output: [Self.place])
    #expect(run.output.ranges(of: "error: ").count == 1, run.transcript)
    messages.expect(
      run.output.replacing(/path '.*' in/, with: "path 'PATH' in"),
      "a path out of the folder"
    )
  }

  /// Something other than a readable text file in its place.
  enum Obstacle: String, CaseIterable {
    case missing, misspelled, number, list, folder, pipe, latin1, truncated, tooLarge, linkOut,
      absoluteLink, linkToNowhere, circle, fileAsFolder

    var form: String {
      switch self {
      case .misspelled: #"{ "$file": "spec/example-1.htm" }"#
      case .number: #"{ "$file": 1 }"#
      case .list: #"{ "$file": ["spec/1.html"] }"#
      case .fileAsFolder: #"{ "$file": "pages.json/1.html" }"#
      default: #"{ "$file": "spec/1.html" }"#
      }
    }

    func place(in suite: TemporarySuite) throws {
      let folder = TextFileTests.folder
      let path = "\(folder)/spec/1.html"
      try suite.write("", to: "\(folder)/spec/example-1.html")
      try suite.write("outside", to: "Fixtures/outside.html")
      switch self {
      case .missing, .misspelled, .number, .list, .fileAsFolder: break
      case .folder: try suite.write("", to: "\(path)/inner.html")
      case .pipe: #expect(mkfifo(suite.url(path).path, 0o600) == 0)
      case .latin1: try suite.write(Data("caf".utf8) + [0xE9, 0x21], to: path)
      case .truncated: try suite.write(Data("1234567890123456".utf8) + [0xE2, 0x82], to: path)
      case .tooLarge: try suite.write(Data(repeating: 0x61, count: 1 << 24 + 1), to: path)
      case .linkOut: try suite.link(path, to: "../../outside.html")
      case .absoluteLink: try suite.link(path, to: "/usr")
      case .linkToNowhere: try suite.link(path, to: "nowhere.html")
      case .circle: try suite.link(path, to: "1.html")
      }
    }
  }

  @Test(arguments: Obstacle.allCases)
  func `a file that can't be used is one error at the form`(obstacle: Obstacle) async throws {
    let suite = try TemporarySuite(Self.files(obstacle.form))
    try obstacle.place(in: suite)
    let run = try await suite.parity("check")
    run.expect(.exit(65), output: [Self.place])
    #expect(run.output.ranges(of: "error: ").count == 1, run.transcript)
    messages.expect(run.lines(with: [Self.place, "  note: "]), "a text file: \(obstacle.rawValue)")
  }

  // MARK: - What depends on a file

  @Test func `the digest of the suite and the lint notice another text`() async throws {
    let suite = try suite(#"{ "$file": "spec/1.html" }"#, ["spec/1.html": "one"])
    try await suite.parity("regenerate").expect(.exit(0))
    let digests = [try await digest(of: suite), try await digest(of: suite)]
    #expect(digests[0] == digests[1])

    try suite.write("two", to: "\(Self.folder)/spec/1.html")
    #expect(try await digest(of: suite) != digests[0])
    try await suite.parity("lint").expect(
      .exit(1),
      output: ["the input of the case 'one' has changed"]
    )
  }

  @Test func `an expectation may be in a file, too`() async throws {
    let suite = try suite(#""plain""#, ["out/1.json": "5"])
    try suite.write(
      #"""
      { "cases": [{ "id": "one", "input": { "text": "plain" },
        "expect": { "output": { "length": { "$json": { "$file": "out/1.txt" } } } } }] }
      """#,
      to: Self.cases
    )
    try suite.write("5", to: "\(Self.folder)/out/1.txt")
    try suite.replace(
      "{\"length\": len(request[\"params\"][\"text\"])}",
      with: """
        {"length": '"5"'}
        """,
      in: "pages.py"
    )
    try await suite.parity("check").expect(.exit(0))
    let before = try await digest(of: suite)
    try suite.write("6", to: "\(Self.folder)/out/1.txt")
    try await suite.parity("check").expect(.exit(1))
    #expect(try await digest(of: suite) != before)
    try suite.remove("\(Self.folder)/out/1.txt")
    try await suite.parity("check").expect(.exit(65), output: [":2:48: error: "])
  }

  @Test func `every shard has the same digest, whichever case names the text`() async throws {
    let suite = try suite(#""plain""#, ["spec/1.html": "one"])
    let cases = (1...8).map { number in
      let text = number == 5 ? #"{ "\u0024file": "spec/1.html" }"# : "\"\(number)\""
      return #"{ "id": "case_\#(number)", "input": { "text": \#(text) } }"#
    }
    try suite.write("{ \"cases\": [\(cases.joined(separator: ", "))] }", to: Self.cases)
    let whole = try await digest(of: suite)
    for shard in 1...3 {
      #expect(try await digest(of: suite, "--shard", "\(shard)/3") == whole)
    }
    try suite.write("two", to: "\(Self.folder)/spec/1.html")
    let changed = try await digest(of: suite)
    #expect(changed != whole)
    for shard in 1...3 {
      #expect(try await digest(of: suite, "--shard", "\(shard)/3") == changed)
    }
  }

  @Test func `a regeneration writes nothing if a text changed meanwhile`() async throws {
    let suite = try suite(#"{ "$file": "spec/1.html" }"#, ["spec/1.html": "one"])
    try suite.write("printf two > \(Self.folder)/spec/1.html", to: "afterwards")
    let run = try await suite.parity("regenerate")
    run.expect(.exit(73), errors: ["error: ", "\(Self.folder)/spec/1.html: "])
    #expect(!FileManager.default.fileExists(atPath: suite.url("Golden/pages").path))
    #expect(try suite.text(of: "\(Self.folder)/spec/1.html") == "two")

    try suite.remove("afterwards")
    try await suite.parity("regenerate").expect(.exit(0))
    #expect(try suite.text(of: "seen") == "two")
  }

  @Test func `a JSON file that a form names needs no place in the manifest`() async throws {
    let suite = try suite(#"{ "$file": "data.json" }"#, ["data.json": "{", "other.json": "{}"])
    let run = try await suite.parity("lint")
    run.expect(.exit(1), output: ["\(Self.folder)/other.json: error: "])
    #expect(!run.output.contains("data.json"), run.transcript)
  }

  @Test func `a watch notices another text`() async throws {
    let suite = try suite(#"{ "$file": "spec/1.html" }"#, ["spec/1.html": "one"])
    try await suite.parity("regenerate").expect(.exit(0))
    let session = try suite.terminal("check", "--watch")
    try await session.expect("PASS  1 case in ")
    try await session.expect("press Ctrl-C to end")
    try suite.write("three", to: "\(Self.folder)/spec/1.html")
    try await session.expect("changed: \(Self.folder)/spec/1.html")
    try await session.expect("FAIL  1 of 1 case failed")
    try await session.expect("press Ctrl-C to end")
    session.send(SIGINT)
    #expect(try await session.end().end == .exit(130))
  }

  // MARK: - Other files of cases

  @Test func `a case file of an app names texts next to itself`() async throws {
    let suite = try suite(#""plain""#, [:])
    try await suite.parity("regenerate").expect(.exit(0))
    let app = #"""
      { "cases": [{ "id": "two", "input": { "text": { "$file": "texts/2.txt" } },
        "expect": { "at": { "/length": 3 } } }] }
      """#
    try suite.write(app, to: "apps/shared.json")
    try suite.write("two", to: "apps/texts/2.txt")
    let options = ["--contract", "pages", "--implementation", "pages", "--only", "shared:two"]
    let named = try await suite.parity(["check", "--cases", "apps/shared.json"] + options)
    named.expect(.exit(0))
    #expect(try suite.text(of: "seen") == "two")
    let fromFolder = ["check", "--cases", "shared.json"] + options
    try await suite.parity(fromFolder, in: "apps").expect(.exit(0))

    try suite.replace(
      #""implementations""#,
      with: #""caseFiles": { "pages": ["apps/shared.json"] }, "implementations""#,
      in: "parity.json"
    )
    try await suite.parity(["check"] + options).expect(.exit(0))
    try suite.remove("apps/texts/2.txt")
    try await suite.parity(["check"] + options).expect(
      .exit(65),
      output: ["apps/shared.json:1:", "apps/texts/2.txt"]
    )
  }

  @Test func `an input on standard input names texts in the working folder`() async throws {
    let suite = try suite(#""plain""#, ["spec/1.html": "12345"])
    let input = #"{ "text": { "$file": "spec/1.html" } }"#
    let arguments = ["run", "pages/read", "--implementation", "pages"]
    let run = try await suite.parity(arguments, in: Self.folder, input: input)
    run.expect(.exit(0), output: ["5"])
    let elsewhere = try await suite.parity(arguments, input: input)
    elsewhere.expect(.exit(65), errors: ["standard input:1:", "spec/1.html"])
    messages.expect(elsewhere.errors, "a missing text of an input")
  }

  @Test func `a new input of a case may stand next to a file`() async throws {
    let suite = try suite(#"{ "$file": "spec/1.html" }"#, ["spec/1.html": "one"])
    try await suite.parity("regenerate").expect(.exit(0))
    let other =
      #"{ "cases": [{ "id": "one", "input": { "text": { "$file": "spec/1.html" } } }, "#
      + #"{ "id": "two", "input": { "text": "a" }, "expect": { "at": { "/length": 1 } } }] }"#
    try suite.write(other, to: Self.cases)
    try await suite.parity("check", "--only", "two").expect(.exit(1))
    #expect(try suite.text(of: "seen") == "a")
  }
}
