import AgentDirectory
import Conformance
import Contracts
import FoundationXMLReader
import Testing

/// Tests that an app on a platform without expat passes the cases of `agent-directory`.
struct FoundationReaderCaseTests {
  /// The reference, with Foundation's reader in place of the platform's.
  private let implementation = InProcessImplementation(
    name: "foundation",
    capabilities: ["deliver-to-active-chat", "typing"]
  ) { request in
    var script = try ClientScript(request.input)
    script.reader = FoundationReader()
    return try script.output()
  }

  @Test(arguments: DirectorySuite.cases)
  func `every output is that of the golden, in every spelling of the stanzas`(
    testCase: Case
  ) async throws {
    let suite = try #require(DirectorySuite.suite)
    let golden = try #require(try suite.goldens.golden(of: testCase.id)?.value)

    let outcome = await implementation.respond(to: testCase.request)
    let result = await OrderIndependence(schedules: 4, seed: 0).result(
      after: CaseComparison().result(of: outcome, to: testCase, golden: golden),
      of: outcome,
      to: testCase,
      by: suite.contract,
      on: implementation
    )

    if case .failed(let failures) = result { Issue.record("\(testCase.name): \(failures)") }
  }

  @Test func `all cases are there`() {
    #expect(DirectorySuite.cases.count >= 420)
  }

  @Test(arguments: DirectorySuite.cases)
  func `both readers read the same stanzas, in every spelling`(testCase: Case) throws {
    let input = testCase.request.input
    var stanzas = DirectorySuite.received(in: input)

    if let spellings = StanzaSpellings(try ClientScript(input)) {
      var generator = SplitMix64(seed: 0, name: testCase.name)
      for _ in 0..<8 {
        let schedule = spellings.schedule(using: &generator)
        stanzas += DirectorySuite.received(in: spellings.input(of: schedule))
      }
    }

    for stanza in stanzas {
      #expect(Reading(of: stanza, with: .expat) == Reading(of: stanza, with: .foundation))
    }
  }
}
