import MessageSnapshot
import Testing

struct NewRowTests {
  private let messages = MessageSnapshot("parity new row")

  @Test func `a row is added after the others, and not another byte changes`() async throws {
    let suite = try await TemporarySuite.recorded()
    let before = try suite.text(of: Sample.matrix)
    let run = try await suite.parity(
      "new",
      "row",
      "cut-short",
      "--clauses",
      "C2, R1",
      "--scenario",
      "a result cut short",
      "--case",
      "error_shown"
    )
    run.expect(
      .exit(0),
      message: "a new row",
      in: messages,
      output: ["new row cut-short in \(Sample.matrix)\n", "parity check --row cut-short\n"]
    )
    let added = """
      ,
          {
            "id": "cut-short",
            "scenario": "a result cut short",
            "expectedBehavior": "FILL IN: the expected behavior in this scenario",
            "clauses": ["C2", "R1"],
            "cases": ["error_shown"]
          }
      """
    let place = "\n  ],\n  \"untestable\""
    #expect(try suite.text(of: Sample.matrix) == before.replacing(place, with: added + place))
  }

  @Test func `a row without a case is told, with the way to give it one`() async throws {
    let suite = try await TemporarySuite.recorded()
    try await suite.parity(
      "new",
      "row",
      "cut-short",
      "--clauses",
      "C2",
      "--scenario",
      "s",
      "--expected",
      "it is shown"
    ).expect(
      .exit(0),
      message: "a new row without a case",
      in: messages,
      output: ["parity new case CASE --row cut-short --file"]
    )
    try await suite.parity("new", "case", "a_case", "--row", "cut-short").expect(
      .exit(64),
      message: "a case of a row without one",
      in: messages,
      errors: ["--file", "messages.json, results.json"]
    )
    try await suite.parity("new", "case", "a_case", "--row", "cut-short", "--file", "results.json")
      .expect(.exit(0))
    #expect(try suite.text(of: Sample.matrix).contains("\"cases\": [\"a_case\"]"))
  }

  @Test(arguments: [
    (
      ["message-text", "--clauses", "C1", "--scenario", "s"],
      "an id that is taken", "\(Sample.matrix):14:13"
    ),
    (["x", "--clauses", "C1,C9", "--scenario", "s"], "an unknown clause", "'C1'"),
    (
      ["x", "--clauses", "C1", "--scenario", "s", "--case", "greting"],
      "a misspelled case", "'greeting'"
    ),
    (["X y", "--clauses", "C1", "--scenario", "s"], "an id with a space", "'X y'"),
    (["x", "--clauses", ",", "--scenario", "s"], "no clauses", "--clauses"),
    (["x", "--clauses", "C1", "--scenario", ""], "an empty scenario", "--scenario"),
  ])
  func `what can't be is refused, and nothing is written`(
    arguments: [String],
    message: String,
    value: String
  ) async throws {
    let suite = try await TemporarySuite.recorded()
    let before = try suite.contents()
    try await suite.parity(["new", "row"] + arguments).expect(
      .exit(64),
      message: message,
      in: messages,
      errors: [value]
    )
    #expect(try suite.contents() == before)
  }
}
