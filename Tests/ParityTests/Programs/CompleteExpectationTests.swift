import Foundation
import MessageSnapshot
import Testing

/// Tests of expectations that are the whole output or one of several, and of contracts without
/// goldens.
struct CompleteExpectationTests {
  private let messages = MessageSnapshot("complete expectations")

  private static let right = [
    #"{ "id": "number", "input": { "out": 1 }, "expect": { "output": 1.0 } }"#,
    #"{ "id": "object", "input": { "out": { "a": [true, null] } }, "expect": { "output": { "a": [true, null] } } }"#,
    #"{ "id": "either", "input": { "out": "b" }, "expect": { "oneOf": [{ "output": "a" }, { "at": { "": "b" } }] } }"#,
  ]

  @Test func `without goldens and without a reference, the suite is green`() async throws {
    let suite = try TemporarySuite(
      EchoSuite.files(members: #""goldens": false"#, cases: Self.right, isReference: false)
    )
    try await suite.parity("lint").expect(.exit(0), output: ["3 cases checked, 0 errors\n"])
    let run = try await suite.parity("check", "--implementation", "all")
    run.expect(.exit(0), output: ["✓ echo 1.0.0   echo   3 passed\n"])
    run.expectNoErrors()

    let before = try suite.contents()
    try await suite.parity("regenerate").expect(.exit(0), output: ["nothing to do\n"])
    try await suite.parity("review").expect(.exit(0), output: ["nothing is pending\n"])
    #expect(try suite.contents() == before)
  }

  @Test func `a case with a complete expectation needs no golden in a contract that has goldens`()
    async throws
  {
    let other = #"{ "id": "recorded", "input": { "out": 2 } }"#
    let suite = try TemporarySuite(EchoSuite.files(cases: Self.right + [other]))
    let run = try await suite.parity("check", "--update")
    run.expect(.exit(0), output: ["1 new\n", "4 passed"])
    #expect(try suite.contents(of: EchoSuite.goldens).keys.sorted() == ["recorded.json"])
    try await suite.parity("lint").expect(.exit(0))
  }

  @Test func `an output that isn't the expected one fails at the place of the difference`()
    async throws
  {
    let wrong =
      #"{ "id": "wrong", "input": { "out": { "a": [1, 2] } }, "expect": { "output": { "a": [1, 3] } } }"#
    let suite = try TemporarySuite(EchoSuite.files(cases: Self.right + [wrong]))
    try await suite.parity("check").expect(
      .exit(1),
      message: "an output that isn't the expected one",
      in: messages,
      output: ["3 of 4 passed"]
    )
    let report = try await suite.parity("check", "--report", "json=-").jsonReport()
    let verdicts = try #require(report["verdicts"] as? [[String: Any]])
    let failed = try #require(verdicts.first { $0["case"] as? String == "echo/wrong" })
    let failures = try #require(failed["failures"] as? [[String: Any]])
    #expect(failures.map { $0["kind"] as? String } == ["violates"])
    let violation = try #require((failures[0]["violations"] as? [[String: Any]])?.first)
    let differences = try #require(violation["differences"] as? [[String: Any]])
    #expect(differences.map { $0["pointer"] as? String } == ["/a/1"])
    #expect(violation["alternative"] == nil)
  }

  @Test func `an output that meets no alternative is compared with the nearest one`() async throws {
    let wrong = """
      { "id": "wrong", "input": { "out": { "a": 1, "b": 2, "c": 3 } }, "expect": { "oneOf": [
        { "output": { "a": 7, "b": 8, "c": 9 } },
        { "at": { "/a": 1, "/b": 8 }, "absent": ["/d"] },
        { "output": "text" }
      ] } }
      """
    let suite = try TemporarySuite(EchoSuite.files(cases: [wrong]))
    try await suite.parity("check").expect(
      .exit(1),
      message: "an output that meets no alternative",
      in: messages
    )
    let report = try await suite.parity("check", "--report", "json=-").jsonReport()
    let verdict = try #require((report["verdicts"] as? [[String: Any]])?.first)
    let failure = try #require((verdict["failures"] as? [[String: Any]])?.first)
    let violations = try #require(failure["violations"] as? [[String: Any]])
    #expect(violations.map { $0["pointer"] as? String } == ["/b"])
    #expect(violations[0]["alternative"] as? [String: Int] == ["number": 2, "count": 3])
  }

  @Test func `of alternatives with one difference each, the most similar text is the nearest`()
    async throws
  {
    let wrong = """
      { "id": "wrong", "input": { "out": "one two three" }, "expect": { "oneOf": [
        { "output": "something else" }, { "output": "one two thee" }, { "output": "1 2 3" }
      ] } }
      """
    let suite = try TemporarySuite(EchoSuite.files(cases: [wrong]))
    let run = try await suite.parity("check")
    run.expect(.exit(1), output: ["one two thee"])
    #expect(!run.output.contains("something else"), run.transcript)
  }

  @Test func `written forms work in expected values`() async throws {
    let cases = [
      #"{ "id": "text", "input": { "out": "ababab" }, "expect": { "output": { "$repeat": "ab", "times": 3 } } }"#,
      #"{ "id": "part", "input": { "out": ["{\"a\":1}"] }, "expect": { "at": { "/0": { "$json": { "a": 1 } } } } }"#,
      #"{ "id": "literal", "input": { "out": { "$literal": { "$json": 1 } } }, "expect": { "output": { "$literal": { "$json": 1 } } } }"#,
    ]
    let suite = try TemporarySuite(
      EchoSuite.files(members: #""goldens": false"#, cases: cases)
    )
    try await suite.parity("check").expect(.exit(0), output: ["3 passed"])
    try suite.replace("$repeat", with: "$repaet", in: EchoSuite.cases)
    try await suite.parity("lint").expect(
      .exit(65),
      output: ["cases.json:2:71: error: ", "did you mean '$repeat'?"]
    )
  }

  @Test func `a failure names the file that has the expected text`() async throws {
    var files = EchoSuite.files(
      members: #""goldens": false"#,
      operation: #"{ "output": "text" }"#,
      cases: [
        #"{ "id": "x", "input": { "out": "one\n" }, "expect": { "output": { "$file": "spec/x.out" } } }"#
      ]
    )
    files["Fixtures/echo/spec/x.out"] = "two\n"
    let suite = try TemporarySuite(files)
    try await suite.parity("check").expect(
      .exit(1),
      output: ["− two\n", "+ one\n", "expected at Fixtures/echo/spec/x.out\n"]
    )
  }

  @Test func `a file that no case names, next to others of its kind, is a warning`() async throws {
    var files = EchoSuite.files(
      members: #""goldens": false"#,
      operation: #"{ "output": "text" }"#,
      cases: [
        #"{ "id": "x", "input": { "out": "one" }, "expect": { "output": { "$file": "spec/x.out" } } }"#
      ]
    )
    files["Fixtures/echo/spec/x.out"] = "one"
    files["Fixtures/echo/spec/deep/y.out"] = "two"
    files["Fixtures/echo/spec/README.md"] = "about"
    files["Fixtures/echo/other/z.out"] = "three"
    let suite = try TemporarySuite(files)
    let run = try await suite.parity("lint")
    run.expect(
      .exit(0),
      message: "a file that no case names",
      in: messages,
      output: ["Fixtures/echo/spec/deep/y.out: warning: ", "1 case checked, 0 errors, 1 warning"]
    )
    #expect(!run.output.contains("README.md") && !run.output.contains("z.out"), run.transcript)
  }

  @Test(arguments: [
    (#"{ "output": 1, "at": { "/a": 1 } }"#, "2:62"),
    (#"{ "oneOf": [] }"#, "2:58"),
    (#"{ "oneOf": {} }"#, "2:58"),
    (#"{ "oneOf": [{}] }"#, "2:59"),
    (#"{ "oneOf": [{ "output": 1 }], "absent": ["/a"] }"#, "2:77"),
    (#"{ "oneOf": [{ "oneOf": [{ "output": 1 }] }] }"#, "2:61"),
    (#"{ "oneOf": [{ "output": 1, "absent": ["/a"] }] }"#, "2:74"),
    (#"{ "oneOf": [{ "at": { "a": 1 } }] }"#, "2:69"),
  ])
  func `an expectation that contradicts itself is an error at its place`(
    expectation: String,
    place: String
  ) async throws {
    let line = #"{ "id": "x", "input": { "out": 1 }, "#
    let suite = try TemporarySuite(
      EchoSuite.files(cases: [line + #""expect": \#(expectation) }"#])
    )
    try await suite.parity("lint").expect(
      .exit(65),
      message: "an expectation: \(expectation)",
      in: messages,
      output: ["\(EchoSuite.cases):\(place): error: "]
    )
    #expect(try await suite.parity("check").end == .exit(65))
  }

  @Test(arguments: [
    (#""goldens": "no""#, "{}", "'goldens'"),
    ("", #"{ "output": "html" }"#, "html"),
    ("", #"{ "verdicts": "results" }"#, "'verdicts'"),
    ("", #"{ "facets": { "output": { "count": "/a" } } }"#, "'output'"),
    ("", #"{ "facets": { "oneOf": { "count": "/a" } } }"#, "'oneOf'"),
  ])
  func `an invalid declaration in the manifest is an error`(
    members: String,
    operation: String,
    word: String
  ) async throws {
    let suite = try TemporarySuite(
      EchoSuite.files(members: members, operation: operation, cases: Self.right)
    )
    try await suite.parity("lint").expect(
      .exit(65),
      output: ["\(EchoSuite.manifest):", "error: ", word]
    )
  }

  @Test func `a case that expects nothing is an error in a contract without goldens`() async throws
  {
    let suite = try TemporarySuite(
      EchoSuite.files(
        members: #""goldens": false"#,
        cases: Self.right + [#"{ "id": "nothing", "input": { "out": 1 } }"#]
      )
    )
    try await suite.parity("lint").expect(
      .exit(1),
      output: ["\(EchoSuite.cases):5:1: error: the case 'nothing' expects nothing"]
    )
    try await suite.parity("check").expect(.exit(1))
  }

  @Test func `a golden that no case uses any more is an error, and regenerate removes it`()
    async throws
  {
    let suite = try await TemporarySuite.recorded(
      EchoSuite.files(cases: [#"{ "id": "x", "input": { "out": 1 } }"#])
    )
    try suite.replace("} }\n]", with: "}, \"expect\": { \"output\": 1 } }\n]", in: EchoSuite.cases)
    try await suite.parity("check").expect(.exit(1), output: ["this golden is unused", "1 passed"])
    try await suite.parity("regenerate").expect(.exit(0), output: ["1 removed\n"])
    try await suite.parity("check").expect(.exit(0))
    #expect(try suite.contents(of: EchoSuite.goldens).isEmpty)
    #expect(try suite.text(of: TemporarySuite.lock) == "")
  }

  @Test func `the array of an order needs no clause if the manifest has none`() async throws {
    let sorted = #"{ "id": "x", "input": { "list": ["a", "b", "c"], "out": 1 } }"#
    let suite = try TemporarySuite(
      EchoSuite.files(operation: #"{ "anyOrder": [{ "elements": "/list/*" }] }"#, cases: [sorted])
    )
    try await suite.parity("check", "-u").expect(.exit(0), output: ["1 passed   3 orderings\n"])
    try suite.replace(
      #"request["params"]["out"]"#,
      with: #"request["params"]["list"][0]"#,
      in: "echo.py"
    )
    try suite.replace(
      "\n]",
      with: ",\n{ \"id\": \"y\", \"input\": { \"out\": 1 } }\n]",
      in: EchoSuite.cases
    )
    try suite.replace(#""out" in"#, with: #""list" in"#, in: "echo.py")
    try await suite.parity("check", "-u", "x").expect(.exit(1), output: ["depends on the order"])

    try suite.replace(
      #""caseFiles""#,
      with: """
        "clauses": [{ "id": "C1", "text": "t", "level": "must" }],
        "rows": [{ "id": "r", "scenario": "s", "expectedBehavior": "e", "clauses": ["C1"], "cases": ["x", "y"] }],
        "caseFiles"
        """,
      in: EchoSuite.manifest
    )
    try await suite.parity("lint").expect(.exit(65), output: ["is missing the member 'clause'"])
  }
}
