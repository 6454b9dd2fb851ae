internal import CanonicalJSON

extension Findings {
  /// Reads the goldens that a report shows in addition to those that the verdicts have.
  ///
  /// A golden that can't be read is left out. Of goldens of passed cases, only as many are read as
  /// a report has room for.
  ///
  /// - Parameter includesPassed: Whether the report shows the goldens of cases that passed.
  /// - Returns: The goldens by the name of the case.
  package func goldens(ofPassed includesPassed: Bool) -> [String: KeptOutput] {
    let failed = Set(verdicts.filter { !$0.allFailures.isEmpty }.map(\.testCase.name))
    let kept = Set(verdicts.filter { $0.golden != nil }.map(\.testCase.name))
    var room = Self.mostBytesOfPassed
    var goldens: [String: KeptOutput] = [:]
    for suite in suites {
      for testCase in suite.cases where !testCase.belongsToOtherShard {
        let name = testCase.name
        let isFailed = failed.contains(name)
        guard !kept.contains(name), isFailed || includesPassed && room > 0,
          let golden = testCase.expectation.output
            ?? (try? suite.goldens.golden(of: testCase)?.value)
        else { continue }

        let output = KeptOutput(golden)
        if !isFailed { room -= output.text.utf8.count }
        goldens[name] = output
      }
    }
    return goldens
  }

  /// The limit on the goldens of passed cases, in bytes of text.
  private static let mostBytesOfPassed = 16 << 20
}
