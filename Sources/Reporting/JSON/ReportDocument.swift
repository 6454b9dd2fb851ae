internal import CanonicalJSON
internal import Conformance

/// The JSON report, version 4, as it is written. tools/schemas/report.schema.json describes it.
///
/// These types have the members of the file and nothing else: `ReportDocument+Writing` makes them
/// from a record, and `ReportDocument+Reading` makes a record from them. Values of cases are
/// strings of JSON, so that no JSON reader loses digits of a number.
struct ReportDocument: Codable {
  let kind: String
  let version: Int
  /// The version of Parity that ran.
  let harness: String
  let exitCode: Int32
  /// The numbers of results, so that a reader of the report doesn't have to count them.
  let counts: RunRecord.Counts
  let implementations: [String]
  let provenance: Provenance?
  let labels: [String: String]?
  /// The options that reproduce the orderings; absent if no others were tried.
  let orders: Orders?
  let shard: ShardShare?
  var suites: [Suite]
  var verdicts: [Verdict]
  /// The causes by implementation, the most important to fix first.
  let causes: [Cause]
  let incidents: [Incident]
  let diagnostics: [Diagnostic]
  /// The changes since an earlier run; absent if the run wasn't compared with one.
  let against: Comparison?

  /// The value of `kind` that distinguishes a report of Parity from any other JSON file.
  static let kind = "parity-report"
  /// The version of the format that this version of Parity writes, and the only one that it reads.
  static let version = 4

  /// The options that reproduce the orderings of a run.
  struct Orders: Codable {
    /// The maximum number of orderings per case.
    let schedules: Int
    /// A text, because a seed may have more digits than a double can hold.
    let seed: String
  }

  /// The parts of a contract's suite that reports show.
  struct Suite: Codable {
    let contract: String
    let version: String
    let title: String
    /// The SHA-256 of everything that a result depends on except the implementation.
    let digest: String
    let isBundled: Bool
    let references: [String]
    let operations: [Operation]
    let clauses: [RunRecord.Clause]
    let rows: [RunRecord.Row]
    /// The cases of the suite; for a shard, only its own.
    var cases: [Case]
    /// The position of each case among all cases of the suite, counted from 0; absent unless the
    /// report is of a shard.
    let positions: [Int]?
    /// The results of the mutants; absent if they were not run.
    let audit: RunRecord.Audit?
  }

  /// An operation of a contract.
  struct Operation: Codable {
    let name: String
    /// `text` if the outputs are texts, otherwise absent.
    let output: ContractOperation.OutputForm?
    /// JSON Pointers to the places in an output that hold the kind of an element, with `*` for any
    /// token.
    let kinds: [String]
  }

  /// A case with its input and golden, unless they are too large for the report.
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
    /// The JSON of the input; absent if the report has no space for it.
    let input: String?
    /// The path of the golden; absent if the case doesn't use one.
    let goldenPath: String?
    /// The canonical JSON of the golden, or of its beginning; absent if the report has no space for
    /// it.
    let golden: String?
    /// The digest and the size of the golden if `golden` is only its beginning.
    let goldenWhole: WholeOutput?
    /// The implementations that confirm the golden; absent if there are none.
    let confirmedBy: [String]?
  }

  /// The digest and the size of an output of which the report has only the beginning.
  struct WholeOutput: Codable {
    let digest: String
    let bytes: Int
  }

  /// The result of one case with one implementation. Which members it has depends on `result`.
  struct Verdict: Codable {
    /// The name of the case, `CONTRACT/CASE`. The file calls it `case`.
    let testCase: String
    let implementation: String
    /// `named` if the implementation runs only if it is selected, `test` if it is code that a Swift
    /// test calls, otherwise absent.
    var origin: String?
    /// The command line that started the implementation, if it was given as one.
    var command: String?
    let result: Conformance.Verdict.Status
    /// The number of orderings that returned the same output, if the case passed.
    var schedules: Int?
    var failures: [Failure]?
    var known: Known?
    /// The capabilities that the case requires and the implementation lacks.
    var lacks: [String]?
    var reason: String?
    let verdictCounts: VerdictCounts?
    /// The time that the implementation took; absent if it wasn't measured.
    let microseconds: Int64?
    /// A unified diff, as `diff -u` prints it.
    let textDiff: String?
    /// The number of changed lines that the diff leaves out, if there are any.
    let textDiffMore: Int?
    /// The canonical JSON of the output, or of its beginning; absent if the case passed or if the
    /// report has no space for it.
    let output: String?
    let outputWhole: WholeOutput?

    /// The names of the members. All but `case`, which is a keyword of Swift, are those of the
    /// properties.
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
    /// The number of differences that are counted but not listed; absent if there are none.
    var more: Int?
    /// The ordering that returns another output, one line per arrival.
    var arrivals: [String]?
    var clauses: [String]?
    /// `true` if an item arrives after a newer version of itself, otherwise absent.
    var staleUpdate: Bool?
    var schedules: Int?
    /// The seed that found the ordering, as a text because of its digits.
    var seed: String?
  }

  /// A failure of an implementation itself.
  struct Fault: Codable {
    let kind: KnownFailure.Kind
    let message: String
    /// The code of a JSON-RPC error, as JSON.
    let code: String?
    let log: [String]
    /// A JSON Pointer to the part of the input that the implementation refused.
    let pointer: String?
    /// The location of the refused part in the case file.
    let location: SourceLocation?
    /// `true` if the response exceeded the size limit, otherwise absent.
    let isOverSizeLimit: Bool?
  }

  /// A statement of an expectation that the output doesn't satisfy. It is about a facet or a place.
  struct Violation: Codable {
    var facet: String?
    var pointer: String?
    let expected: String?
    let actual: String?
    let location: SourceLocation
    let unknownValues: [UnknownValue]?
    /// The alternative of a `oneOf` that the statement belongs to, otherwise absent.
    let alternative: Expectation.Alternative?
    let differences: [Difference]
    /// The number of differences that are counted but not listed; absent if there are none.
    let more: Int?
  }

  /// A value in an expectation that the facet can't have, such as a misspelled one.
  struct UnknownValue: Codable {
    let facet: String
    let value: String
    let location: SourceLocation
    /// The values that may be meant, as the end of a message.
    let hint: String
  }

  /// One place at which the actual value isn't the expected one. Which values it has depends on
  /// `change`.
  struct Difference: Codable {
    /// The way in which the values differ, without the values.
    enum Change: String, Codable {
      case changed, missing, unexpected, moved
    }

    let change: Change
    /// A JSON Pointer into the actual value if it is unexpected, otherwise into the expected one.
    let pointer: String
    /// A JSON Pointer into the actual value if its indices differ from those of `pointer`.
    let counterpart: String?
    /// The identity of the array element that is missing, unexpected or moved.
    let element: String?
    /// The expected value as JSON; absent if the value is unexpected or moved.
    var expected: String?
    /// The actual value as JSON; absent if the value is missing or moved.
    var actual: String?
    /// The indices of a moved element in the expected and in the actual array.
    var from: Int?
    var to: Int?
  }

  /// The reason why a failure doesn't fail the run: a known failure, or an accepted divergence.
  struct Known: Codable {
    let kind: KnownFailure.Kind
    /// The code of the JSON-RPC error that the failure is pinned to, as JSON.
    var code: String?
    /// The digest of the output that the failure is pinned to.
    var output: String?
    /// `true` if the case expects what the contract forbids, otherwise absent.
    var divergence: Bool?
    let reason: String
    var link: String?
    /// The last day on which the failure is excused; absent if there is no expiry date.
    var expires: String?
    /// The location of the entry that excuses the failure.
    let location: SourceLocation
  }

  /// A problem with an implementation that isn't a verdict on one of its responses.
  struct Incident: Codable {
    /// What happened. The raw values belong to the format of the file.
    enum Kind: String, Codable {
      case notStarted, endedBadly, givenUp, flaky, misbehaved, skipped
    }

    let kind: Kind
    let implementation: String
    let fault: Fault
    /// The names of the cases that the incident is about; empty if it isn't about any.
    let cases: [String]
  }

  /// The changes since an earlier run.
  struct Comparison: Codable {
    /// A change of a result, a diagnostic or an incident.
    struct Item: Codable {
      let change: RunComparison.Change
      let name: String
      let reason: Reason
      /// The status in the earlier run, for the reasons `before` and `transition`.
      var from: Conformance.Verdict.Status?
      /// The status in this run, for the reason `transition`.
      var to: Conformance.Verdict.Status?
      /// The text of a diagnostic or an incident, for the reason `message`.
      var message: String?
      let isWorse: Bool
    }

    /// Why an item is listed: a case of `RunComparison.Reason` without its values.
    enum Reason: String, Codable {
      case notInFirstRun, before, transition, sameFailure, otherFailure, moreSevereFailure
      case otherThanKnown, knownOtherwise, message
    }

    /// A difference between the runs as wholes.
    struct Note: Codable {
      /// A case of `RunComparison.Note` without its values.
      enum Kind: String, Codable {
        case suiteChanged, otherShards, lacking, interrupted
      }

      let kind: Kind
      /// The number of results that this run lacks, for the kind `lacking`.
      var count: Int?
    }

    /// The file with the report of the earlier run.
    let report: String
    let items: [Item]
    let notes: [Note]
    /// The number of results that only this run has and that aren't failures.
    let added: Int
    /// The number of results that are the same in both runs and aren't failures.
    let same: Int
  }
}
