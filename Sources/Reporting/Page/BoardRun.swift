package import CanonicalJSON
package import Conformance
package import RFC3339

/// The parts of a run's report that a board shows.
///
/// A board reads many reports. It keeps neither the inputs nor the outputs of their cases.
package struct BoardRun: Hashable, Sendable {
  /// The file with the report.
  package let file: String
  /// The start of the run, or `nil` if the report doesn't have it.
  package let start: DateTime?
  /// The duration of the run in milliseconds, or `nil` if the report doesn't have it.
  package let milliseconds: Int?
  package let labels: [String: String]
  /// The version of Parity that ran.
  package let harness: String
  /// Whether a signal interrupted the run, so that its results are incomplete.
  package let isInterrupted: Bool
  /// The implementations as they describe themselves.
  package let implementations: [Provenance.Implementation]
  package let suites: [Suite]

  /// A contract's suite in a run, with the results of the implementations that the run had for it.
  package struct Suite: Hashable, Sendable {
    package let contract: String
    package let version: String
    package let title: String
    /// The SHA-256 of everything that a result depends on except the implementation.
    package let digest: String
    package let references: [String]
    /// The rows, with a last one for cases that are in no row, if there are any.
    package let rows: [Row]
    package let cases: [Case]
    package let results: [Results]
  }

  /// A row of the behavior matrix.
  package struct Row: Hashable, Sendable {
    package let id: String
    package let scenario: String
    package let clauses: [String]
    package let cases: [String]
  }

  /// A case of a suite.
  package struct Case: Hashable, Sendable {
    package let id: String
    package let description: String
  }

  /// The results of an implementation on the cases of a suite.
  package struct Results: Hashable, Sendable {
    package let implementation: String
    /// The status of each case by its id. A case that wasn't selected is `notRun`.
    package let statuses: [TextKey: Verdict.Status]
    /// Why cases failed, were skipped or don't apply, by the id of the case.
    package let reasons: [TextKey: String]
    /// What went wrong with the implementation itself, such as a failed start.
    package let problems: [String]
  }
}

// MARK: - Reading a record

extension BoardRun {
  /// The id of the row with the cases that are in no row.
  package static let otherCases = "(none)"

  /// Creates a run from its report.
  ///
  /// - Parameters:
  ///   - record: The report.
  ///   - file: The file with the report.
  package init(_ record: RunRecord, file: String) {
    let results = record.results.grouped(by: \.contract)
    let resultsByContract = Dictionary(
      results.map { (TextKey($0[0].contract), $0) },
      uniquingKeysWith: +
    )

    self.file = file
    start = record.provenance?.start.flatMap(DateTime.init)
    milliseconds = record.provenance?.milliseconds
    labels = record.labels
    harness = record.harness
    isInterrupted = record.isInterrupted

    implementations =
      record.provenance?.implementations
      ?? record.implementations.map {
        Provenance.Implementation(name: $0, version: nil, language: nil, command: nil)
      }

    suites = record.suites.compactMap { suite in
      guard let results = resultsByContract[TextKey(suite.contract)] else { return nil }
      return Suite(suite, results, record.incidents)
    }
  }

  /// The run without the name of its file. Two reports of one run have equal contents.
  var content: BoardRun {
    BoardRun(
      file: "",
      start: start,
      milliseconds: milliseconds,
      labels: labels,
      harness: harness,
      isInterrupted: isInterrupted,
      implementations: implementations,
      suites: suites
    )
  }
}

extension BoardRun.Suite {
  /// Creates the suite with the results of a run.
  ///
  /// - Parameters:
  ///   - suite: The suite of the record.
  ///   - results: The results on its cases, of all implementations.
  ///   - incidents: The incidents of the run, of all implementations.
  fileprivate init(_ suite: RunRecord.Suite, _ results: [CaseResult], _ incidents: [Incident]) {
    contract = suite.contract
    version = suite.version
    title = suite.title
    digest = suite.digest
    references = suite.references
    cases = suite.cases.map { BoardRun.Case(id: $0.id, description: $0.description) }

    let listed = Set(suite.rows.flatMap { row in row.cases.map { TextKey($0) } })
    let others = suite.cases.map(\.id).filter { !listed.contains(TextKey($0)) }
    let rest = BoardRun.Row(
      id: BoardRun.otherCases,
      scenario: "Cases that are in no row",
      clauses: [],
      cases: others
    )
    rows =
      suite.rows.map { row in
        BoardRun.Row(id: row.id, scenario: row.scenario, clauses: row.clauses, cases: row.cases)
      } + (others.isEmpty ? [] : [rest])

    let forms = Dictionary(
      suite.cases.map { (TextKey(suite.name(of: $0)), suite.outputForm(of: $0)) },
      uniquingKeysWith: { first, _ in first }
    )
    let ids = suite.cases.map(\.id)
    self.results = results.grouped(by: { TextKey($0.implementation) }).map { own in
      let name = own[0].implementation
      return BoardRun.Results(
        own,
        of: ids,
        forms: forms,
        problems: incidents.filter { $0.implementation == name }.map(\.text)
      )
    }
  }
}

extension BoardRun.Results {
  /// Creates the results of an implementation on the cases of a suite.
  ///
  /// - Parameters:
  ///   - results: The results, of which there is at least one.
  ///   - ids: The ids of all cases, also of those without a result.
  ///   - forms: The form of the output of each case, by the case's name.
  ///   - problems: The incidents of the implementation.
  fileprivate init(
    _ results: [CaseResult],
    of ids: [String],
    forms: [TextKey: ContractOperation.OutputForm],
    problems: [String]
  ) {
    var statuses = Dictionary(
      ids.map { (TextKey($0), Verdict.Status.notRun) },
      uniquingKeysWith: { first, _ in first }
    )

    var reasons: [TextKey: String] = [:]
    for result in results {
      let idStart = result.contract.utf8.count + 1
      let id = TextKey(String(Substring(result.caseName.utf8.dropFirst(idStart))))
      let form = forms[TextKey(result.caseName)] ?? .json
      statuses[id] = result.result.status
      reasons[id] = Self.reason(for: result, form)
    }

    implementation = results[0].implementation
    self.statuses = statuses
    self.reasons = reasons
    self.problems = problems
  }

  /// Returns why a case has its status, or `nil` if it passed or didn't run.
  private static func reason(
    for result: CaseResult,
    _ form: ContractOperation.OutputForm
  ) -> String? {
    let failures = FailureText.texts(of: result.allFailures, in: result.caseName, form: form)

    switch result.result {
    case .passed, .notRun: return nil
    case .failed: return failures.first?.title
    case .known(_, .knownFailure(let known)): return known.reason
    case .known(_, .divergence(let divergence)): return divergence.reason
    case .notApplicable(let capabilities): return "lacks \(capabilities.joined(separator: ", "))"
    case .skipped(let reason): return reason
    }
  }
}
