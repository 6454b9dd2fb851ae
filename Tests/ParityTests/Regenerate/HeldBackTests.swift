import MessageSnapshot
import Testing

struct HeldBackTests {
  private let messages = MessageSnapshot("parity held back")

  @Test
  func `an output that breaks an expectation is refused while the others are written`() async throws
  {
    let suite = try TemporarySuite()
    try suite.replace("\"entryCount\": 0", with: "\"entryCount\": 3", in: Sample.results)
    let run = try await suite.parity("regenerate")
    run.expect(
      .exit(1),
      output: [
        "refused session-detail/success_hidden\n", "  entryCount  − 3\n              + 0\n",
        " \(Sample.results):6:33\n", "3 new, 1 refused\n",
      ]
    )
    messages.expect(
      run.paragraph("refused session-detail/success_hidden"),
      "an output that breaks an expectation"
    )
    let goldens = try suite.contents(of: TemporarySuite.goldens)
    #expect(
      Set(goldens.keys) == ["greeting.json", "answer.json", "error_shown.json"],
      run.transcript
    )
  }

  @Test(arguments: [[], ["--only", "success_hidden"], ["--mode", "all"], ["--mode", "changed"]])
  func `no option lifts the refusal`(options: [String]) async throws {
    let suite = try await TemporarySuite.recorded()
    try suite.replace("\"entryCount\": 0", with: "\"entryCount\": 3", in: Sample.results)
    let before = try suite.contents()
    let run = try await suite.parity(["regenerate"] + options)
    run.expect(.exit(1), output: ["refused session-detail/success_hidden\n"])
    #expect(try suite.contents() == before, "nothing should be written\n\(run.transcript)")
  }

  @Test func `a golden edited by hand is shown and left`() async throws {
    let suite = try await TemporarySuite.recorded()
    try suite.replace("hello", with: "hallo", in: Sample.golden(of: "greeting"))
    let before = try suite.contents()
    for options in [[], ["--only", "gree*"], ["--mode", "changed"], ["--row", "message-text"]] {
      let run = try await suite.parity(["regenerate"] + options)
      run.expect(
        .exit(1),
        output: [
          "kept session-detail/greeting\n",
          "parity regenerate --only session-detail/greeting\n", "− \"hallo\"\n", "+ \"hello\"\n",
          "1 kept\n",
        ]
      )
      messages.expect(
        run.paragraph("kept session-detail/greeting"),
        "a golden that was edited by hand"
      )
      #expect(try suite.contents() == before, "the golden should be left\n\(run.transcript)")
    }
  }

  @Test(arguments: ["greeting", "session-detail/greeting"])
  func `a golden edited by hand is overwritten where --only names it`(name: String) async throws {
    let suite = try await TemporarySuite.recorded()
    let before = try suite.contents()
    try suite.replace("hello", with: "hallo", in: Sample.golden(of: "greeting"))
    let run = try await suite.parity("regenerate", "--only", name)
    run.expect(.exit(0), output: ["changed session-detail/greeting\n"])
    let after = try suite.contents(of: TemporarySuite.goldens)
    #expect(after["greeting.json"] == before["\(Sample.golden(of: "greeting"))"], run.transcript)
  }
}
