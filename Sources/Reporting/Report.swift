internal import CanonicalJSON
package import Conformance

/// A run as data. Every format is produced from this value only, and reading its JSON returns an
/// equal value.
///
/// tools/schemas/report.schema.json describes the members. Values of cases are strings of canonical
/// JSON, so that no JSON reader can lose digits of a number; long ones are cut (`SizeBudget`).
package struct Report: Codable, Hashable, Sendable {
  package private(set) var kind = Self.kind
  package private(set) var version = Self.version
  /// The version of Parity that produced the report.
  package let harness: String
  /// The exit code of the run; above 128 if a signal interrupted it.
  package var exitCode: Int32
  package var counts: Counts
  /// The names of the selected implementations, in order.
  package let implementations: [String]
  /// The other orderings that were tried, or `nil` if none were.
  package let orders: Orders?
  /// The shard that the report covers, or `nil` if it covers the whole run.
  package var shard: ShardShare?
  package var suites: [Suite]
  /// The verdicts, in order of suite, implementation and case.
  package var verdicts: [Verdict]
  /// The causes by implementation, the most important to fix first.
  package var causes: [Cause]
  package var incidents: [Incident]
  /// The diagnostics, in order of file and position.
  package var diagnostics: [Diagnostic]
  /// The changes since an earlier run, or `nil` if none was given.
  package var against: ReportComparison?

  static let kind = "parity-report"
  static let version = 3
}

extension Report {
  /// The options that reproduce the orderings. The seed is a string because it may have more digits
  /// than a double can hold.
  package struct Orders: Codable, Hashable, Sendable {
    /// The maximum number of orderings per case.
    package let schedules: Int
    package let seed: String

    package init(_ orderIndependence: OrderIndependence) {
      schedules = orderIndependence.schedules
      seed = "\(orderIndependence.seed)"
    }

    var options: String { "--schedules \(schedules) --seed \(seed)" }
  }

  /// The parts of a contract's suite that formats need.
  package struct Suite: Codable, Hashable, Sendable {
    package let contract: String
    let version: String
    let title: String
    /// The SHA-256 of everything that a verdict depends on except the implementation.
    let digest: String
    /// Whether the suite is built into the program, so that its files aren't in the repository.
    let isBundled: Bool
    /// The implementations that produce goldens, in order of preference, or `nil` in a report of an
    /// earlier version.
    let references: [String]?
    let operations: [Operation]
    let clauses: [Clause]
    let rows: [Row]
    /// The cases of the suite; for a shard, only its own.
    var cases: [Case]
    /// For a shard, the position of each of its cases among all cases of the suite, counted from 0.
    /// `nil` if the report has all cases.
    var positions: [Int]?
    /// The results of the mutants, or `nil` if they were not run.
    let audit: Audit?

    private enum CodingKeys: String, CodingKey {
      case contract, version, title, digest
      case isBundled = "isCarried"
      case references, operations, clauses, rows, cases, positions, audit
    }
  }

  /// An operation of a contract.
  struct Operation: Codable, Hashable, Sendable {
    let name: String
    /// The places in an output that hold the kind of an element: JSON Pointers in which `*` matches
    /// any token.
    let kinds: [String]
  }

  /// A clause of the behavior matrix. A clause that refines others is a rule.
  struct Clause: Codable, Hashable, Sendable {
    let id: String
    let text: String
    let level: String
    /// The origin of the clause, or `nil` if the contract doesn't state it.
    let origin: String?
    /// The ids of the clauses that this clause refines. Not empty for a rule.
    let refines: [String]
    /// The reason why no case can test the clause, if there is one.
    let untestable: String?
  }

  /// A row of the behavior matrix, which connects a scenario to clauses and cases.
  struct Row: Codable, Hashable, Sendable {
    let id: String
    let scenario: String
    let expectedBehavior: String
    let clauses: [String]
    let cases: [String]
    let tests: [String]
  }

  /// A case of the suite, with its input and golden if they are part of the report.
  package struct Case: Codable, Hashable, Sendable {
    package let id: String
    let description: String
    let operation: String
    let requires: [String]
    let location: SourceLocation
    /// `true` if the case is from an app's case file, otherwise `nil`.
    let isFromApp: Bool?
    /// The options that add the case to a run, or `nil` if it runs without options.
    let options: String?
    /// The clauses of the rows with this case, and all clauses that they refine.
    let clauses: [String]
    var input: String?
    var golden: String?

    private enum CodingKeys: String, CodingKey {
      case id, description, operation, requires, location
      case isFromApp = "app"
      case options, clauses, input, golden
    }
  }

  /// The results of the suite's mutants.
  struct Audit: Codable, Hashable, Sendable {
    let mutants: Int
    let killed: Int
    /// The number of killed mutants for each clause, in the order of the clauses.
    let kills: [Int]
    /// Whether the audit has no findings.
    let isSound: Bool
  }

  /// The result of one case with one implementation.
  package struct Verdict: Codable, Hashable, Sendable {
    /// The name of the case, as `CONTRACT/CASE`.
    package let testCase: String
    package let implementation: String
    /// The command-line options that select the implementation, or `nil` if it is selected by
    /// default.
    let options: String?
    package let result: Result
    /// The output, if the case did not pass.
    let output: String?

    package enum Result: Codable, Hashable, Sendable {
      /// The case passed, also in this number of other orderings.
      case passed(schedules: Int)
      case failed(failures: [Failure])
      case known(failures: [Failure], known: Known)
      /// The implementation lacks capabilities that the case requires.
      case notApplicable(lacks: [String])
      case notRun
    }

    private enum CodingKeys: String, CodingKey {
      case testCase = "case"
      case implementation, options, result, output
    }
  }

  /// A problem with an output, as text.
  package struct Failure: Codable, Hashable, Sendable {
    package enum Kind: String, Codable, Sendable {
      case noOutput, misbehaved, violates, differs, noGolden, dependsOnOrder, unusableGolden
    }

    package let kind: Kind
    /// A one-line description of the problem.
    let title: String
    /// The details in addition to the differences.
    let lines: [StyledLine]
    package let differences: [Difference]
    /// The number of differences that were left out, or `nil` if none were.
    let more: Int?
    /// The kind of the implementation's own failure, if there is one. The next members hold its
    /// message and the last lines of the log.
    let fault: KnownFailure.Kind?
    let message: String?
    let log: [String]
  }

  /// A difference between an expected and an actual value.
  package struct Difference: Codable, Hashable, Sendable {
    enum Change: String, Codable, Sendable {
      case changed, missing, unexpected, moved
    }

    let change: Change
    let pointer: String
    /// The facet that the expectation uses, if any.
    let facet: String?
    /// The identity of the array element, if it has one.
    let element: String?
    let expected: String?
    let actual: String?
    /// The rendered difference. Empty if an earlier failure of the case already shows it.
    let lines: [StyledLine]
  }

  /// Why a failure is accepted: an entry in the list of known failures, or a divergence.
  package struct Known: Codable, Hashable, Sendable {
    let kind: KnownFailure.Kind
    /// `true` if the case expects what the contract forbids, otherwise `nil`.
    let isDivergence: Bool?
    let reason: String
    let link: String?
    let expires: String?
    let location: SourceLocation

    private enum CodingKeys: String, CodingKey {
      case kind
      case isDivergence = "divergence"
      case reason, link, expires, location
    }
  }

  /// A problem with an implementation that isn't part of a verdict.
  package struct Incident: Codable, Hashable, Sendable {
    package enum Kind: String, Codable, Sendable {
      case notStarted, endedBadly, givenUp, flaky, misbehaved
    }

    package let kind: Kind
    package let implementation: String
    /// A predicate with the implementation as its subject.
    let text: String
    /// The affected cases, as `CONTRACT/CASE`.
    let cases: [String]
    let log: [String]
  }

  /// A feature that failed cases have in common.
  package struct Cause: Codable, Hashable, Sendable {
    package let implementation: String
    package let title: String
    /// The failed cases that show the cause.
    package let cases: [String]
    /// The number of cases that show nothing else.
    let alone: Int
    /// The number of cases that are counted under this cause. The sum over all causes is the number
    /// of failed cases.
    package let taken: Int
    /// The rules that the mistake may break, the most likely one first: one if the failed cases
    /// single it out, at most three otherwise. They are `CONTRACT/RULE` if there are several
    /// contracts.
    let rules: [String]
    /// The case with the fewest differences.
    let example: String
  }
}

// MARK: - Properties of the parts

extension Report {
  /// The accepted divergences with their reasons, in the order of the verdicts.
  var divergences: [(verdict: Verdict, reason: String)] {
    verdicts.compactMap { verdict in
      guard case .known(_, let known) = verdict.result, known.isDivergence == true else {
        return nil
      }
      return (verdict, known.reason)
    }
  }
}

extension Report.Verdict {
  package var contract: String {
    String(Substring(testCase.utf8.prefix { $0 != UInt8(ascii: "/") }))
  }
  package var title: String { Report.title(of: testCase, by: implementation) }

  /// The failures of a verdict that isn't a known failure, or an empty array.
  package var failures: [Report.Failure] {
    if case .failed(let failures) = result {
      failures
    } else {
      []
    }
  }

  /// The failures, known or not, or an empty array if there are none.
  var allFailures: [Report.Failure] {
    if case .known(let failures, _) = result {
      failures
    } else {
      failures
    }
  }

  package var isFailed: Bool {
    if case .failed = result {
      true
    } else {
      false
    }
  }
  package var isPassed: Bool {
    if case .passed = result {
      true
    } else {
      false
    }
  }
  /// Whether a missing golden is the only failure.
  var lacksOnlyGolden: Bool { failures.map(\.kind) == [.noGolden] }

  /// Returns whether one of the failures is of the given kind.
  func fails(_ kind: Report.Failure.Kind) -> Bool { failures.contains { $0.kind == kind } }
}

extension Report.Failure {
  /// The keys that identify the failure, compared byte by byte.
  var identity: [TextKey] {
    ([kind.rawValue, title] + lines.map { $0.text(color: false) }
      + differences.flatMap { [$0.pointer, $0.element, $0.expected, $0.actual].map { $0 ?? "" } })
      .map { TextKey($0) }
  }
}

extension Report.Suite {
  func name(of testCase: Report.Case) -> String { "\(contract)/\(testCase.id)" }
  var rules: [Report.Clause] { clauses.filter { !$0.refines.isEmpty } }
}

extension Report.Cause {
  /// The rules as a phrase, such as `rule D2` or `see D2 or D9`, or `nil` if there are none.
  var rulePhrase: String? {
    switch rules.count {
    case 0: nil
    case 1: "rule \(rules[0])"
    default: "see \(rules.dropLast().joined(separator: ", ")) or \(rules[rules.count - 1])"
    }
  }
  /// The title of the verdict on the example.
  var exampleTitle: String { Report.title(of: example, by: implementation) }
}

extension Report {
  /// Returns the title of a verdict.
  static func title(of testCase: String, by implementation: String) -> String {
    "\(testCase) (\(implementation))"
  }

  /// Whether a signal interrupted the run.
  package var isInterrupted: Bool { exitCode > 128 }

  /// A case with its suite and its rows.
  typealias Place = (suite: Suite, testCase: Case, rows: [Row])

  /// The cases by name, as `CONTRACT/CASE`.
  var places: [String: Place] {
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
}
