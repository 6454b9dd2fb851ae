import Conformance
import Contracts
import Testing

struct ProtocolDeviationTests {
  /// What a deviation does besides its mistake would make it be caught for the wrong reason.
  @Test(arguments: [
    ProtocolDeviations.reading("W1", "reading") { $0.json }, ProtocolDeviations.writing("W1", "writing") { $0.json },
    ProtocolDeviations.faulting("F1", "faulting") { fault, _ in (fault.code, fault.path) },
    ProtocolDeviations.assembling("A1", "assembling"),
  ])
  func `changing nothing changes nothing`(neutral: Deviation) async throws {
    let suite = try #require(Repository.here.suites.first { $0.contract.id == "clawdbot-protocol" })
    for testCase in suite.cases {
      let golden = try #require(try suite.goldens.golden(of: testCase.id)?.value)
      let outcome = await neutral.implementation.respond(to: testCase.request)
      #expect(outcome == .output(golden), "\(neutral.mistake) changes \(testCase.id)")
    }
  }
}
