import Foundation
import MessageSnapshot
import Testing

struct BadEndTests {
  private let messages = MessageSnapshot("parity bad ends")

  @Test(arguments: [
    "exits-in-error-at-end", "crashes-at-end", "speaks-at-end", "speaks-half-a-line-at-end",
  ])
  func `what a program does wrong after its last answer costs no case, and is red`(
    mode: String
  ) async throws {
    let suite = try await TemporarySuite.recorded()
    let run = try await suite.check(
      MisbehavingProgram(mode, over: ""),
      ["--report", "json=report.json"]
    )
    run.expect(.exit(1))
    messages.expect(run.report, mode)
    run.expectCounts(judged: 4, passed: 4, failed: 0)
    #expect(try suite.text(of: "report.json").contains(#""kind": "endedBadly""#))
    let merged = try await suite.parity("diff", "report.json", "report.json")
    merged.expect(.exit(0))
  }

  @Test
  func `a program that is killed at the end did nothing wrong, even in the middle of a line`()
    async throws
  {
    let suite = try await TemporarySuite.recorded()
    let run = try await suite.check(MisbehavingProgram("stays-in-a-line-at-end", over: ""))
    run.expect(.exit(0))
    run.expectCounts(judged: 4, passed: 4, failed: 0)
  }

  @Test func `processes that end alike are told once`() async throws {
    let suite = try await TemporarySuite.recorded(Sample.many(40, saying: "hello"))
    let run = try await suite.check(
      MisbehavingProgram("exits-in-error-at-end", over: ""),
      ["-j", "3"]
    )
    run.expect(.exit(1))
    #expect(run.output.components(separatedBy: "status 3").count == 2, run.transcript)
  }

  @Test func `a second implementation that ends badly confirms nothing`() async throws {
    let suite = try await TemporarySuite.recorded()
    let goldens = try suite.contents(of: "Golden")
    let program = MisbehavingProgram("exits-in-error-at-end", over: "")
    let run = try await suite.parity("regenerate", "--command", try program.command)
    run.expect(
      .exit(1),
      message: "a second implementation that ends badly",
      in: messages,
      output: ["misbehaving"]
    )
    messages.expect(run.report, "the end of a second implementation that ends badly")
    #expect(try suite.contents(of: "Golden") == goldens, run.transcript)
  }
}
