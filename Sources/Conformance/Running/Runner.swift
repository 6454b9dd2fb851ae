internal import CanonicalJSON
internal import Synchronization

/// The result for an outcome, with the parts of the values that reports show.
package struct CheckedOutcome: Sendable {
  package let result: Verdict.Result
  /// The output of a case that didn't pass, or `nil` if there is none.
  package let output: KeptOutput?
  /// The golden of a case that didn't pass, or `nil` if there is none.
  package let golden: KeptOutput?
  /// The counts of the verdicts that the output consists of, or `nil` if it is one as a whole.
  package let counts: VerdictCounts?

  package init(
    result: Verdict.Result,
    output: KeptOutput? = nil,
    golden: KeptOutput? = nil,
    counts: VerdictCounts? = nil
  ) {
    self.counts = counts
    self.result = result
    self.output = output
    self.golden = golden
  }
}

/// Sends cases to an implementation and has the outcomes checked.
package struct Runner: Sendable {
  /// The number of processes of a program. The number of concurrent requests is this times an
  /// implementation's window.
  package let jobs: Int
  /// The number of failures after which the run ends early, or `nil` for no limit.
  package let maximumFailures: Int?

  /// Creates a runner. A number of jobs below 1 counts as 1.
  package init(jobs: Int, maximumFailures: Int? = nil) {
    self.jobs = max(1, jobs)
    self.maximumFailures = maximumFailures
  }

  /// Runs cases with an implementation and returns the verdicts in the order of `cases`.
  ///
  /// The run ends early after `maximumFailures` or when the task is canceled.
  ///
  /// - Parameters:
  ///   - earlierFailures: The number of failures in the run so far, which count toward the maximum.
  ///   - check: A closure that checks an outcome. It also returns what to keep of the output and
  ///     the golden.
  ///   - progress: A closure that is called after each verdict.
  package func run(
    _ cases: [Case],
    on implementation: any Implementation,
    earlierFailures: Int = 0,
    check: @escaping @Sendable (Case, Outcome) async -> CheckedOutcome,
    progress: @escaping @Sendable (Verdict) -> Void = { _ in }
  ) async -> [Verdict] {
    let most = maximumFailures.map { $0 - earlierFailures }

    return await answers(
      cases,
      implementation,
      mostFailures: most,
      isFailure: { $0.result.isFailed }
    ) { testCase in
      let lacking = testCase.requires.filter { !implementation.capabilities.contains($0) }
      let timed: TimedOutcome
      let checked: CheckedOutcome
      if lacking.isEmpty {
        timed = await implementation.timedOutcome(of: testCase.request)
        checked = await check(testCase, timed.outcome)
      } else {
        timed = .notRun
        checked = CheckedOutcome(result: .notApplicable(lacking))
      }

      let verdict = Verdict(
        testCase: testCase,
        implementation: implementation.name,
        origin: implementation.origin,
        result: checked.result,
        output: checked.output,
        golden: checked.golden,
        duration: timed.duration,
        counts: checked.counts
      )
      progress(verdict)
      return verdict
    }
  }

  /// Returns the outcome of each case without the ignored parts. It is `notRun` for a case that
  /// wasn't sent before the task was canceled.
  func outcomes(of cases: [Case], from implementation: any Implementation) async -> [Outcome] {
    await implementation.outcomes(of: cases.map(\.request), jobs: jobs)
  }

  /// Returns the results of `ask` in the order of the items. The last ones are missing after an
  /// early end.
  func answers<Item: Sendable, Answer: Sendable>(
    _ items: [Item],
    _ implementation: any Implementation,
    mostFailures: Int? = nil,
    isFailure: @escaping @Sendable (Answer) -> Bool = { _ in false },
    ask: @escaping @Sendable (Item) async -> Answer
  ) async -> [Answer] {
    let queue = CaseQueue(count: items.count, mostFailures: mostFailures, isFailure: isFailure)
    await implementation.prepare(for: queue)

    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<min(jobs * implementation.window, items.count) {
        group.addTask(executorPreference: implementation.executor) {
          while !Task.isCancelled, let index = queue.next() {
            queue.finish(index, with: await ask(items[index]))
          }
        }
      }
    }

    return queue.answers
  }
}

/// A queue that hands out the indices of items to concurrent tasks and collects the answers.
private final class CaseQueue<Answer: Sendable>: RunProgress {
  private let state: Mutex<(next: Int, finished: Int, failures: Int, answers: [Answer?])>
  private let count: Int
  private let mostFailures: Int
  private let isFailure: @Sendable (Answer) -> Bool

  /// Creates a queue of `count` items. Without a maximum of failures, it never ends early.
  init(count: Int, mostFailures: Int?, isFailure: @escaping @Sendable (Answer) -> Bool) {
    state = Mutex((0, 0, 0, [Answer?](repeating: nil, count: count)))
    self.count = count
    self.mostFailures = mostFailures ?? .max
    self.isFailure = isFailure
  }

  /// Returns the index of the next item, or `nil` if there is none or the maximum of failures is
  /// reached.
  func next() -> Int? {
    state.withLock { state in
      guard state.next < count, state.failures < mostFailures else { return nil }
      defer { state.next += 1 }
      return state.next
    }
  }

  /// Stores the answer for an item. Counts a failure at once, so that no other task begins another
  /// item after the maximum.
  func finish(_ index: Int, with answer: Answer) {
    state.withLock { state in
      state.answers[index] = answer
      state.finished += 1
      if isFailure(answer) { state.failures += 1 }
    }
  }

  var cases: (finished: Int, left: Int) {
    let finished = state.withLock(\.finished)
    return (finished, count - finished)
  }

  /// The answers in the order of the items, up to the failure that reaches the maximum.
  ///
  /// Later answers, which other tasks got in the meantime, are left out. So the same run always
  /// ends at the same case.
  var answers: [Answer] {
    var answers: [Answer] = []
    var failures = 0
    for case let answer? in state.withLock(\.answers) where failures < mostFailures {
      answers.append(answer)
      if isFailure(answer) { failures += 1 }
    }
    return answers
  }
}
