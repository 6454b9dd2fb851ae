package import CanonicalJSON

/// Runs a case in many orders of arrival and shrinks the first that gives another output.
package struct Convergence: Sendable {
  /// Schedules per case.
  package let schedules: Int
  package let seed: UInt64

  package init(schedules: Int, seed: UInt64) {
    self.schedules = schedules
    self.seed = seed
  }

  /// What a verdict becomes once the schedules of the case have been tried; only a case that passes has any.
  func result(
    after result: Verdict.Result, of testCase: Case, golden: JSONValue?, in part: Plan.Part
  ) async -> Verdict.Result {
    guard case .passed = result, schedules > 0, let golden,
      let space = part.suite.contract.schedules(of: testCase.request)
    else { return result }
    let divergence = await divergence(
      of: testCase, in: space, golden: golden, identity: part.suite.contract.identity, on: part.implementation)
    return divergence.map { .failed([.diverges($0)]) } ?? .passed(schedules: schedules)
  }

  /// The first schedule of the case that gives anything but `golden`, made as short as can be; nil where none does.
  package func divergence(
    of testCase: Case, in space: some ScheduleSpace, golden: JSONValue, identity: @escaping ElementIdentity,
    on implementation: any Implementation
  ) async -> Divergence? {
    var generator = SplitMix64(seed: seed, name: testCase.name)
    // All of them where the number allows it, and what is left of it for deliveries that are late or doubled.
    let counted = space.count.flatMap { $0 <= schedules ? $0 : nil } ?? 0
    for number in 0..<schedules {
      let schedule = number < counted ? space.schedule(number: number) : space.schedule(using: &generator)
      let outcome = await implementation.respond(to: testCase.request(with: space.input(of: schedule)))
      guard outcome != .output(golden) else { continue }
      return await shrink(schedule, of: testCase, in: space, identity: identity, on: implementation)
    }
    return nil
  }

  /// Takes the first simpler schedule that still diverges until there is none.
  ///
  /// Once parts are left out the golden says nothing any more; what must hold is that order does not matter.
  private func shrink<Space: ScheduleSpace>(
    _ schedule: Space.Schedule, of testCase: Case, in space: Space, identity: @escaping ElementIdentity,
    on implementation: any Implementation
  ) async -> Divergence {
    func outcomes(_ schedule: Space.Schedule) async -> (baseline: Outcome, scheduled: Outcome) {
      (
        await implementation.respond(to: testCase.request(with: space.baseline(of: schedule))),
        await implementation.respond(to: testCase.request(with: space.input(of: schedule)))
      )
    }
    var shortest = schedule
    var found = await outcomes(schedule)
    var runs = 0
    search: while runs < Self.shrinkingRuns {
      for simpler in space.simplifications(of: shortest) {
        runs += 1
        let next = await outcomes(simpler)
        guard next.baseline != next.scheduled else { continue }
        (shortest, found) = (simpler, next)
        continue search
      }
      break
    }
    return Divergence(
      arrivals: space.arrivals(of: shortest), baseline: found.baseline, scheduled: found.scheduled,
      identity: identity, schedules: schedules, seed: seed)
  }

  /// A failure is told after so many tries, however short it could still get.
  private static let shrinkingRuns = 5_000
}

/// Two arrivals of the same parts that give different outputs.
package struct Divergence: Hashable, Sendable {
  /// The schedule, a line per arrival.
  package let arrivals: [String]
  /// From what the case's own order gives to what the schedule gives; empty where either gave no output.
  package let differences: [Difference]
  /// Why there was no output, where there was none.
  package let failure: String?
  package let schedules: Int
  package let seed: UInt64

  init(
    arrivals: [String], baseline: Outcome, scheduled: Outcome, identity: @escaping ElementIdentity, schedules: Int,
    seed: UInt64
  ) {
    self.arrivals = arrivals
    self.schedules = schedules
    self.seed = seed
    switch (baseline, scheduled) {
    case (.output(let expected), .output(let actual)):
      differences = Conformance.differences(expected: expected, actual: actual, identity: identity)
      failure = nil
    case (.failure(let message), _), (_, .failure(let message)):
      differences = []
      failure = message
    }
  }
}

extension Case {
  fileprivate func request(with input: JSONValue) -> Request {
    Request(contract: contract, operation: operation, input: input)
  }
}
