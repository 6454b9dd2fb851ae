import CanonicalJSON
import Conformance
import Reporting
import TestSuites
import Testing

struct BadgeTests {
  private let suite = SuiteFolder()

  @Test(arguments: [
    (0, Badge.Result.passed, "3 passed"),
    (1, .failed, "2 of 3 passed"),
    (3, .failed, "0 of 3 passed"),
  ])
  func `a badge counts the cases that passed`(
    failures: Int,
    result: Badge.Result,
    message: String
  ) async throws {
    let badge = try await record(failures: failures).badge(of: "reference")
    #expect(badge.result == result && badge.message == message)
    #expect(badge.subject == "words reference")
  }

  @Test func `known failures have a color of their own`() async throws {
    let counts = { (known: Bool) in
      let record = try await record(failures: 1, isKnown: known)
      return (record.badge(), record.badge(of: "reference"))
    }
    for badge in [try await counts(true).0, try await counts(true).1] {
      #expect(badge.result == .known && badge.message == "2 of 3 passed, 1 known")
    }
    #expect(try await counts(false).0.result == .failed)
  }

  @Test func `a run that was interrupted or checked nothing is neither green nor red`()
    async throws
  {
    var record = try await record(failures: 0)
    record.exitCode = 130
    #expect(record.badge().result == .incomplete && record.badge().message == "interrupted")

    let badge = record.badge(of: "other")
    #expect(badge.subject == "other" && badge.result == .incomplete)
  }

  @Test func `an error in the suite is red on the badge of the run, and no implementation's`()
    async throws
  {
    var record = try await record(failures: 0)
    record.diagnostics = [Diagnostic("no such case", at: SourceLocation(file: "parity.json"))]
    #expect(record.badge().result == .failed && record.badge().message == "3 passed, 1 error")
    #expect(record.badge(of: "reference").result == .passed)
  }

  @Test func `a subject is text, whatever it says, and equal badges have equal bytes`()
    async throws
  {
    var record = try await record(failures: 0)
    record.results = []
    record.implementations = [
      #"</text><script>alert("1")</script> & '##[error]' \#u{1B}[2J\#u{202E}"#
    ]
    let svg = record.badge().svg
    #expect(svg == record.badge().svg)
    #expect(!svg.contains("<script") && !svg.contains("##[") && !svg.contains("\u{1B}"))
    #expect(!svg.contains("\u{202E}"))

    let title = svg.firstMatch(of: #/<title>(.*)</title>/#)?.1
    #expect(title?.contains(#/[<>"']/#) == false, "\(svg)")
    #expect(record.namedImplementations == [], "such a name can't be part of a path")
  }

  /// Returns the record of a run of three cases, the first of which fail.
  private func record(failures: Int, isKnown: Bool = false) async throws -> RunRecord {
    let cases = ["a", "b", "c"]
    try suite.write(cases.map { .words($0, $0) })
    try await suite.regenerate()
    let failing = Set(cases.prefix(failures))
    let words = Words.answering { input in
      let text = input["text"]?.string ?? ""
      return .output(failing.contains(text) ? [:] : Words.output(of: input))
    }
    let digest = GoldenLock.digest(([:] as JSONValue).canonicalUTF8())
    let known = failing.map { name in
      KnownFailure(
        of: "reference",
        "words/\(name)",
        FailurePin(.differs, output: digest),
        reason: "later"
      )
    }
    let plan = Plan([try suite.suite(words)])
    let check = Check(
      plan,
      lock: suite.lock(),
      runner: Runner(jobs: 1),
      knownFailures: KnownFailures(isKnown ? known : [])
    )
    return await check.run().report
  }
}
