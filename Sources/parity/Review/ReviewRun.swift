internal import AdapterHost
internal import CanonicalJSON
internal import Conformance

/// One review, from the first answer of an implementation to the last file written.
struct ReviewRun: Sendable {
  enum Manner: Sendable {
    case walk
    /// - Parameter repeating: the options that tokens are good for.
    case print(repeating: String)
    case accept([String])
  }

  enum End: Sendable {
    case ended(ExitStatus)
    /// Left by ctrl-C.
    case interrupted
  }

  let workspace: Workspace
  let options: SuiteOptions
  let selection: Selection
  let choice: ImplementationChoice
  let reporter: Reporter
  let manner: Manner

  func result() async -> Result<End, CommandFailure> {
    let started = await choice.start()
    let asked = await review(by: started.programs, incidents: started.incidents)
    let incidents = started.incidents + (await started.finish())
    do throws(CommandFailure) {
      switch try asked.get() {
      case .interrupted: return .success(.interrupted)
      case .nothing(let status): return .success(.ended(status))
      case .write(let regeneration, let pending, let workspace):
        try requireNone(incidents)
        try workspace.write(regeneration)
        try report(regeneration, pending: pending)
        return .success(.ended(pending > 0 ? .notConformant : .success))
      }
    } catch {
      return .failure(error)
    }
  }

  private enum Asked {
    case interrupted
    case nothing(ExitStatus)
    case write(Regeneration, pending: Int, Workspace)
  }

  private func review(by witnesses: [Plan.Program], incidents: [Incident]) async -> Result<Asked, CommandFailure> {
    do throws(CommandFailure) {
      try requireNone(incidents)
      let plan = try await plan(of: workspace, witnesses: witnesses)
      guard !Task.isCancelled else { return .success(.nothing(.success)) }
      let decisions = ReviewDecision.grouped(plan.proposals)
      switch manner {
      case .accept(let tokens):
        let accepted = try decisions.named(tokens)
        return .success(write(accepted, of: plan, in: workspace))
      case .print(let repeated):
        try show(decisions, repeating: repeated)
        try tellOthers(plan)
        return .success(.nothing(decisions.isEmpty ? .success : .notConformant))
      case .walk:
        guard !decisions.isEmpty else {
          try reporter.print([StyledLine("nothing is pending")])
          try tellOthers(plan)
          return .success(.nothing(.success))
        }
        if decisions.contains(where: \.isAcceptable) { try Workspace.requireWritable() }
        var screen = ReviewScreen(decisions, suites: workspace.suites, reporter: reporter)
        guard case .decided(let accepted) = try screen.walk() else { return .success(.interrupted) }
        guard !accepted.isEmpty else {
          try reporter.print([StyledLine("nothing was accepted; \(counted(plan.proposals.count, "change")) pending")])
          return .success(.nothing(.notConformant))
        }
        return .success(try await writeIfUnchanged(accepted, witnesses: witnesses))
      }
    } catch {
      return .failure(error)
    }
  }

  /// A review may take an hour; what has changed under it is not what was accepted.
  private func writeIfUnchanged(
    _ accepted: [ReviewDecision], witnesses: [Plan.Program]
  ) async throws(CommandFailure) -> Asked {
    let current = try Workspace(options)
    try current.requireUsable(reporter)
    let plan = try await plan(of: current, witnesses: witnesses)
    let now = ReviewDecision.grouped(plan.proposals)
    return write(try now.named(accepted.map(\.token)), of: plan, in: current)
  }

  private func write(_ accepted: [ReviewDecision], of plan: Regeneration, in workspace: Workspace) -> Asked {
    let proposals = accepted.flatMap(\.proposals)
    return .write(
      plan.accepting(proposals, in: workspace.lock), pending: plan.proposals.count - proposals.count, workspace)
  }

  private func plan(
    of workspace: Workspace, witnesses: [Plan.Program]
  ) async throws(CommandFailure) -> Regeneration {
    try workspace.suites.requireRunnable(selection)
    let plan: Regeneration
    do throws(SourceError) {
      plan = try await Regeneration.plan(
        workspace.suites, lock: workspace.lock, selection: selection, mode: .all, witnesses: witnesses)
    } catch {
      try reporter.print(reporter.console.diagnosticLines([error.diagnostic]))
      throw CommandFailure(.unusableData, "nothing was written")
    }
    guard plan.failures.isEmpty else {
      try reporter.print(reporter.regeneration.failureLines(plan))
      throw CommandFailure(.notConformant, "an implementation gave no output, so there is nothing to decide on")
    }
    return plan
  }

  private func show(_ decisions: [ReviewDecision], repeating options: String) throws(CommandFailure) {
    guard !decisions.isEmpty else { return try reporter.print([StyledLine("nothing is pending")]) }
    let report = ReviewReport(workspace.suites, verbosity: reporter.verbosity, width: Terminal.width())
    try reporter.print([ReviewReport.legend, StyledLine()])
    for decision in decisions {
      let token =
        decision.isAcceptable ? [StyledLine([.init("  token ", .dim), .init(decision.token, .emphasis)])] : []
      try reporter.print(report.lines(decision) + token + [StyledLine()])
    }
    let acceptable = decisions.filter(\.isAcceptable)
    let goldens = decisions.reduce(0) { $0 + $1.proposals.count }
    try reporter.print([
      StyledLine("\(counted(goldens, "change")) pending in \(counted(decisions.count, "decision"))")
    ])
    if let first = acceptable.first {
      try reporter.print([
        StyledLine("to accept one exactly as shown: parity review\(options) --accept \(first.token)", .emphasis)
      ])
    }
  }

  /// What is no output and so nothing to decide on here.
  private func tellOthers(_ plan: Regeneration) throws(CommandFailure) {
    let others = plan.changes.count - plan.proposals.count
    guard others > 0 else { return }
    let subject =
      others == 1 ? "1 lock line or golden without a case is" : "\(others) lock lines or goldens without a case are"
    try reporter.print([StyledLine("\(subject) left to: parity regenerate")])
  }

  private func report(_ regeneration: Regeneration, pending: Int) throws(CommandFailure) {
    let written = regeneration.changes.map { change in
      StyledLine([.init("accepted ", .added), .init(change.name, .heading)])
    }
    let rest = pending > 0 ? "; \(counted(pending, "change")) pending" : "; nothing is pending"
    try reporter.print(
      (reporter.verbosity == .quiet ? [] : written) + reporter.regeneration.nextVersions(regeneration)
        + [StyledLine("\(counted(regeneration.changes.count, "golden")) written\(rest)")])
  }

  /// What is not sure of its answers is no witness.
  private func requireNone(_ incidents: [Incident]) throws(CommandFailure) {
    guard !incidents.isEmpty else { return }
    try reporter.print(IncidentReport(incidents).lines)
    let isStarted = !incidents.contains { $0.kind == .notStarted }
    throw CommandFailure(isStarted ? .notConformant : .unavailable, "a witness failed, so nothing was written")
  }
}

extension [ReviewDecision] {
  /// The decisions that tokens name; all of them or none.
  fileprivate func named(_ tokens: [String]) throws(CommandFailure) -> [ReviewDecision] {
    let wanted = Set(tokens.map { TextKey($0) })
    let found = filter { wanted.contains(TextKey($0.token)) }
    let known = Set(found.map { TextKey($0.token) })
    if let missing = tokens.first(where: { !known.contains(TextKey($0)) }) {
      throw CommandFailure(
        .notConformant, "nothing was written: no pending change has the token \(missing).",
        "Since it was shown, an input, an expectation, a golden or an output has changed, or it was accepted already.",
        "See what is pending now: parity review")
    }
    if let refused = found.first(where: { !$0.isAcceptable }) {
      throw CommandFailure(
        .notConformant, "nothing was written: \(refused.first.change.name) can't be accepted; parity review tells why")
    }
    return found
  }
}
