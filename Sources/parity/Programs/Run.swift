internal import Conformance
internal import Reporting

/// A run: what was read, who is asked, and then each stage in its order, as a value that the next
/// one takes.
///
/// `check` and `known` plan, answer and judge; `regenerate` and `review` answer and propose.
struct Run: Sendable {
  let workspace: Workspace
  let selection: Selection
  let choice: ImplementationChoice

  /// What a command that asks for the outputs of goldens begins with.
  enum Beginning {
    case run(Run, Reporter)
    /// The selection is listed, and that is all.
    case listed(Effect)
  }

  /// Reads what a command that asks for the outputs of goldens works on.
  static func forGoldens(
    _ suite: SuiteOptions,
    _ root: SuiteRootOption,
    _ options: SelectionOptions,
    _ implementations: ImplementationOptions,
    _ limits: LimitOptions,
    _ output: OutputOptions
  ) throws(CommandFailure) -> Beginning {
    let reporter = Reporter(output)
    let workspace = try Workspace(suite, root, .own).usable(reporter)
    guard !options.list else { return .listed(try workspace.list(options)) }
    let selection = try workspace.selection(options)
    let choice = try ImplementationChoice(
      implementations,
      limits,
      in: workspace,
      recordsGoldens: true
    )
    return .run(Run(workspace: workspace, selection: selection, choice: choice), reporter)
  }

  // MARK: - Start, and end

  /// What `body` gives, which asks the programs, and everything that went wrong with them beside
  /// their answers.
  func asking<Value>(_ body: (StartedPrograms) async throws -> Value) async throws -> (
    Value, incidents: [Incident]
  ) {
    let started = await choice.start()
    let implementations = started.programs.map(\.implementation)
    let (value, incidents) = try await ending(
      { await implementations.finish() },
      after: { try await body(started) }
    )
    return (value, started.incidents + incidents)
  }

  // MARK: - Plan

  func plan(_ started: StartedPrograms, shard: Shard? = nil) -> Plan {
    Plan(
      workspace.suites,
      selection: selection,
      implementations: choice.linked,
      judgesCarried: workspace.folder.judgesCarried,
      programs: started.programs,
      shard: shard
    )
  }

  // MARK: - Answer, judge

  func check(
    _ plan: Plan,
    orders: OrderIndependence?,
    known: KnownFailures = KnownFailures(),
    goldens: GoldenReadings = GoldenReadings(),
    maximumFailures: Int? = nil
  ) -> Check {
    Check(
      plan,
      lock: workspace.lock,
      runner: Runner(jobs: choice.jobs, maximumFailures: maximumFailures),
      orderIndependence: orders,
      knownFailures: known,
      goldens: goldens
    )
  }

  // MARK: - Answer, propose

  /// What regeneration would write.
  func regeneration(
    of current: Workspace? = nil,
    mode: Regeneration.Mode = .all,
    dropsConfirmations: Bool = false,
    by started: StartedPrograms,
    _ reporter: Reporter
  ) async throws -> Regeneration {
    let workspace = current ?? workspace
    for suite in workspace.suites {
      for testCase in selection.cases(of: suite) {
        try suite.contract.implementation(for: testCase)?.requireRunnable()
      }
    }
    if let suite = workspace.suites.first(where: { $0.contract.references.isEmpty }) {
      throw CommandFailure(.usage, suite.contract.lackOfReference)
    }
    let regeneration: Regeneration
    do throws(SourceError) {
      regeneration = try await Regeneration.plan(
        workspace.suites,
        lock: workspace.lock,
        selection: selection,
        mode: mode,
        dropsConfirmations: dropsConfirmations,
        references: { choice.sources(of: $0.contract, in: workspace, among: started) },
        witnesses: started.programs,
        runner: Runner(jobs: choice.jobs)
      )
    } catch {
      throw CommandFailure(
        .unusableData,
        "nothing was written",
        after: [.lines([error.diagnostic].lines, reporter)]
      )
    }
    try Task.checkCancellation()
    return regeneration
  }
}

/// What `body` gives, and what `end` does then, which also follows where `body` throws.
func ending<Value, End>(
  _ end: () async -> End,
  after body: () async throws -> Value
) async throws -> (Value, End) {
  do {
    let value = try await body()
    return (value, await end())
  } catch {
    _ = await end()
    throw error
  }
}

extension Reporter {
  /// Ends the command where something went wrong: what is not sure of its answers is no witness.
  ///
  /// - Parameter effects: What is printed before.
  func requireNone(
    _ incidents: [Incident],
    after effects: [Effect] = []
  ) throws(CommandFailure) {
    guard !incidents.isEmpty else { return }
    let isStarted = !incidents.contains { $0.kind == .notStarted }
    throw CommandFailure(
      isStarted ? .notConformant : .unavailable,
      "a program failed, so nothing was written",
      after: effects + [.lines(incidents.map(Report.Incident.init).lines(), self)]
    )
  }
}

extension Implementation {
  /// Ends the command where the system keeps the implementation from running.
  func requireRunnable() throws(CommandFailure) {
    if let obstacle { throw CommandFailure(.unavailable, "\(name) \(obstacle.message)") }
  }
}

extension [any Implementation] {
  /// Ends them and tells what went wrong beside their answers.
  func finish() async -> [Incident] {
    var incidents: [Incident] = []
    for implementation in self { incidents += await implementation.finish() }
    return incidents
  }
}
