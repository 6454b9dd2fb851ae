internal import Conformance

/// The verdicts of all implementations on one case.
struct CaseVerdicts {
  let verdicts: [Report.Verdict]

  /// Returns the verdicts on each case that at least one implementation fails, in the order in
  /// which the cases first appear.
  static func failed(_ verdicts: [Report.Verdict]) -> [CaseVerdicts] {
    let names = Set(verdicts.filter(\.isFailed).map(\.testCase))
    guard !names.isEmpty else { return [] }
    return verdicts.filter { names.contains($0.testCase) }.grouped(by: \.testCase).map(
      CaseVerdicts.init
    )
  }

  var name: String { verdicts[0].testCase }
  private var failed: [Report.Verdict] { verdicts.filter(\.isFailed) }
  /// Whether a missing golden is the only failure.
  var lacksOnlyGolden: Bool { failed.allSatisfy(\.lacksOnlyGolden) }

  var heading: StyledLine {
    let names = failed.map(\.implementation).joined(separator: ", ")
    return StyledLine([.init("FAILED ", .removed), .init(name, .heading), .init(" (\(names))")])
  }

  /// Returns the location and description of the case, its failures, and the command that
  /// reproduces them.
  ///
  /// - Parameters:
  ///   - place: The case with its suite and rows.
  ///   - orders: The orderings that the run tried, or `nil` if it tried none.
  ///   - limit: The maximum number of differences to print per failure.
  func details(_ place: Report.Place, orders: Report.Orders?, limit: Int) -> [StyledLine] {
    let groups = failed.grouped { $0.failures.map(\.identity) }
    let listed = groups.flatMap { group in
      let names = group.map(\.implementation)
      let heading = groups.count > 1 ? [StyledLine("  \(names.joined(separator: ", ")):")] : []
      let quoted = names.map { "'\($0)'" }.joined(separator: " and ")
      let agreed = "  \(quoted) return the same output, which differs from the golden"
      return heading + group[0].failures.flatMap { $0.text(limit: limit) }
        + (group.count > 1 && group[0].fails(.differs) ? [StyledLine(agreed, .emphasis)] : [])
    }
    let passed = verdicts.filter(\.isPassed).map(\.implementation).joined(separator: ", ")
    let (suite, testCase, rows) = place
    let context = contextLines(
      testCase.description,
      at: testCase.location,
      rows: rows.map { ($0.id, $0.scenario) },
      clauses: testCase.clauses,
      rules: suite.rules.map(\.id)
    )
    return context + listed
      + (passed.isEmpty ? [] : [StyledLine("  implementations that pass: \(passed)")])
      + [StyledLine(advice: "  re-run: \(command(orders, adding: testCase.options))", .dim)]
  }

  /// Returns the command that reproduces the failures.
  ///
  /// - Parameter caseOptions: The options that add the case to a run, or `nil` for none.
  private func command(_ orders: Report.Orders?, adding caseOptions: String?) -> String {
    // A default implementation runs without being named and so may have no option of its own.
    let hasOptions = failed.contains { $0.options != nil }
    let options = failed.compactMap {
      $0.options ?? (hasOptions ? "--implementation \($0.implementation)" : nil)
    }
    let orders = failed.contains { $0.fails(.dependsOnOrder) } ? orders?.options : nil
    let words = ["parity check --only \(name)", caseOptions] + options + [orders]
    return words.compactMap(\.self).joined(separator: " ")
  }
}
