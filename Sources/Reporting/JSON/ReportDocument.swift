internal import CanonicalJSON
internal import Conformance

/// The JSON report, version 4, as it is written. tools/schemas/report.schema.json describes it.
///
/// These types have the members of the file and nothing else: `ReportDocument+Writing` makes them
/// from a record, and `ReportDocument+Reading` makes a record from them. Values of cases are strings
/// of JSON, so that no JSON reader loses digits of a number.
struct ReportDocument: Codable {
  let kind: String
  let version: Int
  let harness: String
  let exitCode: Int32
  let counts: RunRecord.Counts
  let implementations: [String]
  let provenance: Provenance?
  let labels: [String: String]?
  let orders: Orders?
  let shard: ShardShare?
  var suites: [Suite]
  var verdicts: [Verdict]
  let causes: [Cause]
  let incidents: [Incident]
  let diagnostics: [Diagnostic]
  let against: Comparison?

  static let kind = "parity-report"
  static let version = 4

  struct Orders: Codable {
    let schedules: Int
    /// A text, because a seed may have more digits than a double can hold.
    let seed: String
  }

  struct Suite: Codable {
    let contract: String
    let version: String
    let title: String
    let digest: String
    let isBundled: Bool
    let references: [String]
    let operations: [Operation]
    let clauses: [RunRecord.Clause]
    let rows: [RunRecord.Row]
    var cases: [Case]
    let positions: [Int]?
    let audit: RunRecord.Audit?
  }

  struct Operation: Codable {
    let name: String
    /// `text` if the outputs are texts, otherwise absent.
    let output: ContractOperation.OutputForm?
    let kinds: [String]
  }

  struct Case: Codable {
    let id: String
    let description: String
    let operation: String
    let requires: [String]
    let location: SourceLocation
    /// `true` if the case is from an app's case file, otherwise absent.
    let app: Bool?
    let options: String?
    let clauses: [String]
    let input: String?
    /// The path of the golden; absent if the case doesn't use one.
    let goldenPath: String?
    let golden: String?
    let goldenWhole: Whole?
    let confirmedBy: [String]?
  }

  /// The digest and the size of an output of which the report has only the beginning.
  struct Whole: Codable {
    let digest: String
    let bytes: Int
  }

  struct Verdict: Codable {
    let testCase: String
    let implementation: String
    /// `named` if the implementation runs only if it is selected, otherwise absent.
    let origin: String?
    /// The command line that started the implementation, if it was given as one.
    let command: String?
    let result: Conformance.Verdict.Status
    let schedules: Int?
    let failures: [Failure]?
    let known: Known?
    let lacks: [String]?
    let reason: String?
    let verdictCounts: VerdictCounts?
    let microseconds: Int64?
    /// A unified diff, as `diff -u` prints it.
    let textDiff: String?
    /// The number of changed lines that the diff leaves out, if there are any.
    let textDiffMore: Int?
    let output: String?
    let outputWhole: Whole?

    private enum CodingKeys: String, CodingKey {
      case testCase = "case"
      case implementation, origin, command, result, schedules, failures, known, lacks, reason
      case verdictCounts, microseconds, textDiff, textDiffMore, output, outputWhole
    }
  }

  /// A failure of a case. Which members it has depends on its kind.
  struct Failure: Codable {
    let kind: Conformance.Verdict.Failure.Kind
    var fault: Fault?
    var violations: [Violation]?
    var differences: [Difference]?
    var more: Int?
    var arrivals: [String]?
    var clauses: [String]?
    /// `true` if an item arrives after a newer version of itself, otherwise absent.
    var staleUpdate: Bool?
    var schedules: Int?
    var seed: String?
  }

  /// A failure of an implementation itself.
  struct Fault: Codable {
    let kind: KnownFailure.Kind
    let message: String
    /// The code of a JSON-RPC error, as JSON.
    let code: String?
    let log: [String]
    let pointer: String?
    let location: SourceLocation?
    /// `true` if the response exceeded the size limit, otherwise absent.
    let isOverLimit: Bool?
  }

  /// A statement of an expectation that the output doesn't satisfy. It is about a facet or a place.
  struct Violation: Codable {
    let facet: String?
    let pointer: String?
    let expected: String?
    let actual: String?
    let location: SourceLocation
    let unknownValues: [UnknownValue]?
    /// The alternative of a `oneOf` that the statement belongs to, otherwise absent.
    let alternative: Expectation.Alternative?
    let differences: [Difference]
    let more: Int?
  }

  struct UnknownValue: Codable {
    let facet: String
    let value: String
    let location: SourceLocation
    let hint: String
  }

  struct Difference: Codable {
    enum Change: String, Codable {
      case changed, missing, unexpected, moved
    }

    let change: Change
    let pointer: String
    let counterpart: String?
    let element: String?
    var expected: String?
    var actual: String?
    var from: Int?
    var to: Int?
  }

  struct Known: Codable {
    let kind: KnownFailure.Kind
    let code: String?
    let output: String?
    /// `true` if the case expects what the contract forbids, otherwise absent.
    let divergence: Bool?
    let reason: String
    let link: String?
    let expires: String?
    let location: SourceLocation
  }

  struct Incident: Codable {
    enum Kind: String, Codable {
      case notStarted, endedBadly, givenUp, flaky, misbehaved, skipped
    }

    let kind: Kind
    let implementation: String
    let fault: Fault
    let cases: [String]
  }

  struct Comparison: Codable {
    struct Item: Codable {
      let change: RunComparison.Change
      let name: String
      let reason: Reason
      var from: Conformance.Verdict.Status?
      var to: Conformance.Verdict.Status?
      var message: String?
      let isWorse: Bool
    }

    enum Reason: String, Codable {
      case notInFirstRun, before, transition, sameFailure, otherFailure, moreSevereFailure
      case otherThanKnown, knownOtherwise, message
    }

    struct Note: Codable {
      enum Kind: String, Codable {
        case suiteChanged, otherShards, lacking, interrupted
      }

      let kind: Kind
      var count: Int?
    }

    let report: String
    let items: [Item]
    let notes: [Note]
    let added: Int
    let same: Int
  }
}
