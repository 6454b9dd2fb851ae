internal import CanonicalJSON
internal import Synchronization

/// What an outcome amounts to, and what is kept of the values that show it.
package struct JudgedOutcome: Sendable {
  package let result: Verdict.Result
  /// The output and the golden of a case that did not pass.
  package let output: KeptOutput?
  package let golden: KeptOutput?

  package init(result: Verdict.Result, output: KeptOutput? = nil, golden: KeptOutput? = nil) {
    self.result = result
    self.output = output
    self.golden = golden
  }
}

/// Sends cases to an implementation and has the answers judged.
package struct Runner: Sendable {
  /// Requests in flight at once, and processes of a program; times an implementation's window.
  package let jobs: Int
  /// After so many failures the rest is left out; nil: never.
  package let maximumFailures: Int?

  package init(jobs: Int, maximumFailures: Int? = nil) {
    self.jobs = max(1, jobs)
    self.maximumFailures = maximumFailures
  }

  /// What answers amount to, in the order of `cases`. They end early after `maximumFailures` or
  /// when the task is cancelled.
  ///
  /// - Parameters:
  ///   - earlierFailures: those of the run so far, which count towards the maximum.
  ///   - judge: Returns what is kept of the output and the golden, too.
  ///   - progress: called after each.
  package func run(
    _ cases: [Case],
    on implementation: any Implementation,
    earlierFailures: Int = 0,
    judge: @escaping @Sendable (Case, Outcome) async -> JudgedOutcome,
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
      let outcome: Outcome =
        lacking.isEmpty ? await implementation.judgedOutcome(of: testCase) : .notRun
      let judged =
        lacking.isEmpty
        ? await judge(testCase, outcome) : JudgedOutcome(result: .notApplicable(lacking))
      let verdict = Verdict(
        testCase: testCase,
        implementation: implementation.name,
        origin: implementation.origin,
        result: judged.result,
        output: judged.output,
        golden: judged.golden
      )
      progress(verdict)
      return verdict
    }
  }

  /// What comes back for each case; `notRun` where the task was cancelled before its turn.
  func outcomes(of cases: [Case], from implementation: any Implementation) async -> [Outcome] {
    zip(cases, await implementation.outcomes(of: cases.map(\.request), jobs: jobs)).map {
      $0.operation.judged($1)
    }
  }

  /// What `ask` gives for the items, in their order; the last are missing after an early end.
  func answers<Item: Sendable, Answer: Sendable>(
    _ items: [Item],
    _ implementation: any Implementation,
    mostFailures: Int? = nil,
    isFailure: @escaping @Sendable (Answer) -> Bool = { _ in false },
    ask: @escaping @Sendable (Item) async -> Answer
  ) async -> [Answer] {
    let queue = CaseQueue(count: items.count, mostFailures: mostFailures, isFailure: isFailure)
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

/// Hands out cases to those that ask for one, and takes the answers.
private final class CaseQueue<Answer: Sendable>: Sendable {
  private let state: Mutex<(next: Int, failures: Int, answers: [Answer?])>
  private let count: Int
  private let mostFailures: Int
  private let isFailure: @Sendable (Answer) -> Bool

  init(count: Int, mostFailures: Int?, isFailure: @escaping @Sendable (Answer) -> Bool) {
    state = Mutex((0, 0, [Answer?](repeating: nil, count: count)))
    self.count = count
    self.mostFailures = mostFailures ?? .max
    self.isFailure = isFailure
  }

  /// The index of the next case; nil where there is none, or there are enough failures.
  func next() -> Int? {
    state.withLock { state in
      guard state.next < count, state.failures < mostFailures else { return nil }
      defer { state.next += 1 }
      return state.next
    }
  }

  func finish(_ index: Int, with answer: Answer) {
    state.withLock { state in
      state.answers[index] = answer
      if isFailure(answer) { state.failures += 1 }
    }
  }

  /// In the order of the cases, up to the failure that is one too many: what others were at
  /// meanwhile is left out, so that the same run ends at the same case.
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
