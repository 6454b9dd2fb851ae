internal import CanonicalJSON
internal import Synchronization

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

  /// The verdicts in the order of `cases`, which end early after `maximumFailures` or when the task is cancelled.
  ///
  /// - Parameters:
  ///   - earlierFailures: those of the run so far, which count towards the maximum.
  ///   - progress: called after each verdict.
  package func run(
    _ cases: [Case], on implementation: any Implementation, earlierFailures: Int = 0,
    judge: @escaping @Sendable (Case, Outcome) async -> Verdict.Result,
    progress: @escaping @Sendable (Verdict) -> Void = { _ in }
  ) async -> [Verdict] {
    let queue = CaseQueue(count: cases.count, failures: earlierFailures, maximumFailures: maximumFailures)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<min(jobs * implementation.window, cases.count) {
        group.addTask(executorPreference: implementation.executor) {
          while !Task.isCancelled, let index = queue.next() {
            let verdict = await verdict(on: cases[index], from: implementation, judge: judge)
            queue.finish(index, with: verdict)
            progress(verdict)
          }
        }
      }
    }
    return queue.verdicts
  }

  private func verdict(
    on testCase: Case, from implementation: any Implementation, judge: @Sendable (Case, Outcome) async -> Verdict.Result
  ) async -> Verdict {
    let lacking = testCase.requires.filter { !implementation.capabilities.contains($0) }
    func verdict(_ result: Verdict.Result, output: JSONValue? = nil) -> Verdict {
      Verdict(
        testCase: testCase, implementation: implementation.name, selectingOptions: implementation.selectingOptions,
        result: result, output: output)
    }
    guard lacking.isEmpty else { return verdict(.unsupported(lacking)) }
    let outcome = testCase.operation.judged(await implementation.respond(to: testCase.request))
    let result = await judge(testCase, outcome)
    guard case .failed = result else { return verdict(result) }
    return verdict(result, output: outcome.output?.value)
  }
}

/// Hands out cases to those that ask for one, and takes their verdicts.
private final class CaseQueue: Sendable {
  private struct State {
    var next = 0
    var failures: Int
    var verdicts: [Verdict?]
  }

  private let state: Mutex<State>
  private let earlierFailures: Int
  private let maximumFailures: Int?

  init(count: Int, failures: Int, maximumFailures: Int?) {
    earlierFailures = failures
    state = Mutex(State(failures: failures, verdicts: [Verdict?](repeating: nil, count: count)))
    self.maximumFailures = maximumFailures
  }

  /// The index of the next case; nil where there is none, or there are enough failures.
  func next() -> Int? {
    state.withLock { state in
      guard state.next < state.verdicts.count, maximumFailures.map({ state.failures < $0 }) ?? true else { return nil }
      defer { state.next += 1 }
      return state.next
    }
  }

  func finish(_ index: Int, with verdict: Verdict) {
    state.withLock { state in
      state.verdicts[index] = verdict
      if !verdict.failures.isEmpty { state.failures += 1 }
    }
  }

  /// In the order of the cases, up to the failure that is one too many: what others were at meanwhile is left out, so that
  /// the same run ends at the same case.
  var verdicts: [Verdict] {
    var verdicts: [Verdict] = []
    var failures = earlierFailures
    for case let verdict? in state.withLock(\.verdicts) {
      if let maximumFailures, failures >= maximumFailures { break }
      verdicts.append(verdict)
      if !verdict.failures.isEmpty { failures += 1 }
    }
    return verdicts
  }
}
