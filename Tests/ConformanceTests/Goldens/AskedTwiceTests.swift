import CanonicalJSON
import Conformance
import MessageSnapshot
import Synchronization
import TestSuites
import Testing

struct AskedTwiceTests {
  private let suite = SuiteFolder()
  private let messages = MessageSnapshot("Implementations that are asked twice")

  init() throws {
    try suite.write([.words("a"), .words("b", "three"), .words("c", requires: ["disk"])])
  }

  @Test func `what is answered in the same way twice is written`() async throws {
    let plan = try await plan {
      steady()
    } again: {
      .success(steady())
    }
    #expect(plan.failures.isEmpty)
    try plan.transaction.apply(under: suite.folder.root)
    #expect(suite.lock().lines.map(\.caseID) == ["a", "b", "c"])
    #expect(
      try await self.plan {
        steady()
      } again: {
        .success(steady())
      }.isSettled
    )
  }

  @Test func `an implementation whose answers depend on earlier requests is stopped`() async throws
  {
    let plan = try await plan {
      counting()
    } again: {
      .success(counting())
    }
    #expect(failed(plan) == ["a: it", "b: it"])
    messages.expect(plan.failures.map(\.failure.message), "other outputs the second time")
    expectNothing(of: plan)
  }

  @Test func `an implementation that fails the second time is stopped`() async throws {
    let broken = AnsweringImplementation(name: "it") { request in
      request.input["text"] == "three"
        ? .failure("broke") : .output(Words.output(of: request.input))
    }
    let plan = try await plan {
      steady()
    } again: {
      .success(broken)
    }
    #expect(failed(plan) == ["b: it"])
    #expect(plan.failures.map(\.failure.message) == ["broke"])
    expectNothing(of: plan)
  }

  @Test func `an implementation that is given up the second time is stopped`() async throws {
    let plan = try await plan {
      steady()
    } again: {
      .success(AnsweringImplementation(name: "it") { _ in .notRun })
    }
    #expect(failed(plan) == ["a: it", "b: it"])
    messages.expect(plan.failures.map(\.failure.message), "a run that is interrupted")
    expectNothing(of: plan)
  }

  @Test func `an implementation that can't be started again is stopped`() async throws {
    let incident = Incident(.notStarted, of: "it", "is gone")
    let plan = try await plan {
      steady()
    } again: {
      .failure(incident)
    }
    #expect(plan.incidents == [incident])
    expectNothing(of: plan)
  }

  @Test func `an implementation that ends badly the second time is stopped`() async throws {
    let incident = Incident(.badExit, of: "it", "hung")
    let plan = try await plan {
      steady()
    } again: {
      .success(steady(incidents: [incident]))
    }
    #expect(plan.incidents == [incident])
    expectNothing(of: plan)
  }

  @Test func `a first failure is told as it was`() async throws {
    let plan = try await plan {
      AnsweringImplementation(name: "it") { _ in .failure("broke") }
    } again: {
      .success(steady())
    }
    #expect(failed(plan) == ["a: it", "b: it"])
    #expect(plan.failures.map(\.failure.message) == ["broke", "broke"])
    expectNothing(of: plan)
  }

  @Test
  func
    `one that can be asked again is asked its cases in reverse order, and second implementations once`()
    async throws
  {
    let asked = Mutex<[String]>([])
    let listening = { @Sendable (name: String) in
      AnsweringImplementation(name: name) { request in
        asked.withLock { $0.append("\(name) \(request.caseName ?? "")") }
        return .output(Words.output(of: request.input))
      }
    }
    _ = try await suite.plan(
      references: [
        GoldenSource(listening("first")) { .success(listening("again")) },
        GoldenSource(
          AnsweringImplementation(name: "disk", capabilities: ["disk"]) { .output($0.input) }
        ),
      ],
      secondImplementations: [listening("second")],
      jobs: 1
    )
    #expect(
      asked.withLock(\.self) == [
        "first words/a", "first words/b", "again words/b", "again words/a", "second words/a",
        "second words/b",
      ]
    )
  }

  @Test func `one that has no case to answer is not started again`() async throws {
    let plan = try await suite.plan(
      selection: Selection(only: [Glob("c")]),
      references: [
        GoldenSource(steady()) { .failure(Incident(.notStarted, of: "it", "was started")) },
        GoldenSource(
          AnsweringImplementation(name: "disk", capabilities: ["disk"]) { .output($0.input) }
        ),
      ]
    )
    #expect(plan.lines == ["c: created"])
    #expect(plan.incidents.isEmpty)
  }

  /// Plans a regeneration with one source that is called twice and one that is called once.
  private func plan(
    _ first: () -> any Implementation,
    again: @escaping @Sendable () async -> Result<any Implementation, Incident>
  ) async throws -> Regeneration {
    let disk = InProcessImplementation.named("disk", capabilities: ["disk"])
    return try await suite.plan(
      references: [GoldenSource(first(), again: again), GoldenSource(disk)],
      jobs: 1
    )
  }

  private func failed(_ plan: Regeneration) -> [String] {
    plan.failures.map { "\($0.testCase.id): \($0.implementation)" }
  }

  /// Expects that the plan writes nothing, not even if a review accepts all edits.
  private func expectNothing(of plan: Regeneration) {
    #expect(plan.transaction.isEmpty)
    #expect(plan.accepting(plan.edits).transaction.isEmpty)
    #expect(!plan.isSettled)
  }
}

private func steady(incidents: [Incident] = []) -> AnsweringImplementation {
  AnsweringImplementation(name: "it", incidents: incidents) { .output(Words.output(of: $0.input)) }
}

/// Returns an implementation whose outputs contain the number of its earlier calls.
private func counting() -> AnsweringImplementation {
  let count = Counter()
  return AnsweringImplementation(name: "it") {
    .output(["text": $0.input["text"] ?? .null, "before": count.next()])
  }
}

private final class Counter: Sendable {
  private let count = Mutex(0)

  func next() -> JSONValue {
    count.withLock { count in
      defer { count += 1 }
      return .number(JSONNumber(count))
    }
  }
}
