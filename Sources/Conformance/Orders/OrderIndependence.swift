internal import CanonicalJSON

/// Runs a case in many orderings and shrinks the first one that returns another output.
package struct OrderIndependence: Sendable {
  /// The maximum number of schedules per case.
  package let schedules: Int
  /// The seed of the random schedules.
  package let seed: UInt64

  package init(schedules: Int, seed: UInt64) {
    self.schedules = schedules
    self.seed = seed
  }

  /// Returns the result after trying the schedules of the case.
  ///
  /// A failed case is returned as it is. The output of a passed case is its golden, so the outputs
  /// of the schedules are compared with it.
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

  /// Returns that the case passed, with the number of different schedules, or that it failed with
  /// the first schedule that doesn't return `golden`.
  package func result<Space: ScheduleSpace>(
    of testCase: Case,
    in space: Space,
    golden: Output,
    on implementation: any Implementation
  ) async -> Verdict.Result {
    let trial = Trial(testCase: testCase, space: space, implementation: implementation)
    let numbered = numberedSchedules(in: space)
    var generator = SplitMix64(seed: seed, name: testCase.name)
    var tried: Set<Space.Schedule> = []

    for number in 0..<schedules where !Task.isCancelled {
      let schedule =
        number < numbered ? space.schedule(number: number) : space.schedule(using: &generator)
      guard tried.insert(schedule).inserted else { continue }

      let outcome = await implementation.outcome(
        of: testCase.request(with: space.input(of: schedule))
      )
      if outcome == .output(golden) { continue }
      if outcome == .notRun { return .notRun }
      if case .skipped(let reason) = outcome { return .skipped(reason: reason) }

      let failure = await trial.shortest(
        of: .init(schedule: schedule, expected: golden, outcome: outcome)
      )
      return .failed([.dependsOnOrder(dependence(shownBy: failure, of: trial))])
    }

    return .passed(schedules: tried.count)
  }

  /// Returns how many schedules to try by number: all if the limit allows it, otherwise none.
  ///
  /// The remaining tries are random, for late or repeated deliveries.
  private func numberedSchedules(in space: some ScheduleSpace) -> Int {
    guard let count = space.count, count <= schedules else { return 0 }
    return count
  }

  /// Returns the description of a failure, with the options that find it again.
  private func dependence<Space: ScheduleSpace>(
    shownBy failure: Trial<Space>.Failure,
    of trial: Trial<Space>
  ) -> OrderDependence {
    let found = failure.outcome.output.map {
      trial.testCase.operation.differences(expected: failure.expected.value, actual: $0.value)
    }

    return OrderDependence(
      arrivals: trial.space.arrivals(of: failure.schedule),
      clauses: trial.space.clauses(of: failure.schedule),
      isStaleUpdate: trial.space.isStaleUpdate(failure.schedule),
      differences: found?.kept ?? [],
      failure: failure.outcome.failure,
      schedules: schedules,
      seed: seed
    )
  }
}

/// One case with one implementation.
private struct Trial<Space: ScheduleSpace> {
  /// A schedule whose outcome differs from the output for the same parts in the order of the case.
  struct Failure {
    let schedule: Space.Schedule
    let expected: Output
    let outcome: Outcome
  }

  let testCase: Case
  let space: Space
  let implementation: any Implementation

  /// Returns the simplest failure found by repeatedly taking the first simpler schedule that still
  /// fails, until there is none or the tries are used up.
  func shortest(of failure: Failure) async -> Failure {
    var shortest = failure
    var remaining = Self.mostSimplifications

    search: while true {
      for simpler in space.simplifications(of: shortest.schedule) {
        guard remaining > 0, !Task.isCancelled else { return shortest }
        remaining -= 1
        guard let failure = await self.failure(of: simpler) else { continue }

        // A program that hangs or has to be restarted costs far more than one that answers.
        if case .failure = failure.outcome { remaining -= Self.costOfFailure }
        shortest = failure
        continue search
      }
      return shortest
    }
  }

  /// Returns the failure of a schedule, or `nil` if the order makes no difference.
  ///
  /// The schedule is compared with its own baseline, since the golden doesn't apply if parts are
  /// left out.
  private func failure(of schedule: Space.Schedule) async -> Failure? {
    let baseline = await implementation.outcome(
      of: testCase.request(with: space.baseline(of: schedule))
    )
    guard case .output(let expected) = baseline else { return nil }

    let outcome = await implementation.outcome(
      of: testCase.request(with: space.input(of: schedule))
    )
    let isUntested = outcome.isSkipped || outcome == .notRun
    guard !isUntested, outcome != .output(expected) else { return nil }
    return Failure(schedule: schedule, expected: expected, outcome: outcome)
  }

  /// The number of tries after which the failure is reported, even if it could be simplified
  /// further.
  private static var mostSimplifications: Int { 5_000 }
  /// The number of additional tries that a schedule without an output counts for.
  private static var costOfFailure: Int { 250 }
}

/// An ordering that returns another output than the same parts in the order of the case.
package struct OrderDependence: Hashable, Sendable {
  /// The schedule, one line per arrival.
  package let arrivals: [String]
  /// The clauses that say that the order makes no difference, if they are known.
  package let clauses: [String]
  /// Whether an item of the schedule arrives after a newer version of itself.
  package let isStaleUpdate: Bool
  /// The differences between the outputs. Empty if the schedule returns no output.
  package let differences: DifferenceList
  /// Why the schedule returns no output, or `nil` if it returns one.
  package let failure: ImplementationFailure?
  /// The maximum number of schedules in the run. The same number and `seed` find the failure again.
  package let schedules: Int
  /// The seed of the run.
  package let seed: UInt64

  package init(
    arrivals: [String],
    clauses: [String],
    isStaleUpdate: Bool = false,
    differences: DifferenceList,
    failure: ImplementationFailure?,
    schedules: Int,
    seed: UInt64
  ) {
    self.arrivals = arrivals
    self.clauses = clauses
    self.isStaleUpdate = isStaleUpdate
    self.differences = differences
    self.failure = failure
    self.schedules = schedules
    self.seed = seed
  }
}
