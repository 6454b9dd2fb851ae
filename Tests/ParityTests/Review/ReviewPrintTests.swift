import Foundation
import MessageSnapshot
import Testing

struct ReviewPrintTests {
  private let messages = MessageSnapshot("parity review")

  @Test
  func `off a terminal each change is printed with what a decision needs, and a token`()
    async throws
  {
    let suite = try await changedSuite()
    let before = try suite.contents()
    let run = try await suite.parity("review")
    run.expect(
      .exit(1),
      output: [
        "changed session-detail/answer\n", "  \(Sample.messages):13:5\n",
        "  row message-text: messages of both roles\n", "  rule R1 of clause C1\n",
        "  at /entries/0/content  − \"good day\"\n                         + \"good night\"\n",
        " 2.0.0 of session-detail\n", "\n1 change pending in 1 decision\n",
        "parity review --accept ",
      ]
    )
    messages.expect(withoutTokens(run.report), "a change")
    run.expectNoErrors()
    #expect(try tokens(run).count == 1)
    #expect(try suite.contents() == before, "a review should write nothing of its own accord")
  }

  @Test func `a token accepts what was printed with it and nothing else`() async throws {
    let suite = try await changedSuite()
    try suite.remove(Sample.golden(of: "error_shown"))
    let printed = try await suite.parity("review")
    let tokens = try tokens(printed)
    try #require(tokens.count == 2, printed.transcript)
    let before = try suite.contents(of: TemporarySuite.goldens)

    let first = try await suite.parity("review", "--accept", tokens[0])
    first.expect(
      .exit(1),
      message: "an accepted change",
      in: messages,
      output: [
        "accepted session-detail/answer\n", "\"version\" to \"2.0.0\"",
        "1 golden written; 1 change pending\n",
      ]
    )
    let between = try suite.contents(of: TemporarySuite.goldens)
    #expect(between.filter { before[$0.key] != $0.value }.keys.sorted() == ["answer.json"])

    let second = try await suite.parity("review", "--accept", tokens[1])
    second.expect(
      .exit(0),
      output: ["accepted session-detail/error_shown\n", "1 golden written; nothing is pending\n"]
    )
    let settled = try await suite.parity("review")
    settled.expect(.exit(0))
    #expect(settled.output == "nothing is pending\n", settled.transcript)
    try suite.replace("\"version\": \"1.0.0\"", with: "\"version\": \"2.0.0\"", in: Sample.matrix)
    try await suite.parity("check").expect(.exit(0))
    let nothing = try await suite.parity("regenerate")
    #expect(nothing.output == "nothing to do\n", nothing.transcript)
  }

  @Test(arguments: [
    (Sample.messages, "good night", "good evening"),
    (Sample.messages, "\"roles\": [\"assistant\"]", "\"entryCount\": 1"),
    (Sample.messages, "\"sequence_number\": 1", "\"sequence_number\": 2"),
    (Sample.golden(of: "answer"), "good day", "good grief"),
  ])
  func `a token is refused when anything has changed since`(
    file: String,
    old: String,
    new: String
  ) async throws {
    let suite = try await changedSuite()
    let tokens = try tokens(try await suite.parity("review"))
    try suite.replace(old, with: new, in: file)
    let before = try suite.contents()
    let run = try await suite.parity("review", "--accept", tokens[0])
    run.expect(.exit(1), errors: [tokens[0]])
    messages.expect(withoutTokens(run.errors), "a token of an earlier change")
    #expect(try suite.contents() == before, run.transcript)
  }

  @Test func `of several tokens all are accepted or none`() async throws {
    let suite = try await changedSuite()
    let tokens = try tokens(try await suite.parity("review"))
    let before = try suite.contents()
    let run = try await suite.parity("review", "--accept", tokens[0], "--accept", "0123456789ab")
    run.expect(.exit(1), errors: ["0123456789ab"])
    messages.expect(run.errors, "a token of no change")
    #expect(try suite.contents() == before, run.transcript)
  }

  @Test func `what breaks an expectation is shown without a token`() async throws {
    let suite = try await changedSuite()
    try suite.replace("\"entryCount\": 0", with: "\"entryCount\": 3", in: Sample.results)
    let run = try await suite.parity("review", "--only", "success_hidden")
    run.expect(
      .exit(1),
      output: [
        "refused session-detail/success_hidden\n", "  entryCount  − 3\n              + 0\n",
        "1 change pending in 1 decision\n",
      ]
    )
    messages.expect(run.report, "a change that breaks an expectation")
    #expect(!run.output.contains("token"), run.transcript)
  }

  @Test func `a golden edited by hand has a token only where --only names its case`() async throws {
    let suite = try await TemporarySuite.recorded()
    let golden = Sample.golden(of: "greeting")
    let recorded = try suite.text(of: golden)
    try suite.replace("hello", with: "hallo", in: golden)
    let run = try await suite.parity("review")
    run.expect(
      .exit(1),
      output: ["kept session-detail/greeting\n", "parity review --only session-detail/greeting\n"]
    )
    messages.expect(run.report, "a golden that was edited by hand")
    #expect(!run.output.contains("token"), run.transcript)

    let named = try await suite.parity("review", "--only", "greeting")
    named.expect(
      .exit(1),
      output: ["parity review --only greeting --accept "]
    )
    try await suite.parity("review", "--only", "greeting", "--accept", try tokens(named)[0]).expect(
      .exit(0)
    )
    #expect(try suite.text(of: golden) == recorded)
  }

  @Test func `the same change in several goldens is one decision`() async throws {
    let suite = try await alikeSuite()
    let run = try await suite.parity("review")
    run.expect(
      .exit(1),
      output: [
        "changed session-detail/one ", "\n    two, three\n",
        "\n3 changes pending in 1 decision\n",
      ]
    )
    messages.expect(withoutTokens(run.report), "the same change in several goldens")
    let tokens = try tokens(run)
    #expect(tokens.count == 1)
    try await suite.parity("review", "--accept", tokens[0]).expect(
      .exit(0),
      output: ["3 goldens written; nothing is pending\n"]
    )
  }

  @Test func `a program that is named says whether it agrees, and confirms the golden`()
    async throws
  {
    let suite = try await changedSuite()
    let command = "\(try Program.url.path) serve"
    let printed = try await suite.parity("review", "--command", command)
    printed.expect(.exit(1))
    messages.expect(printed.lines(with: " reference, "), "a program that agrees")
    let token = try tokens(printed)[0]
    try await suite.parity("review", "--command", command, "--accept", token).expect(.exit(0))
    #expect(try suite.text(of: TemporarySuite.lock).contains("\"reference\"]"))
  }

  @Test func `with CI set nothing is written, and the exit code says so`() async throws {
    let suite = try await changedSuite()
    let tokens = try tokens(try await suite.parity("review", environment: ["CI": "1"]))
    let before = try suite.contents()
    let run = try await suite.parity("review", "--accept", tokens[0], environment: ["CI": "1"])
    run.expect(.exit(73), message: "CI", in: messages)
    #expect(try suite.contents() == before, run.transcript)
  }

  @Test func `a golden without a case is left to regenerate`() async throws {
    let suite = try await TemporarySuite.recorded()
    try suite.replace("\"messages.json\", ", with: "", in: Sample.matrix)
    try suite.replace("\"greeting\", \"answer\"", with: "", in: Sample.matrix)
    let run = try await suite.parity("review")
    run.expect(.exit(0), output: ["nothing is pending\n", "parity regenerate\n"])
    messages.expect(run.report, "goldens without a case")
  }

  @Test(arguments: ["x", "0123", "0123456789AB", "0123456789abc"])
  func `what is no token is wrong usage`(token: String) async throws {
    let run = try await TemporarySuite().parity("review", "--accept", token)
    run.expect(.exit(64), errors: ["'\(token)'"])
    messages.expect(run.messages.replacing("'\(token)'", with: "'TOKEN'"), "what is no token")
  }

  private func withoutTokens(_ text: String) -> String {
    text.replacing(#/\b[0-9a-f]{12}\b/#, with: "TOKEN")
  }

  private func tokens(_ run: ProgramRun) throws -> [String] {
    run.output.matches(of: /\n  token ([0-9a-f]{12})\n/).map { String($0.output.1) }
  }
}

/// Returns a suite of three cases whose goldens have all changed in the same way.
func alikeSuite() async throws -> TemporarySuite {
  let ids = ["one", "two", "three"]
  let cases = ids.map { #"{"id":"\#($0)","events":[{"type":"user","message":{"content":"old"}}]}"# }
  let matrix = """
    {"contract":"session-detail","version":"1.0.0","title":"Alike","support":"session-detail",
     "operations":\(Sample.operations),
     "clauses":[{"id":"C","text":"All is shown.","level":"must"}],"caseFiles":["cases.json"],
     "rows":[{"id":"R","scenario":"alike","expectedBehavior":"all are shown","clauses":["C"],
      "cases":["one","two","three"]}]}
    """
  let path = "\(TemporarySuite.fixtures)/cases.json"
  let suite = try await TemporarySuite.recorded([
    Sample.matrix: matrix,
    path: #"{"cases":[\#(cases.joined(separator: ","))]}"#,
  ])
  try suite.replace("\"old\"", with: "\"new\"", in: path)
  return suite
}
