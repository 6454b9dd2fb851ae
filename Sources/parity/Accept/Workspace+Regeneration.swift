internal import Conformance
internal import Reporting

extension Workspace {
  /// What regeneration would write, or nil where the run was interrupted; tells what it can't be worked out from.
  func regeneration(
    of selection: Selection, mode: Regeneration.Mode = .all, by started: StartedPrograms,
    _ choice: ImplementationChoice, _ reporter: Reporter
  ) async throws(CommandFailure) -> Regeneration? {
    try suites.requireRunnable(selection)
    if let suite = suites.first(where: { $0.contract.references.isEmpty }) {
      throw CommandFailure(.usage, suite.contract.lackOfReference)
    }
    do throws(SourceError) {
      let regeneration = try await Regeneration.plan(
        suites, lock: lock, selection: selection, mode: mode,
        references: { choice.sources(of: $0.contract, in: self, among: started) }, witnesses: started.programs,
        runner: Runner(jobs: choice.jobs))
      return Task.isCancelled ? nil : regeneration
    } catch {
      try reporter.print([error.diagnostic].lines)
      throw CommandFailure(.unusableData, "nothing was written")
    }
  }
}

extension Reporter {
  /// Ends the command where something went wrong: what is not sure of its answers is no witness.
  func requireNone(_ incidents: [Incident]) throws(CommandFailure) {
    guard !incidents.isEmpty else { return }
    try print(incidents.map(Report.Incident.init).lines())
    let isStarted = !incidents.contains { $0.kind == .notStarted }
    throw CommandFailure(isStarted ? .notConformant : .unavailable, "a program failed, so nothing was written")
  }
}

extension Result where Failure == CommandFailure {
  init(catching body: () async throws(CommandFailure) -> Success) async {
    do throws(CommandFailure) {
      self = .success(try await body())
    } catch {
      self = .failure(error)
    }
  }
}
