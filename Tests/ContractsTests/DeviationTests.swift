import Conformance
import Contracts
import Testing

/// That each is caught by some case is for `parity audit` to say, which CI asks.
struct DeviationTests {
  @Test(arguments: Contracts.all.map(\.id))
  func `every rule has a deviation, and each is there once`(contract: String) throws {
    let suite = try #require(Repository.here.suites.first { $0.contract.id == contract })
    let deviations = suite.contract.deviations
    let rules = suite.matrix.clauses.filter { !$0.refines.isEmpty }.map(\.id.name)
    #expect(rules.filter { rule in !deviations.contains { $0.rule == rule } } == [], "rules without a deviation")
    #expect(Set(deviations.map(\.name)).count == deviations.count, "two deviations have one name")
  }

  /// What a deviation rewrites besides its mistake would make it be caught for the wrong reason.
  @Test(arguments: [
    Deviation.asking("R1", "asking") { $0 }, .answering("R1", "answering") { output, _ in output },
    .reading(row: "R1", "row") { $0 }, .reading(content: "R1", "content") { $0 },
    .reading(payload: "R1", "payload") { $0 }, .reading(block: "R1", "block") { $0 },
    .reading("assistant", "R1", "type") { $0 }, .showing(entry: "R1", "entry") { $0 },
    .showing(block: "R1", "shown block") { $0 }, .disguising("R1", "disguising") { $0 },
    .standing("R1", "standing"), .standing("R1", "standing, reversed", reversed: true),
  ])
  func `rewriting nothing changes nothing`(neutral: Deviation) async throws {
    let suite = try #require(Repository.here.suites.first { $0.contract.id == "session-detail" })
    for testCase in suite.cases {
      let golden = try #require(try suite.goldens.golden(of: testCase.id)?.value)
      let outcome = await neutral.implementation.respond(to: testCase.request)
      #expect(outcome == .output(golden), "\(neutral.mistake) changes \(testCase.id)")
    }
  }
}
