import Conformance
import Contracts
import TestRandomness
import Testing

struct RepositoryTests {
  /// The minimum number of cases, so that an empty or missing folder fails. Raise a number when you
  /// add cases. Never lower one.
  private static let leastCases = [
    "session-detail": 350,
    "clawdbot-protocol": 550,
    "event-stream": 300,
    "chat-history": 250,
    "agent-directory": 420,
  ]

  /// `parity check` runs all of them.
  @Test(arguments: Repository.here.checkedCases.sampled(every: 5))
  func `every output is what its case expects and what its golden holds`(
    checked: CheckedCase
  ) async throws {
    if let failure = try await checked.failure() { Issue.record(Comment(rawValue: failure)) }
  }

  @Test func `every contract loads without an error`() {
    let errors = Repository.here.diagnostics.filter { $0.severity == .error }
    #expect(errors.isEmpty, "\(lines(errors))")
    #expect(
      Repository.here.suites.map(\.contract.id) == Repository.here.ids,
      "every folder should have a suite"
    )
  }

  @Test func `all that is linked is linked to a contract of its name`() {
    for support in [ContractBindings].builtIn {
      let contract = Repository.here.suites.first { $0.contract.id == support.name }?.contract
      #expect(contract?.support?.name == support.name)
      let declared = Set(contract?.operationNames ?? [])
      #expect(declared.isSuperset(of: support.operations.keys), "of \(support.name)")
    }
  }

  @Test(arguments: Repository.here.ids)
  func `lint has no finding`(contract: String) throws {
    let suite = try #require(
      Repository.here.suites.first { $0.contract.id == contract },
      "\(contract) has no suite"
    )
    let findings =
      MatrixLint.findings(in: suite) + GoldenLint.findings(in: suite, lock: Repository.here.lock)
      + suite.refusedInputs
    #expect(findings.isEmpty, "\(lines(findings))\nparity lint --contract \(contract)")
  }

  @Test(arguments: Repository.here.ids)
  func `enough cases are checked`(contract: String) throws {
    let least = try #require(
      Self.leastCases[contract],
      "say here how many cases \(contract) has at least"
    )
    let checked = Repository.here.checkedCases.count { $0.testCase.contract == contract }
    #expect(
      checked >= least,
      "under \(Repository.here.root) only \(checked) cases of \(contract) can be checked"
    )
  }

  private func lines(_ diagnostics: [Diagnostic]) -> String {
    diagnostics.inOrder().map(\.description).joined(separator: "\n")
  }
}
