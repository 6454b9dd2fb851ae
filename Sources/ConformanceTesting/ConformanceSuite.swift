internal import Conformance
internal import Reporting

/// The cases of a contract, and the check of code with all of them.
///
/// ```swift
/// @Test func `our parser conforms to session-detail`() async throws {
///   let suite = try ConformanceSuite("session-detail")
///   let report = try await suite.check { request in try timeline(ofRowsIn: request.inputData) }
///   #expect(report.passed, "\(report.summary)")
/// }
/// ```
///
/// The cases, expectations and goldens of this package's contracts are bundled with this library.
public struct ConformanceSuite: Sendable {
  /// The id of the contract.
  public let contract: String
  /// The selected cases, in the order of their files.
  public let cases: [ConformanceCase]

  private let loaded: LoadedSuite
  private let capabilities: Set<String>
  private let selection: Selection

  /// Reads the suite of a contract.
  ///
  /// - Parameters:
  ///   - contract: The id of the contract, which is the name of its folder in Fixtures.
  ///   - folder: The folder with Fixtures and Golden.
  ///   - capabilities: The capabilities that the code under test has; the contract's document lists
  ///     them. A case that requires any other capability isn't applicable.
  ///   - filter: Patterns for the cases to select, in which `*` and `?` are wildcards: the ids of
  ///     cases, rows and clauses, and the paths of case files. If it is empty, every case is
  ///     selected. The environment variable `PARITY_FILTER` selects from these.
  /// - Throws: `ConformanceSuiteError` if the contract doesn't exist, if its files can't be read,
  ///   or if a pattern matches nothing.
  public init(
    _ contract: String,
    in folder: ConformanceFolder = .bundled,
    capabilities: Set<String> = [],
    filter: [String] = []
  ) throws(ConformanceSuiteError) {
    loaded = try LoadedSuite.named(contract, in: folder)
    self.contract = contract
    self.capabilities = capabilities

    selection = try CaseFilters(in: loaded).selection(filter)
    let selected = selection.cases(of: loaded.suite)
    cases = selected.filter { capabilities.isSuperset(of: $0.requires) }
      .map { [loaded] in ConformanceCase(testCase: $0, loaded: loaded, capabilities: capabilities) }
  }

  /// Runs the code with every selected case, in other orderings too, and checks the outputs.
  ///
  /// The same mistakes fail the same cases as in `parity check`. If the suite is your own, its
  /// files are linted too.
  ///
  /// - Parameters:
  ///   - name: The name of the code in reports, in the list of known failures and in the lock.
  ///   - orderings: The orderings of each input to try.
  ///   - knownFailures: The failures that are accepted.
  ///   - record: The outputs to record, or `nil` if a trait decides. `PARITY_RECORD` overrides it.
  ///   - reports: The report files to write. `PARITY_REPORT` adds more.
  ///   - body: The code to check, which returns the output for a request. An error that it throws
  ///     fails the case. It runs concurrently, once for each case and ordering.
  /// - Returns: The result. If it hasn't passed, make the test fail with its summary. A check of no
  ///   case passes only if `PARITY_FILTER` names another contract.
  /// - Throws: `ConformanceSuiteError` if the list of known failures can't be read, or if a golden
  ///   or a report can't be written.
  public func check<Output: ConformanceOutput>(
    as name: String = "app",
    orderings: Orderings = .default,
    knownFailures: KnownFailureList = .ofSuite,
    record: GoldenRecording? = nil,
    reports: [ReportRequest] = [],
    _ body: @escaping @Sendable (ConformanceRequest) async throws -> Output
  ) async throws(ConformanceSuiteError) -> ConformanceReport {
    if cases.isEmpty, let note = TestEnvironment.noteOnFilters(of: contract) {
      return ConformanceReport(skipping: note)
    }

    let reports = try reports + ReportRequest.requested(for: contract)
    for report in reports { try report.requireWritable() }

    var check = try AppCheck(
      of: try loaded.current(),
      as: name,
      capabilities: capabilities,
      orderings: orderings,
      knownFailures: knownFailures,
      record: record,
      body
    )

    var findings = await check.findings(of: selection, isWhole: true)
    let recorded = try await check.recorded(after: findings)
    if let recorded, !recorded.transaction.isEmpty {
      // The result is about the goldens that are on disk now.
      check.loaded = try loaded.current()
      findings = await check.findings(of: selection, isWhole: true)
    }

    let showsPassed = reports.contains(where: \.format.showsPassed)
    let result = check.record(of: findings, showsPassed: showsPassed)
    for report in reports { try report.write(result) }
    return ConformanceReport(
      result,
      of: findings.verdicts,
      recorded: recorded,
      notes: check.notesOnRecording
    )
  }
}
