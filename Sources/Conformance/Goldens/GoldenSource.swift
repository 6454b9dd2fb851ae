/// An implementation that goldens are generated with.
package struct GoldenSource: Sendable {
  /// A function that starts another copy of an implementation.
  package typealias Start = @Sendable () async -> Result<any Implementation, Incident>

  let implementation: any Implementation
  /// Starts a fresh copy to run the cases a second time, which shows whether outputs depend on
  /// earlier requests. `nil` if the cases run once.
  let again: Start?

  /// Creates a source that runs each case once, or a second time in the copy that `again` starts.
  package init(_ implementation: any Implementation, again: Start? = nil) {
    self.implementation = implementation
    self.again = again
  }
}

extension Runner {
  /// Sends each case to the first source with the capabilities that it requires, and then to the
  /// second implementations.
  ///
  /// - Returns: The answers in the order of the cases, and the incidents of sources that were
  ///   restarted.
  func answers(
    to cases: [Case],
    from sources: [GoldenSource],
    secondImplementations: [any Implementation]
  ) async -> (answers: [GoldenAnswer], incidents: [Incident]) {
    var answers = cases.map(GoldenAnswer.init)
    var incidents: [Incident] = []

    /// Sends cases to an implementation and passes each outcome to the answer to its case.
    func send(
      _ due: [Int],
      to implementation: any Implementation,
      _ take: (inout GoldenAnswer, Outcome) -> Void
    ) async {
      let received = await outcomes(of: due.map { cases[$0] }, from: implementation)
      for (index, outcome) in zip(due, received) { take(&answers[index], outcome) }
    }

    for (position, source) in sources.enumerated() {
      let own = cases.indices.filter { index in
        sources.firstIndex { $0.implementation.supports(cases[index]) } == position
      }
      await send(own, to: source.implementation) { $0.take($1, from: source.implementation) }

      guard let again = source.again, !own.isEmpty else { continue }
      switch await again() {
      case .failure(let incident): incidents.append(incident)
      case .success(let fresh):
        // Use the reverse order, since the same earlier requests would leave the same state.
        await send(own.reversed(), to: fresh) { $0.compare($1) }
        incidents += await fresh.finish()
      }
    }

    for second in secondImplementations {
      let due = cases.indices.filter { index in
        answers[index].failure == nil && second.supports(cases[index])
      }
      await send(due, to: second) { $0.compare($1, of: second) }
    }

    return (answers, incidents)
  }
}
