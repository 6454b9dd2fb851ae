internal import Conformance
internal import Reporting

/// The result of checking code with a suite.
public struct ConformanceReport: Sendable {
  /// Whether every case passed or failed as the list of known failures says, the suite has no
  /// errors, and nothing was recorded.
  public let passed: Bool
  /// The report in about 30 lines: what was recorded, an example, the causes of all failures, and
  /// the numbers of cases.
  public let summary: String
  /// The names of the cases that failed, as `CONTRACT/CASE`, in the order of the suite.
  public let failedCases: [String]
  /// The names of the cases whose goldens were recorded, as `CONTRACT/CASE`, in the order of their
  /// names.
  public let recordedCases: [String]
  /// The number of cases that passed.
  public let passedCount: Int
  /// The number of cases that failed as the list of known failures says.
  public let knownFailureCount: Int
  private let verdicts: [Verdict]

  /// Creates the result of a run.
  ///
  /// - Parameters:
  ///   - record: The results of the cases, after any recording.
  ///   - verdicts: The verdicts of the same run, from which known failures can be listed.
  ///   - recorded: The changes to the goldens, or `nil` if there is none.
  ///   - notes: Further lines of the summary.
  init(
    _ record: RunRecord,
    of verdicts: [Verdict],
    recorded: Regeneration?,
    notes: [String]
  ) {
    self.verdicts = verdicts
    let changes = recorded.map { RegenerationReport().lines($0) } ?? []
    recordedCases = (recorded?.written.map(\.name) ?? []).sorted()

    passed = record.exitCode == 0 && recordedCases.isEmpty
    failedCases = record.results.filter(\.isFailed).map(\.caseName)
    passedCount = record.counts.passed
    knownFailureCount = record.counts.known

    var lines = Self.shortened(changes)
    if !recordedCases.isEmpty {
      let goldens = counted(recordedCases.count, "golden")
      lines += [
        StyledLine("recorded \(goldens); review the changes and run the tests again"), StyledLine(),
      ]
    }
    lines += ConsoleReport().lines(record, notes: notes)
    summary = lines.map { $0.text(color: false) }.joined(separator: "\n")
  }

  /// Creates the result of a check that has no case to run.
  ///
  /// - Parameter reason: The reason why there is none.
  init(skipping reason: String) {
    verdicts = []
    passed = true
    summary = reason
    failedCases = []
    recordedCases = []
    passedCount = 0
    knownFailureCount = 0
  }

  /// Returns the lines of a list of known failures that accepts exactly the failures of this check.
  ///
  /// ```swift
  /// let lines = report.knownFailures(reason: "first port, APP-12")
  /// try Data(lines.utf8).write(to: URL(filePath: "known-failures.jsonl"))
  /// ```
  ///
  /// - Parameter reason: The reason why the failures are accepted, which every line has.
  /// - Returns: JSON objects, one per line, sorted by the name of the case.
  public func knownFailures(reason: String) -> String {
    let terms = KnownFailureAddition.Terms(reason: reason, link: nil, expires: nil)
    let addition = KnownFailureAddition(of: verdicts, to: [], terms, isRenewal: false)
    return String(decoding: KnownFailuresFile.bytes(of: addition.list), as: UTF8.self)
  }

  /// The maximum number of lines about recorded goldens.
  private static let changeLimit = 20

  /// Returns at most `changeLimit` lines, the last of which has the number of lines left out.
  private static func shortened(_ lines: [StyledLine]) -> [StyledLine] {
    guard lines.count > changeLimit else { return lines }
    let hidden = lines.count - changeLimit + 1
    return lines.prefix(changeLimit - 1) + [StyledLine("… and \(hidden) more lines")]
  }
}

extension ConformanceReport: CustomStringConvertible {
  /// The summary.
  public var description: String { summary }
}
