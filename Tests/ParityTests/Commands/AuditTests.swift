import Testing

struct AuditTests {
  private let suite: TemporarySuite

  init() async throws {
    suite = try await .recorded()
  }

  @Test func `what a small suite does not catch is told, and the exit code is 1`() async throws {
    let run = try await suite.parity("audit")
    run.expect(
      .exit(1),
      output: [
        "finding: no case catches 'R1: last arrival wins'; add one where the rule decides\n",
        "finding: 'T8: runs of one are no group' breaks a rule that the matrix does not have\n",
        "session-detail: ", " deviations caught, ",
      ])
    run.expectNoErrors()
  }

  @Test func `with --verbose each deviation is told with the rows that catch it`() async throws {
    let run = try await suite.parity("audit", "--verbose")
    run.expect(.exit(1), output: ["caught P9: every result is hidden\n  by result-visibility\n", "SURVIVES R1: "])
  }

  @Test func `a document is fresh until something changes`() async throws {
    let document = try await suite.parity("audit", "--markdown")
    document.expect(.exit(1), output: ["# Audit\n", "## session-detail\n", "### Deviations\n"])
    try suite.write(document.output, to: "docs/audit.md")
    let fresh = try await suite.parity("audit", "--check", "docs/audit.md")
    fresh.expectNoErrors()
    try suite.write("stale", to: "docs/audit.md")
    try await suite.parity("audit", "--check", "docs/audit.md").expect(
      .exit(1), errors: ["error: docs/audit.md is out of date; run: parity audit --markdown > docs/audit.md\n"])
  }

  @Test func `a golden that can't be read ends the audit`() async throws {
    try suite.write("{", to: Sample.golden(of: "greeting"))
    try await suite.parity("audit").expect(
      .exit(65), errors: ["error: nothing was audited: \(Sample.golden(of: "greeting")):1:2: error: expected a key"])
  }
}
