import AdapterHost
import CanonicalJSON
import Conformance
import Foundation
import Testing

@Suite(.ownThreads) struct UnreadAnswerTests {
  @Test func `an answer that came in time is not late where it could not be read`() async throws {
    let host = try ProgramHost.misbehaving("answers-slowly", limits: .impatient(.seconds(1)))
    let program = ProgramImplementation(
      try await host.start(),
      name: "p",
      origin: .default,
      host: host
    )
    let cases = (1...12).map(aCase)
    // A stopped terminal delays the code that reports progress to it.
    let verdicts = await Runner(jobs: 1).run(cases, on: program) { _, outcome in
      if case .failure(let failure) = outcome {
        return CheckedOutcome(result: .failed([.noOutput(failure)]))
      }
      return CheckedOutcome(result: .passed())
    } progress: { verdict in
      if verdict.testCase === cases[0] { Thread.sleep(forTimeInterval: 2.5) }
    }
    #expect(verdicts.count == cases.count)
    #expect(verdicts.filter(\.result.isFailed).isEmpty)
    #expect(await program.finish() == [])
  }

  private func aCase(_ number: Int) -> Case {
    let row: JSONValue = ["id": "row", "sequence_number": 1, "content": .string("\(number)")]
    return Case(
      contract: "session-detail",
      id: "\(number)",
      description: "",
      operation: ContractOperation("timeline"),
      requires: [],
      input: ["rows": [row]],
      expectation: Expectation(clauses: []),
      location: SourceLocation(file: "cases.json")
    )
  }
}
