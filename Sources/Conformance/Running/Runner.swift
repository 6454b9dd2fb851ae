internal import CanonicalJSON

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
  ///   - progress: called after each verdict, from one task.
  package func run(
    _ cases: [Case], on implementation: any Implementation, earlierFailures: Int = 0,
    judge: @escaping @Sendable (Case, Outcome) async -> Verdict.Result, progress: (Verdict) -> Void = { _ in }
  ) async -> [Verdict] {
    var verdicts = [Verdict?](repeating: nil, count: cases.count)
    var failures = earlierFailures
    var next = 0
    await withTaskGroup(of: (Int, Verdict).self) { group in
      func startNext() {
        guard !Task.isCancelled, next < cases.count, maximumFailures.map({ failures < $0 }) ?? true else { return }
        let index = next
        next += 1
        group.addTask { (index, await verdict(on: cases[index], from: implementation, judge: judge)) }
      }
      for _ in 0..<min(jobs * implementation.window, cases.count) { startNext() }
      for await (index, verdict) in group {
        verdicts[index] = verdict
        if !verdict.failures.isEmpty { failures += 1 }
        progress(verdict)
        startNext()
      }
    }
    return verdicts.compactMap(\.self)
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
    let outcome = await implementation.respond(to: testCase.request)
    let result = await judge(testCase, outcome)
    guard case .failed = result, case .output(let output) = outcome else { return verdict(result) }
    return verdict(result, output: output)
  }
}
