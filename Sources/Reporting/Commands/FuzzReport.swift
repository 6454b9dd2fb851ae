internal import CanonicalJSON
package import Conformance

/// The results of fuzzing one operation.
package struct FuzzReport: Sendable {
  private let suite: Suite
  private let operation: ContractOperation
  private let names: (String, String)
  private let options: String
  private let verbosity: Verbosity
  private let width: Int

  /// Creates a report.
  ///
  /// - Parameters:
  ///   - suite: The suite of the operation.
  ///   - operation: The operation that was fuzzed.
  ///   - names: The names of the two implementations that were compared.
  ///   - options: The command-line options that select these implementations.
  ///   - verbosity: How much to print.
  ///   - width: The width of a line in columns.
  package init(
    _ suite: Suite,
    _ operation: ContractOperation,
    names: (String, String),
    options: String,
    verbosity: Verbosity,
    width: Int
  ) {
    self.suite = suite
    self.operation = operation
    self.names = names
    self.options = options
    self.verbosity = verbosity
    self.width = width
  }

  /// The way in which the run of an operation ended.
  package enum End: Sendable {
    case complete
    case interrupted
    /// A program failed, so the run ended early or its results can't be trusted.
    case programFailed
  }

  /// Returns each cause with its smallest inputs, then notes on the run.
  package func lines(_ findings: Fuzzer.Findings) -> [StyledLine] {
    causes(of: findings).enumerated().flatMap { index, cause in lines(cause, number: index + 1) }
      + notes(findings)
  }

  /// Returns the last line of a run of several operations.
  package static func conclusion(operations: Int, disagreeing: Int) -> StyledLine {
    disagreeing > 0
      ? Conclusion(.fail, "disagreements in \(disagreeing) of \(operations) operations").line
      : Conclusion(.pass, "no disagreements in \(operations) operations").line
  }

  /// Returns the smallest inputs of each cause.
  package func examples(_ findings: Fuzzer.Findings) -> [Fuzzer.Found] {
    causes(of: findings).flatMap(\.examples)
  }

  private var name: String { "\(suite.contract.id)/\(operation.name)" }

  // MARK: - Causes

  private struct Cause {
    let title: String
    let count: Int
    /// The inputs that show the cause, the smallest first.
    let examples: [Fuzzer.Found]
  }

  /// Groups divergences in the same way as `check` groups failures of cases.
  private func causes(of findings: Fuzzer.Findings) -> [Cause] {
    let found = findings.divergences
    let cases = found.enumerated().map { index, found in
      Case(
        contract: suite.contract.id,
        id: "\(index)",
        description: "",
        operation: operation,
        requires: [],
        input: found.input.value,
        expectation: Expectation(clauses: []),
        location: SourceLocation(file: "")
      )
    }
    let verdicts = zip(cases, found).map { testCase, found in
      let divergence = found.divergence
      let failed = divergence.first.failure != nil ? names.0 : names.1
      let failure = divergence.first.failure ?? divergence.second.failure
      return Verdict(
        testCase: testCase,
        implementation: failed,
        result: .failed([failure.map { .noOutput($0) } ?? .differs(divergence.differences)]),
        output: divergence.second.output,
        golden: divergence.first.output
      )
    }
    let synthetic = Suite(
      contract: suite.contract,
      matrix: suite.matrix,
      cases: cases,
      goldens: suite.goldens
    )
    let report = RunRecord(
      Findings(suites: [synthetic], diagnostics: [], verdicts: verdicts, skipped: 0),
      harness: ""
    )
    var isUnreported = Set(found.indices)
    return report.causes.compactMap { cause in
      let own = cause.cases.compactMap { Int($0.split(separator: "/").last ?? "") }.filter {
        isUnreported.remove($0) != nil
      }
      let examples = own.map { found[$0] }.sorted {
        ($0.input.size, $0.number) < ($1.input.size, $1.number)
      }
      guard let first = examples.first else { return nil }
      let title =
        first.divergence.differences.isEmpty
        ? "\(cause.implementation): \(cause.title)" : cause.title
      let shown = verbosity == .verbose ? examples : Array(examples.prefix(Self.mostExamples))
      return Cause(title: title, count: examples.reduce(0) { $0 + $1.count }, examples: shown)
    }
  }

  private func lines(_ cause: Cause, number: Int) -> [StyledLine] {
    let heading = StyledLine([
      .init("\(number). \(cause.title)", .heading),
      .init(" (\(counted(cause.count, "input")))", .dim),
    ])
    return heading.wrapped(columns: width) + cause.examples.flatMap(lines)
  }

  private func lines(_ found: Fuzzer.Found) -> [StyledLine] {
    let input = printableJSON(found.input.value.writtenAsInput.writtenText())
    let shown = verbosity == .verbose ? input : input.clipped(columns: 5 * width)
    return [StyledLine("  input \(found.number), minimized:")]
      + StyledLine("    \(shown)").wrapped(columns: width) + answers(found.divergence)
      + repetition(input) + [StyledLine()]
  }

  /// Returns the command that sends the input again, on a line of its own if it is long.
  private func repetition(_ input: String) -> [StyledLine] {
    guard input.utf8.count <= Self.longestArgument else {
      return [
        StyledLine(
          "  re-run: the input is too long to print (\(input.utf8.count) bytes); "
            + "use --save FILE to write it to a file"
        )
      ]
    }

    let label = StyledLine("  re-run:")
    let command = StyledLine([
      .init("printf %s \(input.shellQuoted) | "),
      .init("parity run \(name) \(options)", .command),
    ])
    let line = StyledLine(label.spans + [.init(" ")] + command.spans)
    guard line.columns > width else { return [line] }
    return [label, command.indented(by: 4).verbatim]
  }

  private static let longestArgument = 8 << 10

  private static let mostExamples = 3

  private func answers(_ divergence: Divergence) -> [StyledLine] {
    guard divergence.differences.isEmpty else {
      let heading = StyledLine([
        .init("  "),
        .init("− \(names.0)", .removed),
        .init(", "),
        .init("+ \(names.1)", .added),
      ])
      return [heading]
        + DifferenceRendering(limit: verbosity == .verbose ? .max : 3, width: width).lines(
          divergence.differences
        )
    }
    return zip([names.0, names.1], [divergence.first, divergence.second]).flatMap {
      name,
      answer -> [StyledLine] in
      switch answer {
      case .output(let output):
        let text = printableJSON(output.text)
        return [
          StyledLine(
            "  \(name): \(verbosity == .verbose ? text : text.clipped(columns: 2 * width))"
          )
        ]
      case .failure(let failure):
        return [
          StyledLine([.init("  no output ", .removed), .init("\(name): \(failure.message)")])
        ]
          + failure.log.map { StyledLine("    | \($0)", .dim) }
      }
    }
  }

  // MARK: - Counts

  /// Returns the last line about an operation.
  package func conclusion(_ findings: Fuzzer.Findings, seed: UInt64, _ end: End) -> StyledLine {
    result(findings, seed: seed, end).line
  }

  private func result(_ findings: Fuzzer.Findings, seed: UInt64, _ end: End) -> Conclusion {
    let seconds = max(findings.duration / .seconds(1), 0.001)
    let rate = verbosity == .verbose ? ", \(Int(Double(findings.asked) / seconds)) per second" : ""
    let refused = findings.refused > 0 ? ", \(figure(findings.refused)) refused" : ""
    let inputs = figure(findings.asked, "input")
    let tried = "\(inputs) with seed \(seed)\(rate)\(refused)"

    let count = findings.disagreeing
    let found = figure(count, "disagreement")
    switch end {
    case .complete where count == 0: return Conclusion(.pass, "\(name): \(tried)")
    case .complete: return Conclusion(.fail, "\(name): \(found) in \(tried)")
    case .interrupted:
      return Conclusion(.interrupted, "\(name): \(count > 0 ? "\(found) in" : "after") \(tried)")
    case .programFailed:
      let disagreements = count > 0 ? ", \(found)" : ""
      return Conclusion(.fail, "\(name): a program failed; \(tried)\(disagreements)")
    }
  }

  private func notes(_ findings: Fuzzer.Findings) -> [StyledLine] {
    var notes: [String] = []
    if findings.refused * 2 > findings.asked {
      notes.append(
        "note: most inputs were refused, so few outputs were compared; "
          + "add cases with valid inputs, from which better inputs can be generated"
      )
    }
    return notes.map { StyledLine($0) }
  }
}
