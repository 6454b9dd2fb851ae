internal import CanonicalJSON
internal import Conformance

/// The last line of a command that checks something. It begins with PASS, FAIL or INTERRUPTED.
package struct Conclusion: Sendable {
  /// The word that the line begins with.
  package enum Result: String, Sendable {
    case pass = "PASS"
    case fail = "FAIL"
    case interrupted = "INTERRUPTED"
  }

  private let result: Result
  /// The rest of the line.
  private let text: String

  /// - Parameters:
  ///   - result: The word that the line begins with.
  ///   - text: The rest of the line.
  package init(_ result: Result, _ text: String) {
    self.result = result
    self.text = text
  }

  /// The line. The result is green if it is a pass, otherwise red.
  package var line: StyledLine {
    StyledLine([.init("\(result.rawValue)  ", result == .pass ? .added : .removed), .init(text)])
  }
}

extension Conclusion {
  /// Creates the last line of a check.
  ///
  /// - Parameters:
  ///   - report: The run.
  ///   - duration: The time that the run took, or `nil` if it isn't known.
  init(_ report: RunRecord, after duration: Duration?) {
    let cases = CaseCounts(report.results)
    let time = duration.map { " in \($0.shortText)" } ?? ""
    let counts = report.counts
    let details = [
      counts.known > 0 ? ", \(figure(counts.known)) known to fail" : "",
      counts.skippedByProgram > 0
        ? ", \(figure(counts.skippedByProgram)) skipped at run time" : "",
      counts.skippedCases > 0 ? ", \(figure(counts.skippedCases)) skipped" : "",
    ].joined()

    if report.isInterrupted {
      let failed = cases.failed > 0 ? ", \(figure(cases.failed)) failed" : ""
      let checked = cases.checked == 0 ? "before the first case" : "after \(cases.checkedText)"
      self.init(.interrupted, checked + time + failed + details)
    } else if report.exitCode == 0 {
      let checked = cases.checked == 0 ? "this shard has no cases to check" : cases.checkedText
      self.init(.pass, checked + time + details)
    } else {
      let reasons = Self.reasons(report, cases).joined(separator: ", ")
      let isOtherwiseFine = cases.failed == 0 && cases.checked > 0
      let rest = isOtherwiseFine ? "; \(cases.checkedText) passed" : ""
      self.init(.fail, reasons + rest + time + details)
    }
  }

  /// Returns the reasons why a run fails.
  private static func reasons(_ report: RunRecord, _ cases: CaseCounts) -> [String] {
    var reasons: [String] = []
    if cases.failed > 0 {
      reasons.append("\(figure(cases.failed)) of \(cases.checkedText) failed")
    }

    let incidents = report.incidents.filter { !$0.isAboutSkips }
    let errors = report.diagnostics.count { $0.severity == .error } + incidents.count
    if errors > 0 {
      reasons.append(figure(errors, "error"))
    }
    if incidents.count < report.incidents.count {
      reasons.append("too many cases were skipped at run time")
    }

    if report.suites.contains(where: { $0.audit?.isSound == false }) {
      reasons.append("the audit failed")
    }
    if report.checkedNothing {
      let isPartial = cases.checked > 0
      reasons.append(
        isPartial ? "an implementation checked no case of a contract" : "no case was checked"
      )
    }

    return reasons
  }
}

/// The number of cases of a run, each counted once however many implementations ran it.
struct CaseCounts {
  /// The number of cases that at least one implementation was checked with.
  let checked: Int
  /// The number of cases that at least one implementation fails. Known failures don't count.
  let failed: Int
  /// The number of checked cases that no implementation fails, not even as a known failure.
  let passed: Int

  /// Counts the cases of a run's results.
  init(_ results: [CaseResult]) {
    let checked = results.filter(\.result.status.isChecked)
    self.checked = Set(checked.map { TextKey($0.caseName) }).count
    failed = Set(checked.filter(\.isFailed).map { TextKey($0.caseName) }).count
    passed = self.checked - Set(checked.filter { !$0.isPassed }.map { TextKey($0.caseName) }).count
  }

  /// The number of checked cases with its noun, such as `2,255 cases`.
  var checkedText: String { figure(checked, "case") }
}
