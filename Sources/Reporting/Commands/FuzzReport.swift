internal import CanonicalJSON
package import Conformance
package import Fuzzing

/// The results of fuzzing one operation.
package struct FuzzReport: Sendable {
  private let suite: Suite
  private let operation: ContractOperation
  private let names: (String, String)
  private let options: String
  private let savedFile: String?
  private let verbosity: Verbosity
  private let width: Int

  /// Creates a report.
  ///
  /// - Parameters:
  ///   - suite: The suite of the operation.
  ///   - operation: The operation that was fuzzed.
  ///   - names: The names of the two implementations that were compared.
  ///   - options: The command-line options that select and limit these implementations.
  ///   - savedFile: The path of the file to which the smallest inputs are added, if there is one.
  ///   - verbosity: How much to print.
  ///   - width: The width of a line in columns.
  package init(
    _ suite: Suite,
    _ operation: ContractOperation,
    names: (String, String),
    options: String,
    savedFile: String?,
    verbosity: Verbosity,
    width: Int
  ) {
    self.suite = suite
    self.operation = operation
    self.names = names
    self.options = options
    self.savedFile = savedFile
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

  /// A cause, with the inputs that are printed with it.
  private struct Group {
    let title: String
    /// The number of inputs that count for the cause, including repetitions.
    let count: Int
    /// The inputs that show the cause, the smallest first. Empty if each of them is printed with
    /// another cause.
    let examples: [Fuzzer.Found]
    /// The number of inputs that only --verbose prints.
    let hidden: Int
    /// Whether inputs that show the cause differ in other places too, so that it isn't only another
    /// name for a cause that is printed with them.
    let isSeparate: Bool
  }

  /// Groups divergences in the same way as `check` groups failures of cases.
  private func causes(of findings: Fuzzer.Findings) -> [Group] {
    let found = findings.divergences
    let causes = sharedCauses(of: found)
    let owned = Self.findings(of: causes, count: found.count)

    let groups = zip(causes, owned).map { cause, indices in
      group(
        cause,
        own: indices.map { found[$0] },
        all: cause.cases.compactMap { Int($0) }.map { found[$0] }
      )
    }
    return groups.filter { !$0.examples.isEmpty }
      + groups.filter { $0.examples.isEmpty && $0.isSeparate }
  }

  /// Returns what the divergences have in common. The names of the cases of each cause are indices
  /// of `found`, in decimal digits.
  private func sharedCauses(of found: [Fuzzer.Found]) -> [Cause] {
    let evidence = found.enumerated().map { index, found in
      let divergence = found.divergence
      let failure = divergence.first.failure ?? divergence.second.failure
      return FailureEvidence(
        input: "\(index)",
        contract: suite.contract.id,
        operation: operation,
        failures: [failure.map { .noOutput($0) } ?? .differs(divergence.differences)],
        golden: divergence.first.output,
        output: divergence.second.output
      )
    }

    let groups = Array(found.indices).grouped { implementation(of: found[$0].divergence) }
    return groups.flatMap { indices in
      Cause.all(
        of: indices.map { evidence[$0] },
        implementation: implementation(of: found[indices[0]].divergence)
      )
    }
  }

  /// Returns the name of the implementation that a divergence is reported for: the first one if it
  /// failed, otherwise the second one.
  private func implementation(of divergence: Divergence) -> String {
    divergence.first.failure == nil ? names.1 : names.0
  }

  /// Returns a cause with the inputs to print.
  ///
  /// - Parameters:
  ///   - own: The inputs to print with the cause. Empty if each is printed with another cause.
  ///   - all: The inputs that show the cause, wherever they are printed.
  private func group(_ cause: Cause, own: [Fuzzer.Found], all: [Fuzzer.Found]) -> Group {
    let inputs = own.sorted { ($0.input.size, $0.number) < ($1.input.size, $1.number) }
    let countedInputs = inputs.isEmpty ? all : inputs
    let isFailure = countedInputs.first?.divergence.differences.isEmpty ?? false
    let most = verbosity == .verbose ? inputs.count : Self.mostExamples

    return Group(
      title: isFailure ? "\(cause.implementation): \(cause.title)" : cause.title,
      count: countedInputs.reduce(0) { $0 + $1.count },
      examples: Array(inputs.prefix(most)),
      hidden: max(0, inputs.count - most),
      isSeparate: all.contains { $0.divergence.differences.count > 1 }
    )
  }

  /// Returns the indices of the findings to print with each cause, each finding once.
  ///
  /// A finding that shows several causes is printed with the rarest one that has enough findings.
  /// Otherwise, a difference in every output, such as a member of the wrong type, would hide all
  /// others. A cause of fewer findings may be a side effect of a more frequent one.
  private static func findings(of causes: [Cause], count: Int) -> [[Int]] {
    let shown = causes.map { $0.cases.compactMap { Int($0) } }
    let frequent = causes.indices.filter { shown[$0].count >= Self.fewestFindings }
      .sorted { (shown[$0].count, $0) < (shown[$1].count, $1) }
    let rare = causes.indices.filter { shown[$0].count < Self.fewestFindings }

    var isUnreported = Set(0..<count)
    var findings = causes.map { _ in [Int]() }
    for index in frequent + rare {
      findings[index] = shown[index].filter { isUnreported.remove($0) != nil }
    }
    return findings
  }

  /// Returns the cause as a heading, and its smallest inputs below.
  ///
  /// - Parameter number: The position of the cause in the report, counted from 1.
  private func lines(_ cause: Group, number: Int) -> [StyledLine] {
    let place = cause.examples.isEmpty ? ", printed with other causes" : ""
    let heading = StyledLine([
      .init("\(number). \(cause.title)", .heading),
      .init(" (\(counted(cause.count, "input"))\(place))", .dim),
    ])
    guard !cause.examples.isEmpty else {
      return heading.wrapped(columns: width) + [StyledLine()]
    }

    let rest =
      cause.hidden > 0
      ? [
        StyledLine("  … and \(counted(cause.hidden, "more input")); use --verbose", .dim),
        StyledLine(),
      ] : []

    return heading.wrapped(columns: width) + cause.examples.flatMap(lines) + rest
  }

  /// Returns a minimized input, how the outputs for it differ, and how to send it again.
  private func lines(_ found: Fuzzer.Found) -> [StyledLine] {
    let input = PrintedInput(found.input.value)
    let isWhole = input.isShort || verbosity == .verbose
    let extent = isWhole ? "" : " (the start of \(figure(input.size, "byte")))"
    let shown = isWhole ? input.text : input.text.clipped(columns: 5 * width)

    return [
      StyledLine("  input \(found.number), minimized\(extent):"),
      StyledLine("    \(shown)").verbatim,
    ]
      + found.divergence.lines(names, verbosity, width: width)
      + repetition(of: found.input.value, input)
      + [StyledLine()]
  }

  /// Returns the command that sends the input again, on a line of its own if it is long.
  private func repetition(of value: JSONValue, _ input: PrintedInput) -> [StyledLine] {
    guard input.isShort else {
      let advice =
        savedFile.map { "\($0) has the whole input" }
        ?? "use --save FILE to write it to a file, or --verbose to print it"
      return [StyledLine("  re-run: the input is too long for a command line; \(advice)")]
    }

    let label = StyledLine("  re-run:")
    let raw = value.hasSpecialKeys(suite.contract.support?.recording) ? "--raw " : ""
    let command = StyledLine([
      .init("printf %s \(input.text.shellQuoted) | "),
      .init("parity run \(name) \(raw)\(options)", .command),
    ])
    let line = StyledLine(label.spans + [.init(" ")] + command.spans)
    guard line.columns > width else { return [line] }
    return [label, command.indented(by: 4).verbatim]
  }

  /// The number of inputs to print with each cause without `--verbose`.
  private static let mostExamples = 3

  /// The number of findings with which a cause is printed on its own, even if each finding shows a
  /// more frequent cause too.
  private static let fewestFindings = 3

  // MARK: - Counts

  /// Returns the last line about an operation.
  package func conclusion(_ findings: Fuzzer.Findings, seed: UInt64, _ end: End) -> StyledLine {
    result(findings, seed: seed, end).line
  }

  /// Returns the result of an operation, with the numbers of inputs that were sent and refused.
  ///
  /// Verbose output also has the number of inputs per second.
  private func result(_ findings: Fuzzer.Findings, seed: UInt64, _ end: End) -> Conclusion {
    let seconds = max(findings.duration / .seconds(1), 0.001)
    let rate = verbosity == .verbose ? ", \(Int(Double(findings.sent) / seconds)) per second" : ""
    let refused = findings.refused > 0 ? ", \(figure(findings.refused)) refused" : ""
    let inputs = figure(findings.sent, "input")
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

  /// Returns a note if more than half of the inputs were refused, and one if time was short.
  private func notes(_ findings: Fuzzer.Findings) -> [StyledLine] {
    var notes: [String] = []
    if findings.refused * 2 > findings.sent {
      notes.append(
        "note: most inputs were refused, so few outputs were compared; "
          + "add cases with valid inputs, from which better inputs can be generated"
      )
    }
    if let limit = findings.reachedLimit {
      notes.append(
        "note: some inputs aren't minimized, because shrinking is limited to "
          + "\(limit.shortText) for each; use --shrink-seconds to allow more"
      )
    }
    return notes.map { StyledLine($0) }
  }
}
