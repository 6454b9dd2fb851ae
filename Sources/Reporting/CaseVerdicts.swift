internal import CanonicalJSON
internal import Conformance

/// The results of all implementations for one case.
struct CaseVerdicts {
  /// The results, in the order of the implementations. There is at least one.
  let results: [CaseResult]

  /// Returns the results for each case that at least one implementation fails, in the order in
  /// which the cases first appear.
  static func failed(_ results: [CaseResult]) -> [CaseVerdicts] {
    let names = Set(results.filter(\.isFailed).map(\.caseName))
    guard !names.isEmpty else { return [] }
    return results.filter { names.contains($0.caseName) }.grouped(by: \.caseName).map(
      CaseVerdicts.init
    )
  }

  var name: String { results[0].caseName }
  private var failed: [CaseResult] { results.filter(\.isFailed) }
  /// Whether a missing golden is the only failure.
  var lacksOnlyGolden: Bool { failed.allSatisfy(\.lacksOnlyGolden) }

  /// The first line about the case.
  var heading: StyledLine {
    let names = failed.map(\.implementation).joined(separator: ", ")
    return StyledLine([.init("FAILED ", .removed), .init(name, .heading), .init(" (\(names))")])
  }

  /// Whether a difference between values is printed for the case.
  var hasSigns: Bool {
    failed.contains { result in
      result.failures.contains { $0.differenceCount > 0 }
    }
  }

  /// How much of a case is printed.
  struct Extent {
    /// The maximum number of differences per failure.
    var differences: Int
    /// The maximum number of lines of a text, or `Int.max` to show texts in full.
    var textLines = Int.max
    /// The maximum number of lines of an input.
    var inputLines = InputLines.mostWhole
    /// The width of a line in columns.
    var width: Int
    /// Whether to explain the signs `−` and `+`.
    var hasLegend = false
  }

  /// Returns the location and description of the case, its input, its failures, and the command
  /// that reproduces them.
  ///
  /// - Parameters:
  ///   - place: The case with its suite and rows.
  ///   - orders: The orderings that the run tried, or `nil` if it tried none.
  ///   - extent: How much to print.
  func details(_ place: RunRecord.Place, orders: RunRecord.Orders?, _ extent: Extent)
    -> [StyledLine]
  {
    let (suite, testCase, rows) = place
    let context = contextLines(
      testCase.description,
      at: testCase.location,
      rows: rows.map { ($0.id, $0.scenario) },
      clauses: testCase.clauses,
      rules: suite.rules.map(\.id)
    )

    let input = testCase.input.map { input in
      InputLines(
        input: input,
        showsTextLines: suite.outputForm(of: testCase) == .text,
        command: commandToSeeInput(of: testCase),
        most: extent.inputLines,
        width: extent.width
      ).lines
    }

    let passed = results.filter(\.isPassed).map(\.implementation).joined(separator: ", ")
    let rerun = "  re-run: \(command(orders, adding: testCase.options))"

    return context + (input ?? []) + reductionLines(of: testCase, in: suite)
      + failureLines(extent, suite.outputForm(of: testCase))
      + (passed.isEmpty ? [] : [StyledLine("  implementations that pass: \(passed)")])
      + [StyledLine(advice: rerun, .dim)]
  }

  /// Returns the failures of the implementations. Those that fail in the same way are one group.
  private func failureLines(
    _ extent: Extent,
    _ form: ContractOperation.OutputForm
  ) -> [StyledLine] {
    let groups = failed.grouped { $0.failures.map(\.identity) }
    var needsLegend = extent.hasLegend

    return groups.flatMap { group in
      let names = group.map(\.implementation)
      let heading = groups.count > 1 ? [StyledLine("  \(names.joined(separator: ", ")):")] : []
      let texts = FailureText.texts(of: group[0].failures, in: name, form: form)

      let failures = texts.flatMap { failure in
        let hasLegend = needsLegend && failure.hasSigns
        if hasLegend { needsLegend = false }
        return failure.lines(
          limit: extent.differences,
          textLimit: extent.textLines,
          hasLegend: hasLegend,
          width: extent.width
        )
      }
      guard group.count > 1, group[0].fails(.differs) else { return heading + failures }

      let quoted = names.map { "'\($0)'" }.joined(separator: " and ")
      let agreed = "  \(quoted) return the same output, which differs from the golden"
      return heading + failures + [StyledLine(agreed, .emphasis)]
    }
  }

  /// Returns the command that prints the whole input, or `nil` for a case of an app, which `repro`
  /// doesn't find.
  private func commandToSeeInput(of testCase: RunRecord.Case) -> String? {
    guard testCase.options == nil, let result = failed.first, result.origin != .test else {
      return nil
    }
    let options =
      result.options ?? "--implementation \(result.implementation.shellQuoted)"
    return "parity repro \(name) \(options)"
  }

  /// Returns a line with the command that makes a long input smaller.
  ///
  /// The command keeps a difference from the reference. An output that only violates an expectation
  /// may not have one.
  private func reductionLines(
    of testCase: RunRecord.Case,
    in suite: RunRecord.Suite
  ) -> [StyledLine] {
    guard let input = testCase.input, isLong(input), testCase.options == nil,
      !suite.references.isEmpty
    else { return [] }
    let result = failed.first { result in
      let differs = result.fails(.differs) || result.fails(.noOutput)
      return differs && result.origin != .test
        && !suite.references.contains(result.implementation)
    }
    guard let result else { return [] }

    let options = result.options ?? "--implementation \(result.implementation.shellQuoted)"
    let command = "parity reduce \(name) \(options)"
    return [StyledLine(advice: "  to make the input smaller: \(command)", .dim)]
  }

  /// Whether an input is too long to see at once what matters in it.
  private func isLong(_ input: JSONValue) -> Bool {
    let lists = input.object?.compactMap(\.value.elements) ?? []
    return lists.contains { $0.count > Self.mostElements }
      || input.leastWrittenSize(upTo: Self.byteLimit) >= Self.byteLimit
  }

  /// The number of elements up to which an array in an input can be seen at once.
  private static let mostElements = 10
  /// The number of bytes of written JSON up to which an input can be seen at once.
  private static let byteLimit = 4 << 10

  /// Returns the command that reproduces the failures.
  ///
  /// - Parameter caseOptions: The options that add the case to a run, or `nil` for none.
  private func command(_ orders: RunRecord.Orders?, adding caseOptions: String?) -> String {
    if failed.allSatisfy({ $0.origin == .test }) { return "PARITY_FILTER=\(name) swift test" }

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

extension CaseResult {
  /// The options that select the implementation, or `nil` if none are needed.
  var options: String? { origin.options(naming: implementation) }
}

extension RunRecord.Orders {
  /// The options that try the same orderings again.
  var options: String { "--schedules \(schedules) --seed \(seed)" }
}

extension Cause {
  /// The title of the result on the example.
  var exampleTitle: String { CaseResult.title(of: example, by: implementation) }
}
