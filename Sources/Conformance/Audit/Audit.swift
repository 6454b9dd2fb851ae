internal import CanonicalJSON

/// Has a suite judge implementations that are wrong on purpose: what it does not catch, it does not pin.
package struct Audit: Sendable {
  package let suite: Suite

  package init(_ suite: Suite) {
    self.suite = suite
  }

  /// - Returns: nil where the task was cancelled.
  package func run() async throws(SourceError) -> AuditFindings? {
    let goldens = try goldens()
    let judge = Judge(identity: suite.contract.identity)
    let catches = await catches(goldens: goldens, judge: judge)
    let unfit = await unfitCases(goldens: goldens, judge: judge)
    guard !Task.isCancelled else { return nil }
    return AuditFindings(
      suite: suite, unfit: unfit, catches: catches, blind: blindResults(goldens: goldens, judge: judge))
  }

  /// What each deviation is caught by; deviations run beside each other.
  private func catches(goldens: [TextKey: JSONValue], judge: Judge) async -> [AuditFindings.Catch] {
    await withTaskGroup(of: (Int, AuditFindings.Catch).self) { group in
      for (index, deviation) in suite.contract.deviations.enumerated() {
        group.addTask {
          var caught: [TextKey] = []
          for testCase in suite.cases where !Task.isCancelled {
            let outcome = await deviation.implementation.respond(to: testCase.request)
            let key = TextKey(testCase.id)
            // The judge's word, without the differences that nobody looks at.
            if judge.rejects(outcome, to: testCase, golden: goldens[key]) { caught.append(key) }
          }
          return (index, AuditFindings.Catch(deviation: deviation, caseIDs: Set(caught)))
        }
      }
      let catches = await group.reduce(into: []) { $0.append($1) }
      return catches.sorted { $0.0 < $1.0 }.map(\.1)
    }
  }

  private func goldens() throws(SourceError) -> [TextKey: JSONValue] {
    var goldens: [TextKey: JSONValue] = [:]
    for testCase in suite.cases { goldens[TextKey(testCase.id)] = try suite.goldens.golden(of: testCase.id)?.value }
    return goldens
  }

  /// Cases without a golden, and those that the right implementation fails: they say nothing of a wrong one.
  private func unfitCases(goldens: [TextKey: JSONValue], judge: Judge) async -> [String] {
    var unfit: [String] = []
    for testCase in suite.cases where !Task.isCancelled {
      let golden = goldens[TextKey(testCase.id)]
      let outcome = await suite.implementation(for: testCase)?.respond(to: testCase.request)
      let isFit = golden != nil && outcome.map { !judge.rejects($0, to: testCase, golden: golden) } ?? false
      if !isFit { unfit.append(testCase.id) }
    }
    return unfit
  }

  /// What becomes of answers that know nothing of the contract.
  private func blindResults(goldens: [TextKey: JSONValue], judge: Judge) -> [AuditFindings.BlindResult] {
    BlindAnswer.allCases.map { answer in
      var caught = Set<TextKey>()
      var missed = Set<TextKey>()
      var previous = JSONValue.null
      for testCase in suite.cases {
        let key = TextKey(testCase.id)
        guard let golden = goldens[key] else { continue }
        let output = answer.output(input: testCase.input, golden: golden, previous: previous)
        previous = golden
        guard let output, output != golden else { continue }
        if judge.rejects(.output(output), to: testCase, golden: golden) {
          caught.insert(key)
        } else {
          missed.insert(key)
        }
      }
      return AuditFindings.BlindResult(answer: answer, caught: caught, missed: missed)
    }
  }
}
