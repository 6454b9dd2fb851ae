internal import AdapterHost
internal import CanonicalJSON
internal import Conformance
internal import Fuzzing
internal import Reporting

/// A run of `reduce`.
struct ReduceRun: Sendable {
  private let command: ReduceCommand
  private let subject: ReducedSubject
  private let folder: ContractFolder
  private let savedCases: SavedCases?
  private let reporter: Reporter
  /// The implementations to start: the reference first if only one other is named.
  private let respondents: RespondentOptions
  /// Whether a single implementation runs, whose own failure is kept.
  private let isAlone: Bool

  /// The answers of a reduction, and what happened meanwhile.
  private struct Found: Sendable {
    let names: [String]
    let result: ReductionResult
    let duration: Duration
    let incidents: [Incident]
    let interruption: Interruption?
  }

  /// Selects the implementations, without starting any.
  ///
  /// - Parameters:
  ///   - subject: The input to reduce.
  ///   - savedCases: The file to add the reduced input to, if one is named.
  init(
    command: ReduceCommand,
    subject: ReducedSubject,
    folder: ContractFolder,
    savedCases: SavedCases?,
    reporter: Reporter
  ) throws(CommandFailure) {
    self.command = command
    self.subject = subject
    self.folder = folder
    self.savedCases = savedCases
    self.reporter = reporter

    let references = subject.contract.references
    let isReference = { (name: String) in name == "reference" || references.contains(name) }
    guard command.respondents.names.count < 2 || !command.respondents.names.allSatisfy(isReference)
    else {
      throw CommandFailure(
        .usage,
        "both implementations are the reference of '\(subject.contract.id)'",
        "select the implementation that fails"
      )
    }

    var respondents = command.respondents
    isAlone =
      respondents.count == 1
      && (references.isEmpty || respondents.names.contains(where: isReference))
    if respondents.count == 1, !isAlone { respondents.names.insert("reference", at: 0) }
    self.respondents = respondents
  }

  /// Reduces the input and returns what to print and to write.
  func result() async throws -> CommandResult {
    let found = try await found()
    let report = report(of: found.names)
    let incidents = found.incidents.lines(limit: reporter.verbosity == .verbose ? .max : 5)

    switch found.result {
    case .reduced(let reduced):
      return try result(of: reduced, found, report, after: [.lines(incidents, reporter)])
    case .noDivergence, .refused, .notRun:
      if let interruption = found.interruption {
        return CommandResult([.lines(incidents, reporter)], end: .interruption(interruption))
      }
    }

    switch found.result {
    case .noDivergence where isAlone: throw missingComparison(for: found.names[0])
    case .noDivergence:
      let lines = incidents + report.linesWithoutFailure(nextStep: nextStep)
      return CommandResult([.lines(lines, reporter)])
    case .refused(let outcomes): throw refusal(outcomes, of: found.names)
    case .notRun, .reduced:
      throw CommandFailure(
        .notConformant,
        "an implementation was abandoned before it answered",
        after: [.lines(incidents, reporter)]
      )
    }
  }

  /// Returns the lines about the reduced input, followed by the edit that saves it and by a
  /// conclusion.
  ///
  /// An interrupted reduction prints its smallest input so far and saves nothing.
  ///
  /// - Parameter incidents: The lines to print first.
  private func result(
    of reduced: ReducedInput,
    _ found: Found,
    _ report: ReduceReport,
    after incidents: [Effect]
  ) throws -> CommandResult {
    let lines = report.lines(
      reduced,
      of: subject.value,
      command: reproduction(of: reduced),
      isSaved: savedCases != nil,
      limit: found.interruption == nil ? .seconds(command.seconds) : nil
    )

    let conclusion = report.conclusion(
      reduced,
      of: subject.value,
      after: found.duration,
      isInterrupted: found.interruption != nil
    )
    let end = [Effect.lines([conclusion], reporter)]
    let printed = incidents + [.lines(lines, reporter)]

    if let interruption = found.interruption {
      return CommandResult(printed + end, end: .interruption(interruption))
    }
    return CommandResult(printed + (try saving(reduced)) + end, .notConformant)
  }

  /// Starts the implementations, reduces the input, and ends the implementations.
  private func found() async throws -> Found {
    var limits = command.limits
    // A reduction of a crash or timeout makes many programs fail in a row.
    limits.restarts = .max
    limits.hangs = .max

    let selected = try respondents.implementations(of: subject.contract, in: folder, limits)
    if let note = selected.note { Terminal.writeError([note]) }
    let limit = Duration.seconds(command.seconds)
    let progress = ProgressReporter(.tryingInputs, of: nil, reporter.progressStyle)
    defer { progress.clear() }

    let (((result, names, duration), incidents), interruption) = try await Interruption.capturing {
      try await selected.run { implementations in
        try requireCapabilities(of: implementations)
        let start = ContinuousClock.now
        let result = await reduction(by: implementations).reduce(
          subject.value,
          tries: command.attempts,
          until: start + limit,
          progress: { progress.advance() }
        )
        return (result, implementations.map(\.name), ContinuousClock.now - start)
      }
    }
    return Found(
      names: names,
      result: result,
      duration: duration,
      incidents: incidents,
      interruption: interruption
    )
  }

  /// Creates the reduction. If a reference runs, inputs that it rejects are invalid.
  private func reduction(by implementations: [any Implementation]) -> InputReduction {
    let references = subject.contract.references
    let reference = implementations.firstIndex { references.contains($0.name) }

    let reductionSubject: InputReduction.Subject =
      if implementations.count > 1 {
        .pair(
          implementations[0],
          implementations[1],
          deciding: reference.flatMap { Divergence.Side(rawValue: $0) }
        )
      } else {
        .single(implementations[0])
      }

    return InputReduction(
      contract: subject.contract.id,
      operation: subject.operation,
      subject: reductionSubject,
      recording: subject.recording
    )
  }

  /// Throws if an implementation lacks a capability that the case requires, since a check skips
  /// such a case.
  private func requireCapabilities(
    of implementations: [any Implementation]
  ) throws(CommandFailure) {
    let required = subject.testCase?.requires ?? []
    for implementation in implementations {
      guard let missing = required.first(where: { !implementation.capabilities.contains($0) })
      else { continue }

      throw CommandFailure(
        .usage,
        "'\(implementation.name)' doesn't have the capability '\(missing)', "
          + "which \(subject.name) requires"
      )
    }
  }

  // MARK: - Reports

  /// Creates the report, in which two programs with the same name get different ones.
  private func report(of names: [String]) -> ReduceReport {
    let isSameName = names.count > 1 && names[0] == names[1]
    return ReduceReport(
      name: subject.name,
      operation: "\(subject.contract.id)/\(subject.operation.name)",
      implementations: isSameName ? [names[0], "\(names[1]) (2)"] : names,
      isRecording: subject.recording != nil,
      rows: subject.contract.support?.recording?.target,
      verbosity: reporter.verbosity,
      width: reporter.width
    )
  }

  /// The command that checks the case, whose own failure may be another one.
  private var nextStep: String? {
    subject.testCase.map { "parity check --only \($0.name) \(command.respondents.text)" }
  }

  /// Returns the command that reads the reduced input from standard input.
  private func reproduction(of reduced: ReducedInput) -> String {
    let name = "\(subject.contract.id)/\(subject.operation.name)"
    if reduced.isRecording { return "parity run \(name) --events - \(respondents.text)" }

    let isSpecial = reduced.value.hasSpecialKeys(subject.contract.support?.recording)
    return "parity run \(name) \(isSpecial ? "--raw " : "")\(respondents.text)"
  }

  /// Returns the failure for an input whose outcomes can't be compared.
  ///
  /// - Parameters:
  ///   - outcomes: The outcome of each implementation.
  ///   - names: The names of the implementations, in the same order.
  private func refusal(_ outcomes: [Outcome], of names: [String]) -> CommandFailure {
    for (name, outcome) in zip(names, outcomes) {
      guard case .skipped(let reason) = outcome else { continue }
      return CommandFailure(
        .unusableData,
        "implementation '\(name)' skipped the input (\(subject.name))",
        reason
      )
    }

    let reasons = zip(names, outcomes).compactMap { name, outcome in
      outcome.failure.map { "\(name): \($0.message)" }
    }
    return CommandFailure(
      status: .unusableData,
      messages: ["both implementations reject the input (\(subject.name))"] + reasons.prefix(1)
    )
  }

  /// Returns the failure for a single implementation that returns an output.
  private func missingComparison(for name: String) -> CommandFailure {
    let isReference = subject.contract.references.contains(name)
    let reason =
      isReference
      ? "it is the reference itself" : "the contract '\(subject.contract.id)' has no reference"

    return CommandFailure(
      .usage,
      "'\(name)' returns an output for \(subject.name), and there is none to compare it with, "
        + "because \(reason)",
      isReference
        ? "select the implementation that differs from the reference"
        : "to compare two implementations, select both; otherwise, only a crash, a timeout or an "
          + "error can be reduced"
    )
  }

  /// Returns the effects that add the reduced input to the case file, or none if no file is named.
  private func saving(_ reduced: ReducedInput) throws -> [Effect] {
    guard let savedCases else { return [] }

    let contract = subject.contract
    let recording = reduced.isRecording ? subject.recording : nil
    let input = recording.map { [$0.member: reduced.value] } ?? reduced.value.writtenAsInput

    return try savedCases.adding(
      [(id: subject.savedID, input: input)],
      operation: contract.onlyOperation == nil ? subject.operation.name : nil,
      next: [
        "review the input, because a recording may have private data",
        "move the case into a case file of \(contract.id), replace the placeholders, "
          + "and add the case to a row",
        "check the files: parity lint",
      ],
      reporter
    )
  }
}
