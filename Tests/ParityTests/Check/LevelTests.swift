import MessageSnapshot
import Testing

struct LevelTests {
  private let messages = MessageSnapshot("parity levels")
  private let suite: TemporarySuite

  /// `C2` of the sample is a `should` and a decision; the other clauses are demanded by the source.
  init() async throws {
    suite = try await .recorded()
    try state("C1", "must", "source")
    try state("R1", "must", "clarification")
    try state("C2", "should", "decision")
    try state("C3", "may", "source")
  }

  private func state(_ id: String, _ level: String, _ origin: String) throws {
    let text = try suite.text(of: Sample.matrix)
    let line = try #require(text.split(separator: "\n").first { $0.contains("\"id\": \"\(id)\"") })
    let level = line.replacing(
      #/"level": "[a-z]+"/#,
      with: "\"level\": \"\(level)\", \"origin\": \"\(origin)\""
    )
    try suite.write(text.replacing(line, with: level), to: Sample.matrix)
  }

  @Test(arguments: [
    (["--level", "must"], ["greeting", "answer"]),
    (["--level", "should"], ["success_hidden", "error_shown"]),
    (["--level", "must", "--level", "should"], Sample.cases),
    (["--origin", "clarification"], ["greeting", "answer"]),
    (["--origin", "decision"], ["success_hidden", "error_shown"]),
    (["--level", "must", "--only", "answer"], ["answer"]),
  ])
  func `levels and origins select the cases whose clauses all have them`(
    options: [String],
    cases: [String]
  ) async throws {
    let list = try await suite.parity(["check", "--list"] + options)
    list.expect(.exit(0))
    #expect(list.output == cases.map { "session-detail/\($0)\n" }.joined(), list.transcript)
    let run = try await suite.parity(["check"] + options)
    run.expect(.exit(0))
    run.expectCounts(judged: cases.count, passed: cases.count, failed: 0, skipped: 4 - cases.count)
  }

  @Test func `a case is left out if one of its rows has a clause of another level`() async throws {
    try suite.replace(
      #""cases": ["success_hidden""#,
      with: #""cases": ["answer", "success_hidden""#,
      in: Sample.matrix
    )
    let list = try await suite.parity("check", "--list", "--level", "must")
    list.expect(.exit(0))
    #expect(list.output == "session-detail/greeting\n", list.transcript)
  }

  @Test(arguments: [
    (["--level", "may"], "a level that no case has"),
    (["--level", "mus"], "a misspelled level"),
    (["--origin", "sauce"], "a misspelled origin"),
  ])
  func `a selection that can't be made is a mistake of usage`(
    options: [String],
    message: String
  ) async throws {
    try await suite.parity(["check"] + options).expect(.exit(64), message: message, in: messages)
  }

  @Test func `an origin can't be selected if no clause states one`() async throws {
    let plain = try await TemporarySuite.recorded()
    try await plain.parity("check", "--origin", "source").expect(
      .exit(64),
      message: "an origin that no clause states",
      in: messages
    )
  }

  @Test func `a clause without an origin is a finding if others have one`() async throws {
    try suite.replace(#", "origin": "decision""#, with: "", in: Sample.matrix)
    try await suite.parity("lint").expect(
      .exit(1),
      message: "a clause without an origin",
      in: messages,
      output: ["\(Sample.matrix):"]
    )
  }

  @Test func `an invalid origin is an error in the manifest`() async throws {
    try suite.replace(#""origin": "decision""#, with: #""origin": "rumor""#, in: Sample.matrix)
    try await suite.parity("check").expect(
      .exit(65),
      message: "an invalid origin",
      in: messages,
      output: ["\(Sample.matrix):"]
    )
  }

  @Test func `the matrix and the report have levels and origins`() async throws {
    let matrix = try await suite.parity("matrix")
    matrix.expect(
      .exit(0),
      output: ["| C2 | Only results that are errors are shown. | should | decision |"]
    )
    let run = try await suite.parity("check", "--report", "json=-")
    run.expect(.exit(0), output: [#""level": "should""#, #""origin": "decision""#])
  }
}
