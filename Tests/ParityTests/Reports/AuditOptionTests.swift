import Foundation
import Testing

struct AuditOptionTests {
  @Test func `an audit's findings make a check red, and the page shows its score`() async throws {
    let suite = try await TemporarySuite.recorded()
    let run = try await suite.parity("check", "--audit", "--schedules", "0", "--report", "html=page.html")
    // The small suite of the tests catches few of the deviations.
    run.expect(.exit(1), output: ["no case catches '", " deviations caught, "])
    run.expectCounts(judged: 4, passed: 4, failed: 0)
    let page = try suite.text(of: "page.html")
    #expect(page.contains("\"audit\""), "the page should hold what was caught")
    let plain = try await suite.parity("check", "--schedules", "0", "--report", "html=page.html")
    plain.expect(.exit(0))
    #expect(!plain.output.contains("deviations"), plain.transcript)
  }
}
