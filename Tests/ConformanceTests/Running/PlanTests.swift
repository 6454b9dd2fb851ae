import CanonicalJSON
import Conformance
import TestSuites
import Testing

struct PlanTests {
  private let folder = SuiteFolder()

  @Test func `every implementation of every contract is asked every case`() throws {
    let plan = Plan(try suites())
    #expect(parts(plan) == ["words reference a,b", "words second a,b", "other reference c"])
    #expect(plan.count == 5)
    #expect(plan.leftOut == 0)
  }

  @Test func `a selection leaves out pairs of case and implementation`() throws {
    let plan = Plan(try suites(), selection: Selection(only: [Glob("a")]))
    #expect(parts(plan) == ["words reference a", "words second a", "other reference "])
    #expect(plan.count == 2)
    #expect(plan.leftOut == 3)
  }

  @Test func `only the implementations that are named are asked`() throws {
    let plan = Plan(try suites(), implementations: ["second"])
    #expect(parts(plan) == ["words second a,b"])
    #expect(plan.leftOut == 0)
    #expect(plan.suites.count == 2, "the suites are linted all the same")
  }

  private func suites() throws -> [Suite] {
    try folder.write([.words("a"), .words("b")])
    try folder.write([.words("c")], contract: "other")
    let two = Words(implementations: [
      InProcessImplementation.reference, InProcessImplementation.named("second"),
    ])
    return [try folder.suite(two), try folder.suite(Words(id: "other"))]
  }

  private func parts(_ plan: Plan) -> [String] {
    plan.parts.map {
      "\($0.suite.contract.id) \($0.implementation.name) \($0.cases.map(\.id).joined(separator: ","))"
    }
  }
}
