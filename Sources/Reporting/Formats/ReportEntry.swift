internal import CanonicalJSON
internal import Conformance

/// One thing that a run tells of: a verdict, an incident, a diagnostic, or something wrong with the
/// run itself.
///
/// What formats of test results share. All of its texts are `printable`, on one line each.
struct ReportEntry {
  enum Outcome: Hashable {
    case passed
    case notice
    case warning
    case failed
    /// There is no output to judge.
    case broken
    case known(reason: String)
    case notJudged(reason: String)
  }

  /// The contract, or `parity` for what belongs to none.
  let group: String
  let name: String
  let outcome: Outcome
  /// What is wrong, in a line; empty where nothing is.
  let summary: String
  let details: [String]
  let location: SourceLocation?

  /// Of what belongs to no contract.
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
  var isRed: Bool { outcome == .failed || outcome == .broken }

  // A line that nobody reads to its end is no summary.
  private static func excerpt(_ summary: String) -> String {
    let start = summary.unicodeScalars.prefix(500)
    return start.endIndex == summary.unicodeScalars.endIndex
      ? summary : "\(String(String.UnicodeScalarView(start)))…"
  }

  /// As many lines as 64 KiB hold, and a note.
  private static func excerpt(_ lines: [String]) -> [String] {
    var rest = ValueRoom.limit
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
  /// Everything that the run tells of; whatever makes it red is among them.
  var entries: [ReportEntry] {
    let places = places
    let changes = Dictionary(
      (against?.items ?? []).map { (TextKey($0.name), "\($0.change.rawValue): \($0.note)") }
    ) { first, _ in first }
    let entries =
      verdicts.compactMap { verdict in
        places[verdict.testCase].map { entry(verdict, $0, since: changes[TextKey(verdict.title)]) }
      } + incidents.map(entry) + diagnostics.map(entry)
    return entries + ownEntries(isTold: entries.contains(where: \.isRed))
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

  /// - Parameter change: since an earlier report.
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
        location: place.suite.isCarried ? nil : place.testCase.location
      )
    }
    switch verdict.result {
    case .passed: return entry(.passed)
    case .failed(let failures):
      let details = CaseVerdicts(verdicts: [verdict]).details(place, orders: orders, limit: 100)
      return entry(
        verdict.fails(.noOutput) ? .broken : .failed,
        summary: (failures.prefix(1).map(\.summary) + failures.dropFirst().map(\.title)).joined(
          separator: "; "
        ),
        details: (change.map { ["since \(against?.report ?? ""): \($0)"] } ?? [])
          + details.map { $0.text(color: false) }
      )
    case .known(_, let known):
      let until = known.expires.map { ", until \($0)" } ?? ""
      return entry(
        .known(
          reason: printable(
            "known to fail: \(known.reason)\(known.link.map { ", \($0)" } ?? "")\(until)"
          )
        )
      )
    case .notApplicable(let lacking):
      return entry(
        .notJudged(reason: printable("not applicable: lacks \(lacking.joined(separator: ", "))"))
      )
    case .notRun: return entry(.notJudged(reason: "not run"))
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

  /// What nothing else tells, so that no report of a red run is green.
  private func ownEntries(isTold: Bool) -> [ReportEntry] {
    if isInterrupted {
      return [
        ReportEntry(
          name: "the run",
          .broken,
          summary: "the run was interrupted; what is missing was not judged"
        )
      ]
    }
    if let shard, shard.isIdle || shard.cases == 0, exitCode == 0 {
      let name = "shard \(shard.index) of \(shard.count)"
      return [
        ReportEntry(name: name, .notJudged(reason: "it has no case; the other shards have them"))
      ]
    }
    guard exitCode != 0, !isTold else { return [] }
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
    return [ReportEntry(name: "the run", .failed, summary: "nothing was judged\(list)")]
  }
}
