import CanonicalJSON
import Conformance
import Contracts
import Reporting
import Testing

struct AccountTests {
  @Test
  func `every case has an account of each of its rows, by rules of the matrix, in printable lines`()
    throws
  {
    let suite = try #require(
      Repository.here.suites.first { $0.contract.id.hasSameBytes(as: "session-detail") }
    )
    let rules = Set(suite.matrix.clauses.map { TextKey($0.id.name) })
    let report = AccountReport(clauses: suite.matrix.clauses)
    for testCase in suite.cases {
      let account = try #require(
        try suite.contract.support?.operations[testCase.operation.name]?.account?(testCase.input),
        "\(testCase.name)"
      )
      let parts = account.sections.flatMap(\.parts)
      let arrivals = ["rows", "updates"].flatMap { testCase.input[$0]?.elements ?? [] }
      #expect(
        zip(parts, arrivals).allSatisfy { part, row in
          row["id"]?.string?.hasSameBytes(as: part.name) == true
        }
      )
      #expect(parts.count == arrivals.count, "\(testCase.name)")
      #expect(parts.allSatisfy { !$0.dispositions.isEmpty }, "\(testCase.name)")
      let named = Set(parts.flatMap(\.dispositions).flatMap(\.rules).map { TextKey($0) })
      #expect(named.isSubset(of: rules), "\(testCase.name)")
      for line in report.lines(account, of: testCase).map({ $0.text(color: false) }) {
        #expect(printable(line) == line, "\(testCase.name)")
      }
    }
  }
}
