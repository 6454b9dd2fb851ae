import Foundation
import Testing

struct BadEndTests {
  @Test(arguments: [
    ("exits-in-error-at-end", "exited with status 3\n"),
    ("crashes-at-end", "was ended by signal 11 (SIGSEGV)\n"),
    (
      "speaks-at-end",
      "wrote a line that is no JSON (column 1: expected a value, found 'G'): Good bye!\n"
    ),
    ("speaks-half-a-line-at-end", "exited with status 0, having written half a line: Good\n"),
  ])
  func `what a program does wrong after its last answer costs no case, and is red`(
    mode: String,
    message: String
  ) async throws {
    let suite = try await TemporarySuite.recorded()
    let run = try await suite.check(
      MisbehavingProgram(mode, over: ""),
      ["--report", "json=report.json"]
    )
    run.expect(.exit(1), output: ["AT THE END misbehaving \(message)"])
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
    #expect(run.output.components(separatedBy: "AT THE END").count == 2, run.transcript)
  }

  @Test func `a witness that ends badly is none`() async throws {
    let suite = try await TemporarySuite.recorded()
    let goldens = try suite.contents(of: "Golden")
    let program = MisbehavingProgram("exits-in-error-at-end", over: "")
    let run = try await suite.parity("regenerate", "--command", try program.command)
    run.expect(
      .exit(1),
      output: ["AT THE END misbehaving exited with status 3\n"],
      errors: ["a program failed"]
    )
    #expect(try suite.contents(of: "Golden") == goldens, run.transcript)
  }
}
