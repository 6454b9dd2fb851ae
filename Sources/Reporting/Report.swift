internal import CanonicalJSON
package import Conformance

/// A run as data: every report is made from it alone, and reading its JSON gives an equal value.
///
/// tools/schemas/report.schema.json says what its members are. Values of cases are texts of
/// canonical JSON, so that no reader of numbers can lose digits; long ones are cut (`ValueRoom`).
package struct Report: Codable, Hashable, Sendable {
  package private(set) var kind = Self.kind
  package private(set) var version = Self.version
  /// The version of the harness that ran.
  package let harness: String
  /// What the run ended with; above 128 where a signal interrupted it.
  package var exitCode: Int32
  package var counts: Counts
  /// The names of those that were asked, or would have been, in order.
  package let implementations: [String]
  /// The other orders of arrival that were tried.
  package let orders: Orders?
  /// Nil: not of a shard.
  package var shard: ShardShare?
  package var suites: [Suite]
  /// In order of suite, implementation and case.
  package var verdicts: [Verdict]
  /// By implementation; what is to be fixed first comes first.
  package var causes: [Cause]
  package var incidents: [Incident]
  /// In order of file and position.
  package var diagnostics: [Diagnostic]
  /// What is different since an earlier run; nil: none was named.
  package var against: ReportComparison?

  static let kind = "parity-report"
  static let version = 3
}

extension Report {
  /// What finds the other orders again. The seed is a text, since it may have more digits than a
  /// double holds.
  package struct Orders: Codable, Hashable, Sendable {
    package let schedules: Int
    package let seed: String

    package init(_ orderIndependence: OrderIndependence) {
      schedules = orderIndependence.schedules
      seed = "\(orderIndependence.seed)"
    }

    var options: String { "--schedules \(schedules) --seed \(seed)" }
  }

  package struct Suite: Codable, Hashable, Sendable {
    package let contract: String
    let version: String
    let title: String
    /// SHA-256 of all that a verdict depends on beside the implementation.
    let digest: String
    /// Whether it comes with the program, so that its files are not in the repository.
    let isCarried: Bool
    /// The implementations that goldens come from, in order of preference; `nil` in the report of
    /// an earlier version.
    let references: [String]?
    let operations: [Operation]
    let clauses: [Clause]
    let rows: [Row]
    /// Of a shard, its own.
    var cases: [Case]
    /// Of a shard: where each of them stands among all of the suite, from 0. Nil: these are all.
    var positions: [Int]?
    /// Nil: its mutants were not judged.
    let audit: Audit?
  }

  struct Operation: Codable, Hashable, Sendable {
    let name: String
    /// Where outputs say of what kind an element is: JSON Pointers in which `*` stands for any
    /// token.
    let kinds: [String]
  }

  struct Clause: Codable, Hashable, Sendable {
    let id: String
    let text: String
    let level: String
    /// Of a rule: the clauses that it refines.
    let refines: [String]
    /// Why no case can test it.
    let untestable: String?
  }

  struct Row: Codable, Hashable, Sendable {
    let id: String
    let scenario: String
    let expectedBehavior: String
    let clauses: [String]
    let cases: [String]
    let tests: [String]
  }

  package struct Case: Codable, Hashable, Sendable {
    package let id: String
    let description: String
    let operation: String
    let requires: [String]
    let location: SourceLocation
    /// Those of its rows, and all that these refine.
    let clauses: [String]
    var input: String?
    var golden: String?
  }

  struct Audit: Codable, Hashable, Sendable {
    let mutants: Int
    let killed: Int
    /// Of each clause, in their order.
    let kills: [Int]
    let isSound: Bool
  }

  package struct Verdict: Codable, Hashable, Sendable {
    /// `CONTRACT/CASE`
    package let testCase: String
    package let implementation: String
    /// The options of the command line that name it; nil: it is judged anyway.
    let options: String?
    package let result: Result
    /// What came back, of a case that did not pass.
    let output: String?

    package enum Result: Codable, Hashable, Sendable {
      /// In so many other orders of arrival too.
      case passed(schedules: Int)
      case failed(failures: [Failure])
      case known(failures: [Failure], known: Known)
      case notApplicable(lacks: [String])
      case notRun
    }

    private enum CodingKeys: String, CodingKey {
      case testCase = "case"
      case implementation, options, result, output
    }
  }

  /// One thing that is wrong with an answer, in words.
  package struct Failure: Codable, Hashable, Sendable {
    package enum Kind: String, Codable, Sendable {
      case noOutput, misbehaved, violates, differs, noGolden, dependsOnOrder, unusableGolden
    }

    package let kind: Kind
    /// What is wrong, in a line.
    let title: String
    /// What shows it, beside the differences.
    let lines: [StyledLine]
    package let differences: [Difference]
    /// How many more there are; nil: none.
    let more: Int?
    /// How the implementation failed to answer, what it said of it, and the last that it wrote of
    /// its own.
    let fault: KnownFailure.Kind?
    let message: String?
    let log: [String]
  }

  package struct Difference: Codable, Hashable, Sendable {
    enum Change: String, Codable, Sendable {
      case changed, missing, unexpected, moved
    }

    let change: Change
    let pointer: String
    /// The facet that the expectation is about.
    let facet: String?
    /// The identity of an array's element.
    let element: String?
    let expected: String?
    let actual: String?
    /// None where an earlier failure of the case has told the same.
    let lines: [StyledLine]
  }

  package struct Known: Codable, Hashable, Sendable {
    let kind: KnownFailure.Kind
    let reason: String
    let link: String?
    let expires: String?
    let location: SourceLocation
  }

  package struct Incident: Codable, Hashable, Sendable {
    package enum Kind: String, Codable, Sendable {
      case notStarted, endedBadly, givenUp, flaky, misbehaved
    }

    package let kind: Kind
    package let implementation: String
    /// A predicate of the implementation.
    let text: String
    /// `CONTRACT/CASE`
    let cases: [String]
    let log: [String]
  }

  /// What failed cases have in common.
  package struct Cause: Codable, Hashable, Sendable {
    package let implementation: String
    package let title: String
    /// The failed cases that show it.
    package let cases: [String]
    /// How many of them show nothing else.
    let alone: Int
    /// How many are counted as its own: the sum of all causes is the number of failed cases.
    package let taken: Int
    /// The rule of whose cases the largest share is among them, `CONTRACT/RULE` where there are
    /// several contracts.
    let rule: String?
    /// The case with the fewest differences.
    let example: String
  }
}

// MARK: - What its parts are, less their details

extension Report.Verdict {
  package var contract: String {
    String(Substring(testCase.utf8.prefix { $0 != UInt8(ascii: "/") }))
  }
  package var title: String { Report.title(of: testCase, by: implementation) }

  /// Empty unless it failed without being known to.
  package var failures: [Report.Failure] {
    if case .failed(let failures) = result {
      failures
    } else {
      []
    }
  }

  /// Empty unless it failed, known to or not.
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
  var lacksOnlyGolden: Bool { failures.map(\.kind) == [.noGolden] }

  func fails(_ kind: Report.Failure.Kind) -> Bool { failures.contains { $0.kind == kind } }
}

extension Report.Failure {
  /// What tells it from others, byte by byte.
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
  /// That of the verdict on the example.
  var exampleTitle: String { Report.title(of: example, by: implementation) }
}

extension Report {
  /// What a verdict is told by.
  static func title(of testCase: String, by implementation: String) -> String {
    "\(testCase) (\(implementation))"
  }

  package var isInterrupted: Bool { exitCode > 128 }

  /// A case, its suite and its rows.
  typealias Place = (suite: Suite, testCase: Case, rows: [Row])

  /// By `CONTRACT/CASE`.
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
