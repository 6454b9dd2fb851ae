package import CanonicalJSON

/// The record of a run: everything that a report of it shows, as values.
///
/// Every report format is rendered from a record only, and nothing in a record is rendered. The
/// JSON report holds all of it, so a record that is written and read again is equal, except for
/// values that exceed the limits on size.
package struct RunRecord: Hashable, Sendable {
  /// The version of Parity that ran.
  package var harness: String
  /// The exit code of the run; above 128 if a signal interrupted it.
  package var exitCode: Int32
  package var counts: Counts
  /// The names of the selected implementations, in order.
  package var implementations: [String]
  /// The other orderings that were tried, or `nil` if none were.
  package var orders: Orders?
  /// The shard that the run covers, or `nil` if it covers all cases.
  package var shard: ShardShare?
  package var suites: [Suite]
  /// The results, in order of suite, implementation and case.
  package var results: [CaseResult]
  /// The causes by implementation, the most important to fix first.
  package var causes: [Cause]
  package var incidents: [Incident]
  /// The diagnostics, in order of file and position.
  package var diagnostics: [Diagnostic]
  /// The changes since an earlier run, or `nil` if none was given.
  package var comparison: RunComparison?
  /// What ran, when and where, or `nil` if it isn't recorded.
  package var provenance: Provenance?
  /// What the user wrote down about the run, such as the commit, by name.
  package var labels: [String: String]

  /// Creates a record from values that were determined before. It doesn't compute the counts, the
  /// causes or the exit code from the results.
  package init(
    harness: String,
    exitCode: Int32,
    counts: Counts,
    implementations: [String],
    orders: Orders? = nil,
    shard: ShardShare? = nil,
    suites: [Suite],
    results: [CaseResult],
    causes: [Cause],
    incidents: [Incident],
    diagnostics: [Diagnostic],
    comparison: RunComparison? = nil,
    provenance: Provenance? = nil,
    labels: [String: String] = [:]
  ) {
    self.harness = harness
    self.exitCode = exitCode
    self.counts = counts
    self.implementations = implementations
    self.orders = orders
    self.shard = shard

    self.suites = suites
    self.results = results
    self.causes = causes
    self.incidents = incidents
    self.diagnostics = diagnostics

    self.comparison = comparison
    self.provenance = provenance
    self.labels = labels
  }
}

extension RunRecord {
  /// The options that reproduce the orderings of a run.
  package struct Orders: Hashable, Sendable {
    /// The maximum number of orderings per case.
    package let schedules: Int
    package let seed: UInt64

    package init(schedules: Int, seed: UInt64) {
      self.schedules = schedules
      self.seed = seed
    }
  }
}

// MARK: - Suites

extension RunRecord {
  /// The parts of a contract's suite that reports show.
  package struct Suite: Hashable, Sendable {
    package let contract: String
    package let version: String
    package let title: String
    /// The SHA-256 of everything that a result depends on except the implementation.
    package let digest: String
    /// Whether the suite is built into the program, so that its files aren't in the repository.
    package let isBundled: Bool
    /// The implementations that produce goldens, in order of preference.
    package let references: [String]
    package let operations: [Operation]
    package let clauses: [Clause]
    package let rows: [Row]
    /// The cases of the suite; for a shard, only its own.
    package var cases: [Case]
    /// For a shard, the position of each of its cases among all cases of the suite, counted from 0.
    /// `nil` if the record has all cases.
    package var positions: [Int]?
    /// The results of the mutants, or `nil` if they were not run.
    package let audit: Audit?

    package init(
      contract: String,
      version: String,
      title: String,
      digest: String,
      isBundled: Bool,
      references: [String],
      operations: [Operation],
      clauses: [Clause],
      rows: [Row],
      cases: [Case],
      positions: [Int]?,
      audit: Audit?
    ) {
      self.contract = contract
      self.version = version
      self.title = title
      self.digest = digest
      self.isBundled = isBundled
      self.references = references

      self.operations = operations
      self.clauses = clauses
      self.rows = rows
      self.cases = cases
      self.positions = positions
      self.audit = audit
    }

    /// The clauses that refine others.
    package var rules: [Clause] { clauses.filter { !$0.refines.isEmpty } }

    /// Returns the form of the outputs of a case of the suite.
    package func outputForm(of testCase: Case) -> ContractOperation.OutputForm {
      operations.first { $0.name == testCase.operation }?.output ?? .json
    }

    /// Returns the name of a case of the suite, as `CONTRACT/CASE`.
    package func name(of testCase: Case) -> String { "\(contract)/\(testCase.id)" }
  }

  /// An operation of a contract.
  package struct Operation: Hashable, Sendable {
    package let name: String
    /// The form of the outputs.
    package let output: ContractOperation.OutputForm
    /// The places in an output that hold the kind of an element. In them, the token `*` matches any
    /// token.
    package let kinds: [JSONPointer]

    package init(
      name: String,
      output: ContractOperation.OutputForm = .json,
      kinds: [JSONPointer]
    ) {
      self.name = name
      self.output = output
      self.kinds = kinds
    }
  }

  /// A clause of the behavior matrix. A clause that refines others is a rule.
  package struct Clause: Codable, Hashable, Sendable {
    package let id: String
    package let text: String
    package let level: String
    /// The origin of the clause, or `nil` if the contract doesn't state it.
    package let origin: String?
    /// The ids of the clauses that this clause refines. Not empty for a rule.
    package let refines: [String]
    /// The reason why no case can test the clause, if there is one.
    package let untestable: String?
  }

  /// A row of the behavior matrix, which connects a scenario to clauses and cases.
  package struct Row: Codable, Hashable, Sendable {
    package let id: String
    package let scenario: String
    package let expectedBehavior: String
    package let clauses: [String]
    package let cases: [String]
    package let tests: [String]
  }

  /// A case of a suite.
  package struct Case: Hashable, Sendable {
    package let id: String
    package let description: String
    package let operation: String
    package let requires: [String]
    package let location: SourceLocation
    /// Whether the case is from an app's case file.
    package let isFromApp: Bool
    /// The options that add the case to a run, or `nil` if it runs without options.
    package let options: String?
    /// The clauses of the rows with this case, and all clauses that they refine.
    package let clauses: [String]
    /// The input as programs receive it, or `nil` if a report left it out.
    package let input: JSONValue?
    /// The path of the golden, relative to the root, or `nil` if the case doesn't use one.
    package let goldenPath: String?
    /// The whole expected output: the golden, or what the expectation has. `nil` if there is none,
    /// or if a report left it out.
    package let golden: KeptOutput?
    /// The implementations that returned exactly the golden, without the references.
    package let confirmedBy: [String]

    package init(
      id: String,
      description: String,
      operation: String,
      requires: [String],
      location: SourceLocation,
      isFromApp: Bool,
      options: String?,
      clauses: [String],
      input: JSONValue?,
      goldenPath: String? = nil,
      golden: KeptOutput?,
      confirmedBy: [String] = []
    ) {
      self.id = id
      self.description = description
      self.operation = operation
      self.requires = requires
      self.location = location
      self.isFromApp = isFromApp
      self.options = options
      self.clauses = clauses

      self.input = input
      self.goldenPath = goldenPath
      self.golden = golden
      self.confirmedBy = confirmedBy
    }
  }

  /// The results of a suite's mutants.
  package struct Audit: Codable, Hashable, Sendable {
    package let mutants: Int
    package let killed: Int
    /// The number of killed mutants for each clause, in the order of the clauses.
    package let kills: [Int]
    /// Whether the audit has no findings.
    package let isSound: Bool
  }
}

// MARK: - Relations of the parts

extension RunRecord {
  /// Whether a signal interrupted the run.
  package var isInterrupted: Bool { exitCode > 128 }

  /// A case with its suite and its rows.
  package typealias Place = (suite: Suite, testCase: Case, rows: [Row])

  /// The cases by name, as `CONTRACT/CASE`.
  package var places: [String: Place] {
    var places: [String: Place] = [:]
    for suite in suites {
      let rows = Dictionary(
        grouping: suite.rows.flatMap { row in row.cases.map { (id: $0, row: row) } },
        by: \.id
      )
      for testCase in suite.cases {
        places[suite.name(of: testCase)] = (suite, testCase, (rows[testCase.id] ?? []).map(\.row))
      }
    }
    return places
  }

  /// The results on cases that expect what the contract forbids, with the reasons why the
  /// repository accepts that.
  package var divergences: [(result: CaseResult, reason: String)] {
    results.compactMap { result in
      guard case .known(_, .divergence(let divergence)) = result.result else { return nil }
      return (result, divergence.reason)
    }
  }
}
