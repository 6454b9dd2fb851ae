import CanonicalJSON
import Conformance
import MessageSnapshot
import Reporting
import TestSuites
import Testing

struct ShardTests {
  private let messages = MessageSnapshot("Shards of a run")
  private let suite = SuiteFolder()

  @Test(arguments: [1, 2, 5, 16])
  func `every case is in exactly one shard, and the shards are of much the same size`(
    count: Int
  ) throws {
    try suite.write((0..<400).map { .words("case_\($0)") })
    let cases = try suite.suite().cases
    let shards = try (1...count).map { try #require(Shard(index: $0, of: count)) }
    for testCase in cases { #expect(shards.count { $0.includes(testCase) } == 1) }
    for shard in shards {
      let size = cases.count { shard.includes($0) }
      #expect((200 / count...600 / count + 10).contains(size), "\(shard) has \(size) cases")
    }
  }

  @Test func `a case is in the same shard on every machine`() throws {
    try suite.write(["a", "b", "c", "d", "e"].map { .words($0) })
    let shard = try #require(Shard(index: 2, of: 3))
    // The first 16 digits that sha256sum prints, as a number, modulo 3.
    #expect(try suite.suite().cases.filter { shard.includes($0) }.map(\.id) == ["a", "c"])
  }

  @Test(arguments: [(0, 1), (2, 1), (1, 0), (-1, 3), (1, 100_001)])
  func `there is no such shard`(index: Int, count: Int) {
    #expect(Shard(index: index, of: count) == nil)
  }

  @Test func `a shard without a case is green, and says that the others have them`() async throws {
    try suite.write([.words("a")])
    try await suite.regenerate()
    let findings = try await (1...3).asyncMap { try await check($0, of: 3) }
    #expect(findings.map(\.exitStatus) == [.success, .success, .success])
    #expect(findings.map(\.counts.checked).sorted() == [0, 0, 1])
    let idle = try #require(findings.first { $0.counts.checked == 0 })
    let console = idle.console()
    messages.expect(console, "a shard without a case")
    let run = idle.report
    #expect(ReportFormat.tap.text(of: run).contains("1..1\nok 1 - parity/shard"))
  }

  @Test func `a shard is red where no shard has anything to judge`() async throws {
    try suite.write([.words("a", requires: ["disk"]), .words("b", requires: ["disk"])])
    try await suite.regenerate(
      Words(implementations: [InProcessImplementation.named("disk", capabilities: ["disk"])])
    )
    for index in 1...2 { #expect(try await check(index, of: 2).exitStatus == .notConformant) }
  }

  @Test
  func `a missing golden is told by the shard that has the case, and by no other`() async throws {
    try suite.write([.words("a"), .words("b")])
    try await suite.regenerate(only: ["a"])
    let findings = try await (1...7).asyncMap { try await check($0, of: 7) }
    #expect(findings.count { $0.exitStatus != .success } == 1)
  }

  @Test(arguments: [1, 2, 4])
  func `merged shards are the whole`(count: Int) async throws {
    try suite.write((0..<9).map { .words("c\($0)") } + [.words("x", requires: ["disk"])])
    try await suite.regenerate(
      Words(implementations: [InProcessImplementation.named("reference", capabilities: ["disk"])])
    )
    try suite.folder.write("{}\n", to: SuiteFolder.goldenPath("c3"))
    try suite.folder.remove(SuiteFolder.goldenPath("c4"))
    let whole = try await suite.check()
    let parts = try await (1...count).asyncMap { part(try await check($0, of: count), "\($0)") }
    let merged = try ReportMerge.merged(parts.reversed()).reproducible
    let expected = whole.report(showingPassed: true).reproducible
    #expect(merged == expected)
    for format in ReportFormat.allCases {
      #expect(format.text(of: merged) == format.text(of: expected), "\(format)")
    }
  }

  @Test func `a missing, doubled or foreign shard is refused`() async throws {
    try suite.write([.words("a"), .words("b")])
    try await suite.regenerate()
    let one = part(try await check(1, of: 2), "one")
    let two = part(try await check(2, of: 2), "two")
    let third = part(try await check(2, of: 3), "third")
    let narrow = part(try await check(2, of: 2, Selection(only: [Glob("a")])), "narrow")
    let whole = part(try await suite.check(), "whole")
    try suite.write([.words("a"), .words("b", "other")])
    let foreign = part(try await check(2, of: 2), "foreign")
    messages.expect(refusal(one), "a missing shard")
    messages.expect(refusal(one, two, one), "a shard that is there twice")
    messages.expect(refusal(one, third), "another number of shards")
    messages.expect(refusal(one, narrow), "another selection")
    messages.expect(refusal(one, foreign), "another suite")
    messages.expect(refusal(one, whole), "a report without a shard")
    messages.expect(refusal(), "no report")
  }

  @Test func `of the cases of other shards no more is read than what they are called`() throws {
    try suite.write([.words("a"), .words("b").with("input", ["$jsn": 1]), .words("c")])
    let whole = suite.load().diagnostics
    let shards = (1...3).map { suite.load(shard: Shard(index: $0, of: 3)) }
    #expect(
      shards.flatMap(\.diagnostics) == whole,
      "the shard that has the case tells what is wrong with it"
    )
    #expect(whole.count == 1)
    for (index, loaded) in shards.enumerated() {
      let cases = try #require(loaded.suite).cases
      // By sha256sum, a and c are in the second shard.
      #expect(cases.filter { !$0.belongsToOtherShard }.map(\.id) == (index == 1 ? ["a", "c"] : []))
      #expect(cases.filter { $0.id != "b" }.map(\.id) == ["a", "c"], "each knows of all")
    }
  }

  @Test func `a shard that could not read the suite is told as such`() async throws {
    try suite.write([.words("a"), .words("b")])
    try await suite.regenerate()
    let unusable = Findings(
      suites: [],
      diagnostics: [Diagnostic("no JSON", at: SourceLocation(file: "x"))],
      verdicts: [],
      skipped: 0
    )
    messages.expect(
      refusal(part(try await check(1, of: 2), "one"), part(unusable, "two")),
      "a run that could not read the suite"
    )
  }

  private func check(
    _ index: Int,
    of count: Int,
    _ selection: Selection = Selection()
  ) async throws -> Findings {
    let shard = Shard(index: index, of: count)
    let plan = Plan([try suite.suite(shard: shard)], selection: selection, shard: shard)
    return await Check(plan, lock: suite.lock(), runner: Runner(jobs: 1)).run()
  }

  private func part(_ findings: Findings, _ name: String) -> ReportMerge.Part {
    (name: name, report: findings.report(showingPassed: true))
  }

  private func refusal(_ parts: ReportMerge.Part...) -> String {
    do throws(ReportFault) {
      _ = try ReportMerge.merged(parts)
      return "merged"
    } catch {
      return [error.message, error.advice].compactMap(\.self).joined(separator: "\n")
    }
  }
}

extension Sequence {
  fileprivate func asyncMap<Result>(
    _ body: (Element) async throws -> Result
  ) async rethrows -> [Result] {
    var results: [Result] = []
    for element in self { results.append(try await body(element)) }
    return results
  }
}
