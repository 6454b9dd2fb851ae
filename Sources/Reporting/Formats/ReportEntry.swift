internal import CanonicalJSON
internal import Conformance

/// An item of a report: a verdict, an incident, a diagnostic, or a problem with the run itself.
///
/// All formats for test results use these entries. All texts are `printable` and on one line each.
struct ReportEntry {
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
  let name: String
  let outcome: Outcome
  /// A one-line description of the problem, or an empty string if there is none.
  let summary: String
  let details: [String]
  let location: SourceLocation?

  /// The group of entries that belong to no contract.
  static let ownGroup = "parity"

  init(
    group: String = ownGroup,
    name: String,
    _ outcome: Outcome,
    summary: String = "",
    details: [String] = [],
    location: SourceLocation? = nil
  ) {
    self.group = printable(group)
    self.name = printable(name)
    self.outcome = outcome
    self.summary = Self.excerpt(printable(summary))
    self.details = Self.excerpt(details.map { printable($0) })
    self.location = location
  }

  var path: String { "\(group)/\(name)" }
  /// Whether the entry makes the run fail.
  var isRed: Bool { outcome == .failed || outcome == .broken }

  // Limit the length so that the summary stays readable.
  private static func excerpt(_ summary: String) -> String {
    let start = summary.unicodeScalars.prefix(500)
    return start.endIndex == summary.unicodeScalars.endIndex
      ? summary : "\(String(String.UnicodeScalarView(start)))…"
  }

  /// Returns as many lines as fit in 64 KiB, followed by a note if any were cut.
  private static func excerpt(_ lines: [String]) -> [String] {
    var rest = SizeBudget.limit
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

extension Report {
  /// The entries of the report, which include every reason why the run fails.
  var entries: [ReportEntry] {
    let places = places
    let changes = Dictionary(
      (against?.items ?? []).map { (TextKey($0.name), "\($0.change.rawValue): \($0.note)") }
    ) { first, _ in first }
    let entries =
      verdicts.compactMap { verdict in
        places[verdict.testCase].map { entry(verdict, $0, since: changes[TextKey(verdict.title)]) }
      } + incidents.map(entry) + diagnostics.map(entry)
    return entries + ownEntries(isReported: entries.contains(where: \.isRed))
      + [against].compactMap(\.self).map { comparison in
        let lines = comparison.lines.map { $0.text(color: false) }
        return ReportEntry(
          name: "since \(comparison.report)",
          .notice,
          summary: comparison.heading,
          details: lines
        )
      }
  }

  /// Returns the entry for a verdict.
  ///
  /// - Parameters:
  ///   - verdict: The verdict.
  ///   - place: The case with its suite and rows.
  ///   - change: The change since an earlier report, or `nil` if there is none.
  private func entry(_ verdict: Verdict, _ place: Place, since change: String?) -> ReportEntry {
    func entry(
      _ outcome: ReportEntry.Outcome,
      summary: String = "",
      details: [String] = []
    ) -> ReportEntry {
      ReportEntry(
        group: place.suite.contract,
        name: "\(place.testCase.id) (\(verdict.implementation))",
        outcome,
        summary: summary,
        details: details,
        location: place.suite.isBundled ? nil : place.testCase.location
      )
    }
    switch verdict.result {
    case .passed: return entry(.passed)
    case .failed(let failures):
      let extent = CaseVerdicts.Extent(differences: 100, width: 80, hasLegend: true)
      let details = CaseVerdicts(verdicts: [verdict]).details(place, orders: orders, extent)
      return entry(
        verdict.fails(.noOutput) ? .broken : .failed,
        summary: (failures.prefix(1).map(\.summary) + failures.dropFirst().map(\.title)).joined(
          separator: "; "
        ),
        details: (change.map { ["since \(against?.report ?? ""): \($0)"] } ?? [])
          + details.map { $0.text(color: false) }
      )
    case .known(_, let known): return entry(.known(reason: printable(known.text)))
    case .notApplicable(let lacking):
      return entry(
        .notChecked(
          reason: printable(
            "not applicable: the implementation lacks \(lacking.joined(separator: ", "))"
          )
        )
      )
    case .notRun: return entry(.notChecked(reason: "not run"))
    }
  }

  private func entry(_ incident: Incident) -> ReportEntry {
    let lines = incident.lines.map { $0.text(color: false) }
    return ReportEntry(name: incident.implementation, .broken, summary: lines[0], details: lines)
  }

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
    let idle = parts.filter { $0.counts.judged == 0 }.map {
      "\($0.suite.contract) (\($0.implementation))"
    }
    let list = idle.isEmpty ? "" : ": \(idle.joined(separator: ", "))"
    return [ReportEntry(name: "the run", .failed, summary: "no case was checked\(list)")]
  }
}
