import CanonicalJSON
import Conformance
import Contracts
import Testing

struct SessionCutsTests {
  private static let sessions = Repository.here.checkedCases.filter {
    $0.testCase.contract == "event-stream" && $0.testCase.operation.name == "session"
      && $0.implementation.origin == .default
  }

  private static func session(_ received: JSONValue...) -> JSONValue {
    let receives = received.map { JSONValue.object(["receive": $0]) }
    return ["steps": .array([["connect": "a"]] + receives + [["advance": 1]])]
  }

  @Test func `each step is cut while the others are whole`() throws {
    let input = Self.session(
      ["request": 2, "text": "ab"],
      ["request": 2, "text": ""],
      ["request": 3, "base64": "YWI="]
    )
    let cuts = try #require(SessionCuts(of: input))
    #expect(cuts.count == 3, "the whole, and one cut of each of two; nothing is nothing to cut")
    let whole: JSONValue = ["request": 2, "chunks": ["ab"]]
    let other: JSONValue = ["request": 3, "chunks": ["ab"]]
    let empty: JSONValue = ["request": 2, "text": ""]
    #expect(
      (0..<3).map { cuts.input(of: cuts.schedule(number: $0)) } == [
        Self.session(whole, empty, other),
        Self.session(["request": 2, "chunks": ["a", "b"]], empty, other),
        Self.session(whole, empty, ["request": 3, "chunks": ["a", "b"]]),
      ]
    )
  }

  @Test(arguments: [["steps": []], ["steps": [["connect": "a"]]], [:], .null] as [JSONValue])
  func `a session that receives nothing has no schedules`(input: JSONValue) {
    #expect(SessionCuts(of: input) == nil)
  }

  // V2
  @Test(arguments: sessions)
  func `pieces of a step make no difference to any case`(checked: CheckedCase) async throws {
    guard let cuts = SessionCuts(of: checked.testCase.input) else { return }
    let golden = try #require(try checked.suite.goldens.golden(of: checked.testCase.id)?.value)
    var generator = SplitMix64(seed: 1, name: checked.testCase.name)
    for _ in 0..<(cuts.count == nil ? 2 : 10) {
      let schedule = cuts.schedule(using: &generator)
      for input in [cuts.input(of: schedule), cuts.baseline(of: schedule)] {
        let outcome = await checked.implementation.respond(
          to: Request(
            contract: checked.testCase.contract,
            operation: checked.testCase.operation,
            input: input
          )
        )
        #expect(outcome == .output(golden), "\(cuts.arrivals(of: schedule))")
      }
    }
  }

  @Test func `a mistake in how pieces join is shrunk to one cut of one step`() async throws {
    let checked = try #require(Self.sessions.first { $0.testCase.id == "event_in_pieces" })
    let golden = try #require(try checked.suite.goldens.golden(of: checked.testCase.id)?.value)
    let forgetful = RewritingImplementation(base: checked.implementation) { input in
      // Everything after the first piece of a step is lost.
      let steps = (input["steps"]?.elements ?? []).map { step -> JSONValue in
        guard let received = step["receive"], let first = received["chunks"]?.elements?.first else {
          return step
        }
        return ["receive": ["request": received["request"] ?? .null, "chunks": [first]]]
      }
      return ["steps": .array(steps)]
    }
    let result = await OrderIndependence(schedules: 50, seed: 0).result(
      after: .passed(),
      of: .output(golden),
      to: checked.testCase,
      by: checked.suite.contract,
      on: forgetful
    )
    guard case .failed(let failures) = result,
      case .dependsOnOrder(let dependence)? = failures.first
    else {
      Issue.record("no cut was found")
      return
    }
    let pieces = Dictionary(grouping: dependence.arrivals) { $0.prefix(6) }.values.map(\.count)
      .sorted()
    #expect(pieces.last == 2 && pieces.dropLast().allSatisfy { $0 == 1 }, "\(dependence.arrivals)")
  }
}
