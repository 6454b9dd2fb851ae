import CanonicalJSON
import Conformance
import Synchronization
import TestSuites
import Testing

struct OrderIndependenceTests {
  private let suite = SuiteFolder()

  // MARK: - Schedules

  @Test func `an implementation to which cuts mean nothing passes in every schedule`() async throws
  {
    #expect(try await result(of: .cut(), on: "a caf\u{E9}", schedules: 64).schedules == 64)
  }

  @Test(arguments: [8, 100])
  func `where the number allows it all schedules are tried, once each`(
    schedules: Int
  ) async throws {
    let tried = Recorder()
    let result = try await result(of: tried.words, on: "abcd", schedules: schedules)
    #expect(result.schedules == 8)
    #expect(
      tried.requests.map { pieces in pieces.map(\.count) } == [
        [4], [1, 3], [2, 2], [1, 1, 2], [3, 1], [1, 2, 1], [2, 1, 1], [1, 1, 1, 1],
      ]
    )
  }

  @Test
  func `where there are more, as many are drawn as are asked for, and repeated ones left out`()
    async throws
  {
    let tried = Recorder()
    let result = try await result(of: tried.words, on: "abcd", schedules: 7)
    let pieces = tried.requests
    #expect(pieces.count == Set(pieces).count)
    #expect(result.schedules == pieces.count)
    #expect((1...7).contains(pieces.count))
  }

  @Test func `the same seed tries the same schedules, another seed or case others`() async throws {
    let first = try await drawn(seed: 1)
    #expect(first.count == 20)
    #expect(try await drawn(seed: 1) == first)
    #expect(try await drawn(seed: 2) != first)
    #expect(try await drawn(seed: 1, caseID: "b") != first)
  }

  // MARK: - Failures

  @Test(arguments: 0..<5)
  func `a failure is shrunk to the shortest schedule that still fails`(seed: UInt64) async throws {
    let dependence = try #require(
      try await result(of: .tearing, on: "a caf\u{E9} au lait", schedules: 100, seed: seed)
        .dependence
    )
    #expect(dependence.arrivals == ["61 20 63 61 66 c3", "a9 20 61 75 20 6c 61 69 74"])
    #expect(dependence.differences.map { "\($0.pointer)" } == ["/words/1/text"])
    #expect(dependence.failure == nil)
    #expect(dependence.schedules == 100)
    #expect(dependence.seed == seed)
  }

  @Test func `no output is a failure, told with its reason`() async throws {
    let failing = Words.cut { pieces in
      pieces.count < 3 ? .text(ofBytes: pieces.flatMap(\.self)) : .failure("too many pieces")
    }
    let dependence = try #require(
      try await result(of: failing, on: "one two", schedules: 64).dependence
    )
    #expect(dependence.arrivals.count == 3)
    #expect(dependence.failure == "too many pieces")
    #expect(dependence.differences.isEmpty)
  }

  @Test func `a failure that can't be had again is told as it was found`() async throws {
    let answers = Mutex(0)
    let unsteady = Words.cut { pieces in
      let isFirst = answers.withLock { count in
        count += 1
        return count == 1
      }
      return .text(ofBytes: isFirst ? [] : pieces.flatMap(\.self))
    }
    let dependence = try #require(
      try await result(of: unsteady, on: "one", schedules: 4).dependence
    )
    #expect(dependence.arrivals == ["6f 6e 65"])
    #expect(dependence.differences.map { "\($0.pointer)" } == ["/words/0"])
  }

  @Test func `what fails uncut as well is no simpler failure`() async throws {
    let failing = Words.cut {
      $0.count == 1 ? .failure("it needs two pieces") : .failure("it broke")
    }
    let dependence = try #require(
      try await result(of: failing, on: "one two three", schedules: 1).dependence
    )
    #expect(dependence.arrivals.count > 2, "nothing simpler may be taken for the failure")
    #expect(dependence.failure == "it broke")
  }

  // MARK: - Verdicts

  @Test func `a case that failed before is not tried, and stays as it is`() async throws {
    let testCase = try aCase("one")
    let result = await orderIndependence(4).result(
      after: .failed([.noOutput("broke")]),
      of: .failure("broke"),
      to: testCase,
      by: try Words.tearing.contract,
      on: Words.tearing.implementations[0]
    )
    guard case .failed([.noOutput("broke")]) = result else {
      Issue.record("got \(result)")
      return
    }
  }

  @Test func `a case without schedules passes as before`() async throws {
    #expect(try await result(of: Words(), on: "one", schedules: 4).schedules == 0)
    #expect(try await result(of: .tearing, on: "", schedules: 4).schedules == 0)
    #expect(try await result(of: .tearing, on: "caf\u{E9}", schedules: 0).schedules == 0)
  }

  @Test func `a task that is cancelled tries no more`() async throws {
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await result(of: .tearing, on: "caf\u{E9}", schedules: 100).schedules
    }
    #expect(try await task.value == 0)
  }

  @Test func `a check counts the schedules of the cases that pass`() async throws {
    try suite.write([.words("a", "one"), .words("b", "two three"), .words("c", "caf\u{E9}")])
    try await suite.regenerate()
    let findings = try await suite.check(Words.tearing, orderIndependence: orderIndependence(256))
    #expect(findings.counts.schedules == 4 + 256, "all of 3 bytes, and all of 9")
    #expect(findings.counts.failed == 1)
    #expect(findings.exitStatus == .notConformant)
    #expect(try await suite.check(Words.tearing).exitStatus == .success, "whole, the texts hold")
  }

  @Test func `any number of jobs finds the same`() async throws {
    try suite.write((0..<8).map { .words("c\($0)", "caf\u{E9} \($0)") })
    try await suite.regenerate()
    var found: [[Verdict.Failure]] = []
    for jobs in [1, 4] {
      let findings = try await suite.check(
        Words.tearing,
        runner: Runner(jobs: jobs),
        orderIndependence: orderIndependence(4)
      )
      found.append(findings.verdicts.flatMap(\.failures))
    }
    #expect(found[0] == found[1])
    #expect(found[0].count == 8)
  }

  // MARK: - Helpers

  private func orderIndependence(_ schedules: Int, seed: UInt64 = 0) -> OrderIndependence {
    OrderIndependence(schedules: schedules, seed: seed)
  }

  private func aCase(_ text: String, id: String = "a") throws -> Case {
    try suite.write([.words(id, text)])
    return try #require(try suite.suite().cases.first)
  }

  /// Returns the result, over all schedules, of a case that has passed with a text.
  private func result(
    of words: Words,
    on text: String,
    schedules: Int,
    seed: UInt64 = 0,
    caseID: String = "a"
  ) async throws -> Verdict.Result {
    await orderIndependence(schedules, seed: seed).result(
      after: .passed(),
      of: .output(Words.output(of: ["text": .string(text)])),
      to: try aCase(text, id: caseID),
      by: try words.contract,
      on: words.implementations[0]
    )
  }

  /// Returns the pieces of each of 20 schedules, in the order tried.
  private func drawn(seed: UInt64, caseID: String = "a") async throws -> [[[UInt8]]] {
    let tried = Recorder()
    let text = "a text with so many places that no cuts come twice"
    _ = try await result(of: tried.words, on: text, schedules: 20, seed: seed, caseID: caseID)
    return tried.requests
  }
}

extension Verdict.Result {
  /// The number of schedules in which the case passed, or `nil` if it didn't pass.
  fileprivate var schedules: Int? {
    if case .passed(let schedules) = self {
      schedules
    } else {
      nil
    }
  }

  fileprivate var dependence: OrderDependence? {
    if case .failed(let failures) = self, case .dependsOnOrder(let dependence)? = failures.first {
      dependence
    } else {
      nil
    }
  }
}

/// Records the requests that an implementation receives.
private final class Recorder: Sendable {
  private let pieces = Mutex<[[[UInt8]]]>([])

  var requests: [[[UInt8]]] { pieces.withLock(\.self) }

  /// The contract with a correct implementation that records its requests.
  var words: Words {
    .cut { pieces in
      self.pieces.withLock { $0.append(pieces) }
      return .text(ofBytes: pieces.flatMap(\.self))
    }
  }
}
