import MessageSnapshot
import Testing

struct BadInputTests {
  private let messages = MessageSnapshot("parity bad input")

  @Test(arguments: BadInput.ofCaseFiles + BadInput.ofMatrixAndLock + BadInput.betweenCases)
  func `bad input is told with place and reason, and nothing is written`(
    _ input: BadInput
  ) async throws {
    let suite = try await changedSuite()
    try input.spoil(suite)
    let before = try suite.contents()
    for command in ["check", "lint", "matrix", "regenerate"] {
      let run = try await suite.parity(command)
      run.expect(.exit(65), output: [input.place, ": error: "])
      // Lint may find more at the same place.
      let lines = run.lines(with: input.place).split(separator: "\n")
      let notes = lines.dropFirst().prefix { $0.hasPrefix("  note: ") }
      let message = (lines.prefix(1) + notes).joined(separator: "\n")
      messages.expect(message, input.testDescription)
      #expect(try suite.contents() == before, "\(command) should write nothing\n\(run.transcript)")
    }
  }

  @Test func `the problems of all files are told in one run`() async throws {
    let suite = try await TemporarySuite.recorded()
    try suite.write("", to: Sample.messages)
    try suite.write("garbage\n", to: TemporarySuite.lock)
    try suite.replace("\"entryCount\": 0", with: "\"entryCount\": -1", in: Sample.results)
    for command in ["check", "lint", "regenerate"] {
      let run = try await suite.parity(command)
      run.expect(
        .exit(65),
        output: [
          "\(Sample.messages):1:1: error: ", "\(TemporarySuite.lock):1:1: error: ",
          "\(Sample.results):6:33: error: ",
        ]
      )
    }
  }
}
