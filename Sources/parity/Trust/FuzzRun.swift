internal import AdapterHost
internal import CanonicalJSON
internal import Conformance
internal import Fuzzing
internal import Reporting

/// An operation for which `fuzz` compares two implementations.
struct FuzzedOperation: Sendable {
  let suite: Suite
  let operation: ContractOperation

  var contract: Contract { suite.contract }
  /// The name of the operation, `CONTRACT/OPERATION`.
  var name: String { "\(contract.id)/\(operation.name)" }
  /// Whether recordings are inputs of the operation: only of the first one of its contract.
  var takesRecordings: Bool { operation.name == contract.operations.first?.name }

  /// Returns whether `--operation` selects the operation with a name.
  func isNamed(_ name: String) -> Bool {
    operation.name.hasSameBytes(as: name) || self.name.hasSameBytes(as: name)
  }
}

/// A run of `fuzz`, which processes one operation after another.
struct FuzzRun: Sendable {
  let command: FuzzCommand
  let folder: ContractFolder
  /// The file to add found inputs to, if one is named.
  let savedCases: SavedCases?
  let recordings: [InputFile]
  let reporter: Reporter

  /// The results of fuzzing one operation.
  private struct Findings: Sendable {
    let names: [String]
    let found: Fuzzer.Findings
    /// The incidents that the outcomes don't report.
    let incidents: [Incident]
    let interruption: Interruption?

    var end: FuzzReport.End {
      if interruption != nil { return .interrupted }
      return found.wasAbandoned || !incidents.isEmpty ? .programFailed : .complete
    }
  }

  /// The number of requests in flight in a process. With more of them, a program waits less often.
  private static let window = 128

  /// Fuzzes the first operation. The others follow once its findings are printed and saved.
  ///
  /// - Parameters:
  ///   - earlier: The number of previous operations, and of those with disagreements.
  ///   - lastNote: The note about jobs of the previous operation, which isn't printed again.
  func result(
    of operations: ArraySlice<FuzzedOperation>,
    after earlier: (count: Int, disagreeing: Int) = (0, 0),
    lastNote: StyledLine? = nil
  ) async throws -> CommandResult {
    guard let fuzzed = operations.first else { return lastResult(after: earlier) }

    let selected = try command.respondents.implementations(
      of: fuzzed.contract,
      in: folder,
      command.limits,
      jobs: command.jobs,
      window: Self.window
    )
    if let note = selected.note, note != lastNote { Terminal.writeError([note]) }
    let findings = try await fuzz(fuzzed, selected)

    let report = report(on: findings, of: fuzzed)
    let printed = [Effect.lines(lines(of: findings, report), reporter)]
    let conclusion = report.conclusion(findings.found, seed: command.seed, findings.end)
    let end = [Effect.lines([conclusion], reporter)]

    if let interruption = findings.interruption {
      return CommandResult(printed + end, end: .interruption(interruption))
    }
    // Without one of its programs, no other operation can be fuzzed either.
    guard !findings.found.wasAbandoned, findings.incidents.isEmpty else {
      return CommandResult(printed + end, .notConformant)
    }

    let examples = report.examples(findings.found)
    let saved = try examples.isEmpty ? [] : saving(examples, of: fuzzed)
    return CommandResult(
      printed + saved + end,
      end: .next {
        try await result(
          of: operations.dropFirst(),
          after: (earlier.count + 1, earlier.disagreeing + (examples.isEmpty ? 0 : 1)),
          lastNote: selected.note ?? lastNote
        )
      }
    )
  }

  /// Returns the result after all operations, with a conclusion about them if there are several.
  private func lastResult(after earlier: (count: Int, disagreeing: Int)) -> CommandResult {
    let status = earlier.disagreeing > 0 ? ExitStatus.notConformant : .success
    guard earlier.count > 1 else { return CommandResult(status) }
    let line = FuzzReport.conclusion(
      operations: earlier.count,
      disagreeing: earlier.disagreeing
    )
    return CommandResult([.lines([line], reporter)], status)
  }

  /// Creates the report on an operation, in which two programs with the same name get different
  /// ones.
  private func report(on findings: Findings, of fuzzed: FuzzedOperation) -> FuzzReport {
    let first = findings.names[0]
    let second = findings.names[1]
    let options = [command.respondents.text, command.limits.textOfReplyLimits]
    return FuzzReport(
      fuzzed.suite,
      fuzzed.operation,
      names: (first, second + (first == second ? " (2)" : "")),
      options: options.filter { !$0.isEmpty }.joined(separator: " "),
      savedFile: findings.end == .complete ? command.save : nil,
      verbosity: reporter.verbosity,
      width: reporter.width
    )
  }

  /// Starts the implementations, fuzzes an operation, and ends the implementations.
  private func fuzz(
    _ fuzzed: FuzzedOperation,
    _ selected: SelectedImplementations
  ) async throws -> Findings {
    let contract = fuzzed.contract
    let recorded =
      fuzzed.takesRecordings
      ? try recordings.map { try AdHocRequest(recordedIn: $0, for: contract).request.input } : []

    let inputs = command.inputs ?? (command.seconds == nil ? 20_000 : nil)
    let goal = inputs.map(ProgressGoal.items) ?? command.seconds.map { .time(.seconds($0)) }
    let progress = ProgressReporter(.tryingInputs, of: goal, reporter.progressStyle)
    defer { progress.clear() }

    let (((found, names), incidents), interruption) = try await Interruption.capturing {
      try await selected.run { implementations in
        let fuzzer = try fuzzer(fuzzed, implementations, recorded)
        let found = await fuzzer.run(
          inputs: inputs,
          until: command.seconds.map { .now + .seconds($0) },
          jobs: selected.jobs
        ) { progress.advance() }
        return (found, implementations.map(\.name))
      }
    }
    return Findings(names: names, found: found, incidents: incidents, interruption: interruption)
  }

  /// Creates the fuzzer of an operation.
  ///
  /// - Throws: A failure if the operation has no inputs to start from.
  private func fuzzer(
    _ fuzzed: FuzzedOperation,
    _ implementations: [any Implementation],
    _ recorded: [JSONValue]
  ) throws(CommandFailure) -> Fuzzer {
    let contract = fuzzed.contract
    let cases = fuzzed.suite.cases.filter { testCase in
      testCase.operation.name == fuzzed.operation.name
        && implementations.allSatisfy { $0.capabilities.isSuperset(of: testCase.requires) }
    }

    guard !cases.isEmpty || !recorded.isEmpty else {
      throw CommandFailure(.usage, "'\(fuzzed.name)' has no cases to generate inputs from")
    }

    return Fuzzer(
      contract: contract.id,
      operation: fuzzed.operation,
      generator: InputGenerator(
        corpus: InputCorpus(cases.map(\.input) + recorded),
        seed: command.seed,
        name: fuzzed.name
      ),
      implementations: (implementations[0], implementations[1]),
      deciding: try oracle(among: implementations, for: contract),
      shrinkingLimit: .seconds(command.shrinkSeconds)
    )
  }

  /// Returns the implementation whose errors mark an input as invalid, or `nil` if neither decides
  /// that.
  private func oracle(
    among implementations: [any Implementation],
    for contract: Contract
  ) throws(CommandFailure) -> Divergence.Side? {
    if let index = try command.oracleIndex(for: contract) {
      return Divergence.Side(rawValue: index)
    }
    guard !command.refusals else { return nil }

    let reference = implementations.firstIndex { contract.references.contains($0.name) }
    return reference.flatMap { Divergence.Side(rawValue: $0) }
  }

  /// Returns the lines about incidents, followed by those about disagreements.
  ///
  /// At most five incidents are shown, unless `--verbose` is given.
  private func lines(of findings: Findings, _ report: FuzzReport) -> [StyledLine] {
    let incidents = findings.incidents.lines(
      limit: reporter.verbosity == .verbose ? .max : 5
    )
    return incidents + report.lines(findings.found)
  }

  /// Returns the effects that save the smallest input of each cause, or none if no file is named.
  private func saving(
    _ examples: [Fuzzer.Found],
    of fuzzed: FuzzedOperation
  ) throws -> [Effect] {
    guard let savedCases else { return [] }

    let operation = fuzzed.operation.name
    let cases = examples.map { found in
      (
        id: "found_\(operation)_\(command.seed)_\(found.number)",
        input: found.input.value.writtenAsInput
      )
    }

    let caseFile = "a case file of \(fuzzed.contract.id)"
    return try savedCases.adding(
      cases,
      operation: fuzzed.contract.onlyOperation == nil ? operation : nil,
      next: [
        "move the cases that you want to keep into \(caseFile), replace the placeholders, "
          + "and add the cases to a row",
        "check the files: parity lint",
      ],
      reporter
    )
  }
}
