internal import CanonicalJSON
internal import Conformance

/// An item of a report: a verdict, an incident, a diagnostic, or a problem with the run itself.
///
/// All formats for test results use these entries. All texts are `printable` and on one line each.
struct ReportEntry {
  /// What an entry says about the run. Each format has its own words for these.
  enum Outcome: Hashable {
    case passed
    case notice
    case warning
    case failed
    /// The case has no output to check.
    case broken
    case known(reason: String)
    case notChecked(reason: String)
  }

  /// The contract, or `parity` for an entry that belongs to none.
  let group: String
  /// The name of the case and implementation, or of what else the entry is about.
  let name: String
  let outcome: Outcome
  /// A one-line description of the problem, or an empty string if there is none.
  let summary: String
  /// The lines below the summary, which may repeat it.
  let details: [String]
  /// The location in the repository, or `nil` if there is none that a reader could open.
  let location: SourceLocation?
  /// The input of a failed case as JSON, or `nil` for any other entry.
  let input: String?
  /// The time that the implementation took for the case, or `nil` if it isn't known.
  let duration: Duration?

  /// The group of entries that belong to no contract.
  static let ownGroup = "parity"

  /// Creates an entry from any texts, which it makes printable and cuts if they are too long.
  init(
    group: String = ownGroup,
    name: String,
    _ outcome: Outcome,
    summary: String = "",
    details: [String] = [],
    location: SourceLocation? = nil,
    input: String? = nil,
    duration: Duration? = nil
  ) {
    self.group = printable(group)
    self.name = printable(name)
    self.outcome = outcome
    self.summary = Self.excerpt(printable(summary))
    self.details = Self.excerpt(details.map { printable($0) })
    self.location = location
    self.input = input
    self.duration = duration
  }

  /// The group and the name, which identify the entry in a report.
  var path: String { "\(group)/\(name)" }
  /// Whether the entry makes the run fail.
  var isRed: Bool { outcome == .failed || outcome == .broken }

  /// The maximum size of the details, in bytes.
  private static let byteLimit = 64 << 10

  /// Returns the first 500 characters of a summary, so that a list of entries stays readable.
  private static func excerpt(_ summary: String) -> String {
    let start = summary.unicodeScalars.prefix(500)
    return start.endIndex == summary.unicodeScalars.endIndex
      ? summary : "\(String(String.UnicodeScalarView(start)))…"
  }

  /// Returns as many lines as fit in 64 KiB, followed by a note if any were cut.
  private static func excerpt(_ lines: [String]) -> [String] {
    var rest = byteLimit
    var kept: [String] = []
    for line in lines {
      rest -= line.utf8.count + 1
      guard rest >= 0 else {
        return kept + ["… cut at 64 KiB; the console and the JSON report have more"]
      }
      kept.append(line)
    }
    return kept
  }
}

extension RunRecord {
  /// The entries of the report, which include every reason why the run fails.
  var entries: [ReportEntry] {
    let places = places
    let changes = Dictionary(
      (comparison?.items ?? []).map {
        (TextKey($0.name), "\($0.change.rawValue): \($0.reason.text)")
      }
    ) { first, _ in first }

    let verdicts = results.compactMap { result in
      places[result.caseName].map { entry(result, $0, since: changes[TextKey(result.title)]) }
    }
    let entries = verdicts + incidents.map(entry) + diagnostics.map(entry)
    let ownEntries = ownEntries(isReported: entries.contains(where: \.isRed))
    return entries + ownEntries + [comparison.map(comparisonEntry)].compactMap(\.self)
  }

  /// Returns the notice that lists the changes since an earlier run.
  private func comparisonEntry(_ comparison: RunComparison) -> ReportEntry {
    ReportEntry(
      name: "since \(comparison.report)",
      .notice,
      summary: comparison.heading,
      details: comparison.lines.map { $0.text(color: false) }
    )
  }

  /// Returns the entry for a result.
  ///
  /// - Parameters:
  ///   - result: The result.
  ///   - place: The case with its suite and rows.
  ///   - change: The change since an earlier report, or `nil` if there is none.
  private func entry(_ result: CaseResult, _ place: Place, since change: String?) -> ReportEntry {
    switch result.result {
    case .passed:
      return verdictEntry(.passed, result, place)
    case .failed(let failures):
      return failureEntry(failures, result, place, since: change)
    case .known(_, let excuse):
      return verdictEntry(.known(reason: printable(excuse.text)), result, place)
    case .notApplicable(let lacking):
      let reason = "not applicable: the implementation lacks \(lacking.joined(separator: ", "))"
      return verdictEntry(.notChecked(reason: printable(reason)), result, place)
    case .skipped(let reason):
      return verdictEntry(.notChecked(reason: printable("skipped: \(reason)")), result, place)
    case .notRun:
      return verdictEntry(.notChecked(reason: "not run"), result, place)
    }
  }

  /// Returns the entry for a failed result, with the lines that the console prints for the case.
  private func failureEntry(
    _ failures: [Verdict.Failure],
    _ result: CaseResult,
    _ place: Place,
    since change: String?
  ) -> ReportEntry {
    let extent = CaseVerdicts.Extent(differences: 100, width: 80, hasLegend: true)
    let lines = CaseVerdicts(results: [result]).details(place, orders: orders, extent)
    let history = change.map { ["since \(comparison?.report ?? ""): \($0)"] } ?? []
    let texts = FailureText.texts(
      of: failures,
      in: result.caseName,
      form: place.suite.outputForm(of: place.testCase)
    )

    return verdictEntry(
      result.fails(.noOutput) ? .broken : .failed,
      result,
      place,
      summary: texts.first?.message ?? "",
      details: history + lines.map { $0.text(color: false) },
      input: place.testCase.input?.inputText
    )
  }

  /// Returns the entry for a result. The files of a bundled suite aren't in the repository, so its
  /// cases have no location.
  private func verdictEntry(
    _ outcome: ReportEntry.Outcome,
    _ result: CaseResult,
    _ place: Place,
    summary: String = "",
    details: [String] = [],
    input: String? = nil
  ) -> ReportEntry {
    ReportEntry(
      group: place.suite.contract,
      name: "\(place.testCase.id) (\(result.implementation))",
      outcome,
      summary: summary,
      details: details,
      location: place.suite.isBundled ? nil : place.testCase.location,
      input: input,
      duration: result.duration
    )
  }

  /// Returns the entry for an incident. Its summary is the first of its lines.
  private func entry(_ incident: Incident) -> ReportEntry {
    let lines = incident.lines.map { $0.text(color: false) }
    return ReportEntry(name: incident.implementation, .broken, summary: lines[0], details: lines)
  }

  /// Returns the entry for a diagnostic. Only an error makes the run fail.
  private func entry(_ diagnostic: Diagnostic) -> ReportEntry {
    ReportEntry(
      name: "\(diagnostic.location): \(diagnostic.message)",
      diagnostic.severity == .error ? .failed : .warning,
      summary: diagnostic.message,
      details: ["\(diagnostic.location)"] + diagnostic.notes,
      location: diagnostic.location
    )
  }

  /// Returns entries for problems that no other entry reports, so that a failed run never has a
  /// report without failures.
  private func ownEntries(isReported: Bool) -> [ReportEntry] {
    if isInterrupted {
      return [
        ReportEntry(
          name: "the run",
          .broken,
          summary: "the run was interrupted; the remaining cases were not checked"
        )
      ]
    }

    if let shard, shard.isIdle || shard.cases == 0, exitCode == 0 {
      let name = "shard \(shard.index) of \(shard.count)"
      return [
        ReportEntry(
          name: name,
          .notChecked(reason: "this shard has no cases to check; all of them are in other shards")
        )
      ]
    }

    guard exitCode != 0, !isReported else { return [] }

    if let unsound = suites.first(where: { $0.audit?.isSound == false }) {
      return [
        ReportEntry(
          name: "the audit",
          .failed,
          summary: "the audit of \(unsound.contract) has findings"
        )
      ]
    }

    let idle = parts.filter { $0.counts.checked == 0 }.map {
      "\($0.suite.contract) (\($0.implementation))"
    }
    let list = idle.isEmpty ? "" : ": \(idle.joined(separator: ", "))"
    return [ReportEntry(name: "the run", .failed, summary: "no case was checked\(list)")]
  }
}

extension Verdict.Excuse {
  /// The reason with the kind of the excuse, such as `known to fail: not written yet`.
  fileprivate var text: String {
    switch self {
    case .divergence(let divergence): return "accepted divergence: \(divergence.reason)"
    case .knownFailure(let known):
      let link = known.link.map { ", \($0)" } ?? ""
      let until = known.expires.map { ", until \($0)" } ?? ""
      return "known to fail: \(known.reason)\(link)\(until)"
    }
  }
}
