internal import CanonicalJSON
internal import Conformance
internal import Reporting
internal import SystemPackage

/// One review, from the first reply of an implementation to the last written file.
struct ReviewRun: Sendable {
  let command: ReviewCommand
  let run: Run
  let reporter: Reporter

  private var report: ReviewReport {
    ReviewReport(run.workspace.suites, verbosity: reporter.verbosity, width: reporter.width)
  }

  /// The outcome of the decisions: either the result of the command, or changes to write once the
  /// programs have ended.
  private enum Ending {
    case ended(CommandResult)
    case write(Regeneration, pending: Int, Workspace)
  }

  /// Runs the review and returns the result of the command.
  func result() async throws -> CommandResult {
    let (ending, incidents) = try await run.withPrograms { try await review(by: $0) }

    switch ending {
    case .ended(let result): return result
    case .write(let regeneration, let pending, let workspace):
      try reporter.failIfAny(incidents)
      let isSettled = pending == 0 && regeneration.failures.isEmpty

      return CommandResult(
        [
          try workspace.edit(regeneration.transaction),
          .lines(
            reporter.regeneration.failureLines(regeneration)
              + lines(on: regeneration, pending: pending),
            reporter
          ),
        ],
        isSettled ? .success : .notConformant
      )
    }
  }

  /// Decides which changes are accepted: those with the given tokens, those accepted by key on a
  /// terminal, or none.
  ///
  /// Without a token and a terminal, the result lists the pending changes.
  private func review(by started: ProgramSession) async throws -> Ending {
    try reporter.failIfAny(started.incidents)
    let plan = try await plan(of: run.workspace, by: started)
    guard command.tokens.isEmpty else {
      return try accept(command.tokens, of: plan, in: run.workspace)
    }

    let decisions = ReviewDecision.grouped(plan.proposals)
    let isWatched = Terminal.isTerminal(.input) && Terminal.isCapable(.output)
    guard isWatched, !decisions.isEmpty else {
      return .ended(listing(of: decisions, from: plan))
    }

    return try await decideByKey(decisions, from: plan, by: started)
  }

  /// Returns the result that lists the pending changes and accepts none.
  private func listing(
    of decisions: [ReviewDecision],
    from plan: Regeneration
  ) -> CommandResult {
    let isSettled = decisions.isEmpty && plan.failures.isEmpty
    let failures = reporter.regeneration.failureLines(plan)
    return CommandResult(
      [.lines(failures + lines(on: decisions) + linesOnOthers(plan), reporter)],
      isSettled ? .success : .notConformant
    )
  }

  /// Shows the decisions on the terminal, and accepts the changes that the user accepts there.
  ///
  /// - Throws: `CommandFailure` before the first decision if `CI` forbids writing.
  private func decideByKey(
    _ decisions: [ReviewDecision],
    from plan: Regeneration,
    by started: ProgramSession
  ) async throws -> Ending {
    if decisions.contains(where: \.isAcceptable) { try Workspace.requireWritable() }
    let session = ReviewSession(decisions, suites: run.workspace.suites)
    var screen = ReviewScreen(session: session, report: report, reporter: reporter)
    guard let accepted = try screen.walk() else {
      try Task.checkCancellation()
      return .ended(
        CommandResult(
          [.notice([StyledLine("nothing was written")])],
          end: .interruption(.byKey)
        )
      )
    }

    guard !accepted.isEmpty else {
      let line = "nothing was accepted; \(counted(plan.proposals.count, "change")) pending"
      return .ended(CommandResult([.lines([StyledLine(line)], reporter)], .notConformant))
    }

    // A review may take an hour. Plan again, because whatever changed meanwhile wasn't accepted.
    let current = try Workspace(command.suite, command.root, .own).usable(reporter)
    return try accept(
      accepted.map(\.token),
      of: try await self.plan(of: current, by: started),
      in: current
    )
  }

  /// Accepts the changes with the given tokens.
  private func accept(
    _ tokens: [String],
    of plan: Regeneration,
    in workspace: Workspace
  ) throws(CommandFailure) -> Ending {
    let proposals = plan.proposals
    let accepted = try ReviewDecision.grouped(proposals).named(tokens).flatMap(\.edits)
    return .write(plan.accepting(accepted), pending: proposals.count - accepted.count, workspace)
  }

  /// Plans a regeneration, or throws if a program failed.
  private func plan(
    of workspace: Workspace,
    by started: ProgramSession
  ) async throws -> Regeneration {
    let plan = try await run.regeneration(of: workspace, by: started, reporter)
    try reporter.failIfAny(plan.incidents)
    try reporter.failIfUnstable(
      plan,
      after: [.lines(reporter.regeneration.failureLines(plan), reporter)]
    )
    return plan
  }

  /// Returns the lines that show each pending decision, count them, and suggest a command that
  /// accepts the first acceptable one.
  private func lines(on decisions: [ReviewDecision]) -> [StyledLine] {
    guard !decisions.isEmpty else { return [StyledLine("nothing is pending")] }

    let goldens = decisions.reduce(0) { $0 + $1.edits.count }
    let hint = decisions.first(where: \.isAcceptable).map { decision in
      StyledLine(
        advice:
          "to accept the first change that can be accepted: parity review"
          + "\(command.repeatedOptions) --accept \(decision.token)",
        .emphasis
      )
    }

    let pending = StyledLine(
      "\(counted(goldens, "change")) pending in \(counted(decisions.count, "decision"))"
    )

    return report.lines(decisions) + [pending, hint].compactMap(\.self)
  }

  /// Returns a line about the edits that aren't outputs and so can't be reviewed.
  private func linesOnOthers(_ plan: Regeneration) -> [StyledLine] {
    let others = plan.edits.count - plan.proposals.count
    guard others > 0 else { return [] }

    let subject =
      others == 1
      ? "1 lock line or golden without a case can't be"
      : "\(others) lock lines or goldens without a case can't be"
    return [
      StyledLine(
        advice: "\(subject) reviewed here; to update or remove such entries: parity regenerate"
      )
    ]
  }

  /// Returns the lines that report what a review accepted.
  ///
  /// - Parameter pending: The number of changes that were rejected, skipped or never shown.
  private func lines(on regeneration: Regeneration, pending: Int) -> [StyledLine] {
    let written = regeneration.editsByName.map { edit in
      StyledLine([.init("accepted ", .added), .init(edit.name, .heading)])
    }
    let rest =
      pending > 0 ? "; \(counted(pending, "change")) pending" : "; nothing is pending"

    return (reporter.verbosity == .quiet ? [] : written)
      + reporter.regeneration.confirmationLines(regeneration)
      + reporter.regeneration.nextVersions(regeneration)
      + [StyledLine("\(counted(regeneration.edits.count, "golden")) written\(rest)")]
  }
}

extension [ReviewDecision] {
  /// Returns the decisions with the given tokens, or throws if one is missing or can't be accepted.
  fileprivate func named(_ tokens: [String]) throws(CommandFailure) -> [ReviewDecision] {
    let wanted = Set(tokens)
    let found = filter { wanted.contains($0.token) }
    let known = Set(found.map(\.token))

    if let missing = tokens.first(where: { !known.contains($0) }) {
      throw CommandFailure(
        .notConformant,
        "nothing was written, because no pending change has the token '\(missing)'",
        "the change was already accepted, or its input, expectation, golden or output has changed",
        "to list the pending changes: parity review"
      )
    }

    if let refused = found.first(where: { !$0.isAcceptable }) {
      throw CommandFailure(
        .notConformant,
        "nothing was written, because '\(refused.first.name)' can't be accepted; "
          + "to see why: parity review"
      )
    }

    return found
  }
}
