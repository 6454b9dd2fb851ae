internal import Conformance
internal import Reporting

/// A run of the selected cases of a workspace by the selected implementations.
///
/// Each stage returns a value that the next stage takes. `check` and `known` create a plan and
/// check it; `regenerate` and `review` propose changes of goldens.
struct Run: Sendable {
  let workspace: Workspace
  let selection: Selection
  let choice: ImplementationChoice

  /// The start of a command that regenerates goldens.
  enum Beginning {
    case run(Run, Reporter)
    /// Only the selection is listed.
    case listed(Effect)
  }

  /// Reads the suites and selects the cases and implementations of a command that regenerates
  /// goldens.
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
      goldens: .selected(selection)
    )
    return .run(Run(workspace: workspace, selection: selection, choice: choice), reporter)
  }

  // MARK: - Start and end

  /// Starts the programs, runs `body`, and ends the programs.
  ///
  /// - Returns: The value of `body`, and the incidents that the outcomes don't report.
  func withPrograms<Value>(
    _ body: (ProgramSession) async throws -> Value
  ) async throws -> (value: Value, incidents: [Incident]) {
    try await choice.start().run(body)
  }

  // MARK: - Plan

  /// Returns the plan of the selected cases for the linked implementations and the started
  /// programs.
  ///
  /// - Parameter shard: The only shard whose cases are planned, or `nil` for all cases.
  func plan(_ started: ProgramSession, shard: Shard? = nil) -> Plan {
    Plan(
      workspace.suites,
      selection: selection,
      implementations: choice.linked,
      checksBundled: workspace.folder.checksBundled,
      programs: started.programs,
      shard: shard
    )
  }

  // MARK: - Check

  /// Returns a check of a plan.
  ///
  /// - Parameters:
  ///   - orders: The orderings of inputs to try, or `nil` to try none.
  ///   - goldens: The goldens that were already read.
  ///   - maximumFailures: The number of failures after which no other case runs, or `nil` to run
  ///     all.
  ///   - maximumSkipped: The number of skipped cases above which the check fails.
  func check(
    _ plan: Plan,
    orders: OrderIndependence?,
    known: KnownFailures = KnownFailures(),
    goldens: GoldenReadings = GoldenReadings(),
    maximumFailures: Int? = nil,
    maximumSkipped: Int = .max
  ) -> Check {
    Check(
      plan,
      lock: workspace.lock,
      runner: Runner(jobs: choice.jobs, maximumFailures: maximumFailures),
      orderIndependence: orders,
      knownFailures: known,
      maximumSkipped: maximumSkipped,
      divergences: AcceptedDivergences(workspace.folder.divergences),
      goldens: goldens
    )
  }

  // MARK: - Regeneration

  /// Plans a regeneration without writing anything.
  ///
  /// - Parameters:
  ///   - current: The suites as they are now, or `nil` for those of the run.
  ///   - dropsConfirmations: Whether to drop confirmations that no longer hold, even for goldens
  ///     that don't change.
  ///   - skipsUnsupported: Whether to leave out the cases that no reference here can run.
  /// - Throws: A failure if a reference is missing, or if a golden can't be read.
  func regeneration(
    of current: Workspace? = nil,
    mode: Regeneration.Mode = .all,
    dropsConfirmations: Bool = false,
    skipsUnsupported: Bool = false,
    by started: ProgramSession,
    _ reporter: Reporter
  ) async throws -> Regeneration {
    let workspace = current ?? workspace
    try requireReferences(of: workspace)

    let regeneration: Regeneration
    do throws(SourceError) {
      regeneration = try await Regeneration.plan(
        workspace.suites,
        lock: workspace.lock,
        selection: selection,
        mode: mode,
        dropsConfirmations: dropsConfirmations,
        skipsUnsupported: skipsUnsupported,
        references: { choice.sources(of: $0.contract, in: workspace, among: started) },
        secondImplementations: started.programs,
        runner: Runner(jobs: choice.jobs)
      )
    } catch {
      throw CommandFailure(
        .unusableData,
        "nothing was written, because a file is invalid",
        after: [.lines([error.diagnostic].lines(), reporter)]
      )
    }

    try Task.checkCancellation()
    return regeneration
  }

  /// Throws if a contract with goldens has no reference.
  private func requireReferences(of workspace: Workspace) throws(CommandFailure) {
    let incomplete = workspace.suites.first { suite in
      suite.contract.references.isEmpty && suite.cases.contains(where: \.usesGolden)
    }
    if let suite = incomplete {
      throw CommandFailure(.usage, suite.contract.missingReferenceError)
    }
  }
}

extension Reporter {
  /// Throws if there are incidents. A program that failed can't confirm a golden.
  ///
  /// - Parameter effects: The effects to perform before the error message.
  func failIfAny(
    _ incidents: [Incident],
    after effects: [Effect] = []
  ) throws(CommandFailure) {
    guard !incidents.isEmpty else { return }
    let isStarted = !incidents.contains { $0.kind == .notStarted }
    throw CommandFailure(
      isStarted ? .notConformant : .unavailable,
      "nothing was written, because a program failed",
      after: effects + [.lines(incidents.lines(), self)]
    )
  }
}

extension Reporter {
  /// Throws if outputs changed when cases were run again, so that none of them can be trusted.
  ///
  /// - Parameter effects: The effects to perform before the error message.
  func failIfUnstable(
    _ regeneration: Regeneration,
    after effects: [Effect]
  ) throws(CommandFailure) {
    guard regeneration.isUnstable else { return }
    throw CommandFailure(
      .notConformant,
      "nothing was written, because outputs changed when the cases were run again",
      after: effects
    )
  }
}
