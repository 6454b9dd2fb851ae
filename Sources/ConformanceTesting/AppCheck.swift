internal import CanonicalJSON
internal import Conformance
internal import Reporting

/// A check of the code under test with a suite.
struct AppCheck: Sendable {
  /// The suite to check with. After a recording, it is the suite that is on disk then.
  var loaded: LoadedSuite
  private let recording: GoldenRecording
  private let implementation: InProcessImplementation
  private let orderings: OrderIndependence?
  private let knownFailures: KnownFailures

  /// Creates a check, and reads the known failures and what to record.
  ///
  /// - Parameters:
  ///   - loaded: The suite to check with.
  ///   - name: The name of the code under test in reports and in the lists of known failures.
  ///   - capabilities: The capabilities that the code under test has.
  ///   - orderings: The orderings of each input to try.
  ///   - knownFailures: The failures that are accepted.
  ///   - record: The outputs to record, or `nil` if a trait decides.
  ///   - body: The code under test.
  /// - Throws: `ConformanceSuiteError` if the list of known failures or the recording can't be
  ///   used.
  init<Output: ConformanceOutput>(
    of loaded: LoadedSuite,
    as name: String,
    capabilities: Set<String>,
    orderings: Orderings,
    knownFailures: KnownFailureList,
    record: GoldenRecording?,
    _ body: @escaping @Sendable (ConformanceRequest) async throws -> Output
  ) throws(ConformanceSuiteError) {
    self.loaded = loaded
    self.orderings = orderings.independence(loaded.repository.check)
    self.knownFailures = try knownFailures.failures(of: loaded)
    recording = try GoldenRecording.requested(record, in: loaded)

    implementation = InProcessImplementation(
      name: name,
      capabilities: capabilities,
      origin: .test
    ) { request in
      let request = ConformanceRequest(operation: request.operation.name, input: request.input)
      return try await body(request).conformanceValue()
    }
  }

  /// Runs the selected cases and checks the outputs.
  ///
  /// - Parameter isWhole: Whether the result is about the suite as a whole, so that the suite is
  ///   linted and the findings in its files count.
  func findings(of selection: Selection, isWhole: Bool) async -> Findings {
    let plan = Plan(
      [loaded.suite],
      selection: selection,
      implementations: [],
      programs: [Plan.Program(implementation, contracts: [loaded.contract])]
    )

    let check = Check(
      plan,
      lock: loaded.lock,
      runner: Runner(jobs: 1),
      orderIndependence: orderings,
      knownFailures: knownFailures,
      divergences: AcceptedDivergences(loaded.repository.divergences),
      lintsSuites: isWhole
    )

    return await check.run(earlier: isWhole ? loaded.diagnostics : [])
  }

  /// Returns the record of a run, as `parity check` makes it.
  ///
  /// - Parameter showsPassed: Whether a report shows the goldens of cases that passed.
  func record(of findings: Findings, showsPassed: Bool) -> RunRecord {
    RunRecord(
      findings,
      harness: harnessVersion,
      orders: orderings,
      goldens: findings.goldens(ofPassed: showsPassed)
    )
  }

  // MARK: - Recording

  /// The reason why nothing is recorded although the test is to record. Empty if there is none.
  var notesOnRecording: [String] {
    recording != .never && TestEnvironment.isContinuousIntegration
      ? ["no golden was recorded, because CI is set"] : []
  }

  /// Records the outputs of a run as goldens, as far as the test is to record them.
  ///
  /// If every case of the suite returned an output, recording all also removes goldens without a
  /// case.
  ///
  /// - Returns: The changes, or `nil` if there is nothing to record.
  /// - Throws: `ConformanceSuiteError` if the files can't be written.
  func recorded(after findings: Findings) async throws(ConformanceSuiteError) -> Regeneration? {
    let answered = findings.verdicts.filter(\.hasOutput)
    let isWhole = recording == .all && answered.count == loaded.suite.cases.count
    let due = recording == .all ? answered : answered.filter { !$0.failures.isEmpty }

    guard !due.isEmpty else { return nil }
    return try await record(isWhole ? Selection() : Selection(names: due.map(\.testCase.name)))
  }

  /// Records the outputs of the selected cases, or returns `nil` if nothing may be recorded.
  private func record(
    _ selection: Selection
  ) async throws(ConformanceSuiteError) -> Regeneration? {
    guard let mode = recording.mode, !TestEnvironment.isContinuousIntegration else { return nil }

    let regeneration: Regeneration
    do throws(SourceError) {
      regeneration = try await Regeneration.plan(
        [loaded.suite],
        lock: loaded.lock,
        selection: selection,
        mode: mode,
        references: { _ in [GoldenSource(implementation)] },
        runner: Runner(jobs: 1)
      )
    } catch {
      throw ConformanceSuiteError("nothing was recorded:", [error.diagnostic])
    }

    do throws(FileError) {
      try regeneration.transaction.apply(under: loaded.root)
    } catch {
      throw ConformanceSuiteError(
        "nothing was recorded: can't write \(error.path): \(error.reason)",
        advice: error.advice
      )
    }

    return regeneration
  }
}

extension Verdict {
  /// Whether the code under test returned an output for the case.
  fileprivate var hasOutput: Bool {
    switch result {
    case .passed: true
    case .failed, .known: output != nil
    case .notApplicable, .skipped, .notRun: false
    }
  }
}
