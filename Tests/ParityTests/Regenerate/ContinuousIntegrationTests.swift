import MessageSnapshot
import Testing

struct ContinuousIntegrationTests {
  private let messages = MessageSnapshot("parity continuous integration")

  @Test(arguments: ["1", "true", "yes", " "])
  func `with CI set nothing is written, and the exit code says so`(value: String) async throws {
    let suite = try await changedSuite()
    let before = try suite.contents()
    let run = try await suite.parity("regenerate", environment: ["CI": value])
    run.expect(
      .exit(73),
      message: "a change with CI set",
      in: messages,
      output: ["changed session-detail/answer\n"]
    )
    #expect(try suite.contents() == before, "nothing should be written\n\(run.transcript)")
  }

  @Test(arguments: ["", "0", "false"])
  func `with CI set to nothing, 0 or false goldens are written`(value: String) async throws {
    let suite = try await changedSuite()
    let run = try await suite.parity("regenerate", environment: ["CI": value])
    run.expect(.exit(0))
    run.expectNoErrors()
    #expect(try suite.text(of: Sample.golden(of: "answer")).contains("good night"), run.transcript)
  }

  @Test func `with CI set a run that has nothing to write is as good as any`() async throws {
    let suite = try await TemporarySuite.recorded()
    let settled = try await suite.parity("regenerate", environment: ["CI": "1"])
    settled.expect(.exit(0))
    #expect(settled.output == "nothing to do\n", settled.transcript)
    try suite.replace("hello", with: "hallo", in: Sample.golden(of: "greeting"))
    try await suite.parity("regenerate", environment: ["CI": "1"]).expect(.exit(1))
  }

  @Test func `with CI set a dry run shows what is pending`() async throws {
    let suite = try await changedSuite()
    let run = try await suite.parity("regenerate", "--dry-run", environment: ["CI": "1"])
    run.expect(.exit(1), output: ["dry run: 1 changed\n"])
    run.expectNoErrors()
  }
}
