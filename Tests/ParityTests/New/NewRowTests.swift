import Testing

struct NewRowTests {
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
      output: [
        "new row cut-short in \(Sample.matrix)\n",
        "error: this is still to be filled in: what must come out in this scenario\n",
        "parity check --row cut-short\n",
      ]
    )
    let added = """
      ,
          {
            "id": "cut-short",
            "scenario": "a result cut short",
            "expectedBehavior": "FILL IN: what must come out in this scenario",
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
      output: [
        "error: the row 'cut-short' names no case\n", "parity new case CASE --row cut-short --file",
      ]
    )
    try await suite.parity("new", "case", "a_case", "--row", "cut-short").expect(
      .exit(64),
      errors: ["say where this one goes: --file, of messages.json, results.json"]
    )
    try await suite.parity("new", "case", "a_case", "--row", "cut-short", "--file", "results.json")
      .expect(.exit(0))
    #expect(try suite.text(of: Sample.matrix).contains("\"cases\": [\"a_case\"]"))
  }

  @Test(arguments: [
    (
      ["message-text", "--clauses", "C1", "--scenario", "s"],
      "there is a row 'message-text', at \(Sample.matrix):14:13"
    ),
    (
      ["x", "--clauses", "C1,C9", "--scenario", "s"], "no clause is called 'C9'; did you mean 'C1'?"
    ),
    (["x", "--clauses", "C1", "--scenario", "s", "--case", "greting"], "did you mean 'greeting'?"),
    (["X y", "--clauses", "C1", "--scenario", "s"], "'X y' can't be a row's id"),
    (["x", "--clauses", ",", "--scenario", "s"], "--clauses takes at least one clause."),
    (["x", "--clauses", "C1", "--scenario", ""], "--scenario takes a text."),
  ])
  func `what can't be is refused, and nothing is written`(
    arguments: [String],
    message: String
  ) async throws {
    let suite = try await TemporarySuite.recorded()
    let before = try suite.contents()
    try await suite.parity(["new", "row"] + arguments).expect(.exit(64), errors: [message])
    #expect(try suite.contents() == before)
  }
}
