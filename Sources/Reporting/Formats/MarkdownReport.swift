internal import CanonicalJSON
package import Conformance

/// A run in GitHub's Markdown: the result, the causes, the failures without a cause, what is new,
/// and what ran.
package struct MarkdownReport: Sendable {
  private let report: RunRecord

  /// The maximum number of rows of a table, so that a comment has room for it.
  private static let mostRows = 100

  /// - Parameter report: The run to report.
  package init(_ report: RunRecord) { self.report = report }

  /// The document, which ends with a line feed.
  package var text: String {
    let sections = [
      "## Parity: \(report.exitCode == 0 ? "passed" : "failed")",
      "\(report.shard.map { "\($0); " } ?? "")\(counts)",
      causes,
      failures,
      divergences,
      report.comparison.map(since),
      parts,
      implementations,
      origin,
    ]
    return sections.compactMap(\.self).joined(separator: "\n\n") + "\n"
  }

  /// The counts of verdicts, also of those that are zero.
  private var counts: String {
    let counts = report.counts
    return "\(counts.checked) checked, \(counts.passed) passed, \(counts.failed) failed, "
      + "\(counts.known) known, \(counts.notApplicable) not applicable, "
      + (counts.skippedByProgram > 0 ? "\(counts.skippedByProgram) skipped at run time, " : "")
      + "\(counts.skipped) skipped"
  }

  // MARK: - Problems

  /// The causes by implementation, or `nil` if there are none.
  private var causes: String? {
    let rows = report.causes.map { cause in
      [
        "\(cause.cases.count)", "\(cause.alone)", cause.title, cause.implementation,
        cause.ruleNames.joined(separator: ", "), cause.example,
      ]
    }
    let head = ["cases", "no other cause", "cause", "implementation", "rule", "example"]
    return table(head, rows)
  }

  /// The problems that aren't failures with a cause.
  private var failures: String? {
    let failed = Set(report.results.filter(\.isFailed).map { TextKey($0.title) })
    let listed = report.entries.filter { entry in
      let hasCause = !report.causes.isEmpty && failed.contains(TextKey(entry.path))
      return entry.isRed && !hasCause
    }
    return table(["name", "reason"], listed.map { [$0.path, $0.summary] })
  }

  /// The accepted divergences with their reasons, or `nil` if there are none.
  private var divergences: String? {
    let rows = report.divergences.map { [$0.result.title, $0.reason] }
    return table(["accepted divergence", "reason"], rows)
  }

  /// Returns the changes since an earlier run, under a line that names its report.
  private func since(_ comparison: RunComparison) -> String {
    let rows = comparison.items.map { [$0.change.rawValue, $0.name, $0.reason.text] }
    let parts = [Self.code(comparison.heading), table(["change", "name", "details"], rows)]
    return parts.compactMap(\.self).joined(separator: "\n\n")
  }

  // MARK: - What ran

  /// The counts of each contract and implementation. The verdicts in outputs have a column only if
  /// some outputs consist of several.
  private var parts: String? {
    let hasVerdicts = report.counts.verdictCounts != nil

    let rows = report.parts.map { part in
      let verdicts = part.counts.verdictCounts.map { counts in
        counts.failed == 0 ? "\(counts.passed)" : "\(counts.passed) of \(counts.total)"
      }

      return [
        "\(part.suite.contract) \(part.suite.version)", part.implementation,
        "\(part.counts.passed)", "\(part.counts.failed)", "\(part.counts.known)",
        "\(part.counts.notApplicable)",
      ] + (hasVerdicts ? [verdicts ?? ""] : [])
    }

    let head = ["contract", "implementation", "passed", "failed", "known", "not applicable"]
    return table(head + (hasVerdicts ? ["verdicts"] : []), rows)
  }

  /// What the implementations say about themselves, or `nil` if the run doesn't record it.
  private var implementations: String? {
    let rows = (report.provenance?.implementations ?? []).map { implementation in
      [
        implementation.name, implementation.version ?? "", implementation.language ?? "",
        implementation.command ?? "",
      ]
    }
    return table(["implementation", "version", "language", "command"], rows)
  }

  /// The version of Parity, the time, the machine and the labels.
  private var origin: String {
    let provenance = report.provenance
    let machine = provenance?.machine.map { machine in
      "\(machine.system), \(machine.architecture), \(figure(machine.cores, "core"))"
    }
    let values: [(name: String, value: String?)] =
      [
        ("Parity", report.harness),
        ("start", provenance?.start),
        ("duration", provenance?.duration.map(\.shortText)),
        ("machine", machine),
      ] + report.labels.sorted { $0.key < $1.key }.map { (Self.code($0.key), $0.value) }

    return values.compactMap { name, value in
      value.map { "- \(name): \(Self.code($0))" }
    }.joined(separator: "\n")
  }

  // MARK: - Text

  /// Returns a table of the first rows and the number of the others, or `nil` if there are no rows.
  private func table(_ head: [String], _ rows: [[String]]) -> String? {
    guard !rows.isEmpty else { return nil }
    let table = MarkdownTable.text(head, Array(rows.prefix(Self.mostRows)), Self.code)
    let rest = rows.count - Self.mostRows
    return rest > 0 ? "\(table)\n\nand \(rest) more" : table
  }

  /// Returns the text as code, with all punctuation escaped so that Markdown gives it no meaning.
  private static func code(_ text: String) -> String {
    guard !text.isEmpty else { return "" }
    let safe = printable(text).replacing { scalar in
      let isPlain =
        !scalar.isASCII || scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
        || scalar == " "
      return isPlain ? nil : "&#\(scalar.value);"
    }
    return "<code>\(safe)</code>"
  }
}
