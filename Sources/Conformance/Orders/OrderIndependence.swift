internal import CanonicalJSON

/// Runs a case in many orders of arrival and shrinks the first that gives another output.
package struct OrderIndependence: Sendable {
  /// At most so many per case.
  package let schedules: Int
  package let seed: UInt64

  package init(schedules: Int, seed: UInt64) {
    self.schedules = schedules
    self.seed = seed
  }

  /// What a verdict on an outcome becomes once the schedules of the case have been tried.
  ///
  /// Only a case that passes has any, and its output is the golden.
  package func result(
    after result: Verdict.Result,
    of outcome: Outcome,
    to testCase: Case,
    by contract: Contract,
    on implementation: any Implementation
  ) async -> Verdict.Result {
    guard case .passed = result, let golden = outcome.output,
      let space = contract.schedules(of: testCase)
    else { return result }
    return await self.result(of: testCase, in: space, golden: golden, on: implementation)
  }

  /// Passed, in so many different schedules, or failed by the first that gives anything but
  /// `golden`.
  package func result<Space: ScheduleSpace>(
    of testCase: Case,
    in space: Space,
    golden: Output,
    on implementation: any Implementation
  ) async -> Verdict.Result {
    let trial = Trial(testCase: testCase, space: space, implementation: implementation)
    var generator = SplitMix64(seed: seed, name: testCase.name)
    // All of them where the number allows it, and what is left of it for deliveries that are late
    // or doubled.
    let numbered =
      if let count = space.count, count <= schedules {
        count
      } else {
        0
      }
    var tried: Set<Space.Schedule> = []
    for number in 0..<schedules where !Task.isCancelled {
      let schedule =
        number < numbered ? space.schedule(number: number) : space.schedule(using: &generator)
      guard tried.insert(schedule).inserted else { continue }
      let outcome = await implementation.judgedOutcome(
        of: testCase,
        with: space.input(of: schedule)
      )
      if outcome == .output(golden) { continue }
      if outcome == .notRun { return .notRun }
      let failure = await trial.shortest(
        of: .init(schedule: schedule, expected: golden, outcome: outcome)
      )
      let found = failure.outcome.output.map {
        differences(
          expected: failure.expected.value,
          actual: $0.value,
          identity: testCase.operation.identity
        )
      }
      return .failed([
        .dependsOnOrder(
          OrderDependence(
            arrivals: space.arrivals(of: failure.schedule),
            clauses: space.clauses(of: failure.schedule),
            differences: found?.kept ?? [],
            failure: failure.outcome.failure,
            schedules: schedules,
            seed: seed
          )
        )
      ])
    }
    return .passed(schedules: tried.count)
  }
}

/// One case on one implementation.
private struct Trial<Space: ScheduleSpace> {
  /// A schedule that gives something else than the same parts in the order of the case.
  struct Failure {
    let schedule: Space.Schedule
    let expected: Output
    let outcome: Outcome
  }

  let testCase: Case
  let space: Space
  let implementation: any Implementation

  /// Takes the first simpler schedule that still fails until there is none.
  func shortest(of failure: Failure) async -> Failure {
    var shortest = failure
    var remaining = Self.mostSimplifications
    search: while true {
      for simpler in space.simplifications(of: shortest.schedule) {
        guard remaining > 0, !Task.isCancelled else { return shortest }
        remaining -= 1
        if let failure = await self.failure(of: simpler) {
          // A program that hangs or has to be started again costs far more than one that answers.
          if case .failure = failure.outcome { remaining -= Self.costOfFailure }
          shortest = failure
          continue search
        }
      }
      return shortest
    }
  }

  /// Nil where order makes no difference. The golden says nothing of a schedule from which parts
  /// are left out.
  private func failure(of schedule: Space.Schedule) async -> Failure? {
    let baseline = await implementation.judgedOutcome(
      of: testCase,
      with: space.baseline(of: schedule)
    )
    guard case .output(let expected) = baseline else { return nil }
    let outcome = await implementation.judgedOutcome(of: testCase, with: space.input(of: schedule))
    return [.output(expected), .notRun].contains(outcome)
      ? nil : Failure(schedule: schedule, expected: expected, outcome: outcome)
  }

  /// A failure is told after so many tries, however short it could still get.
  private static var mostSimplifications: Int { 5_000 }
  private static var costOfFailure: Int { 250 }
}

/// An order of arrival that gives another output than the same parts in the order of the case.
package struct OrderDependence: Hashable, Sendable {
  /// The schedule, a line per arrival.
  package let arrivals: [String]
  /// Those that say that the order makes no difference, as far as they are known.
  package let clauses: [String]
  /// Empty where the schedule gives no output.
  package let differences: DifferenceList
  /// Why the schedule gives no output; nil where it gives one.
  package let failure: ImplementationFailure?
  /// What finds it again.
  package let schedules: Int
  package let seed: UInt64
}
