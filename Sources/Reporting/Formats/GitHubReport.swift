internal import CanonicalJSON
package import Conformance

/// Annotations as GitHub Actions workflow commands, and a summary for the job's page.
package struct GitHubReport: Sendable {
  private let report: RunRecord
  private let prefix: String

  /// The number of annotations of each kind that GitHub shows per step.
  private static let mostAnnotations = 10
  private static let mostSummaryRows = 100

  /// Creates a report.
  ///
  /// - Parameters:
  ///   - report: The run to report.
  ///   - prefix: The path from the workspace to the root of the suite. Either empty or ends with
  ///     `/`.
  package init(_ report: RunRecord, prefix: String = "") {
    self.report = report
    self.prefix = prefix
  }

  // MARK: - Annotations

  /// The annotations: one command for each failing entry, and the same for warnings and notices. If
  /// there are more than ten of a kind, the tenth lists the rest. Examples of causes come first.
  var annotations: String {
    let entries = report.entries
    let examples = report.causes.map { TextKey($0.exampleTitle) }
    let ranks = Dictionary(examples.enumerated().map { ($1, $0) }) { first, _ in first }
    let red = entries.filter(\.isRed).enumerated().sorted {
      (ranks[TextKey($0.element.path)] ?? .max, $0.offset) < (
        ranks[TextKey($1.element.path)] ?? .max, $1.offset
      )
    }
    let text =
      commands("error", red.map(\.element))
      + commands("warning", entries.filter { $0.outcome == .warning })
      + commands("notice", entries.filter { $0.outcome == .notice })
    // Other CI engines execute commands that start with `##[` or `##word[`.
    return text.withoutLogCommands(\.escaped)
  }

  private func commands(_ kind: String, _ entries: [ReportEntry]) -> String {
    guard entries.count > Self.mostAnnotations else {
      return entries.map { command(kind, $0) }.joined()
    }
    let listed = entries.prefix(Self.mostAnnotations - 1)
    let rest = entries.dropFirst(listed.count)
    let list = data(["and \(rest.count) more:"] + rest.prefix(Self.mostSummaryRows).map(\.path))
    return listed.map { command(kind, $0) }.joined() + "::\(kind) title=parity::\(list)\n"
  }

  private func command(_ kind: String, _ entry: ReportEntry) -> String {
    var properties: [String] = []
    if let location = entry.location {
      properties.append("file=\(property(printable(prefix + location.file)))")
      if let position = location.position {
        properties += ["line=\(position.line)", "col=\(position.column)"]
      }
    }
    // An entry that isn't a verdict is described by its message only.
    let title = entry.group == ReportEntry.ownGroup ? entry.group : entry.path
    properties.append("title=\(property(title))")
    let cause = report.causes.first { entry.path == $0.exampleTitle && $0.cases.count > 1 }
    let others =
      cause.map { ["this and \(counted($0.cases.count - 1, "more case")): \($0.title)"] } ?? []
    let message = data([entry.summary] + others.map { printable($0) } + entry.details)
    return "::\(kind) \(properties.joined(separator: ","))::\(message)\n"
  }

  /// Returns the lines as the message of a command. They are printable, so they contain no line
  /// ends.
  private func data(_ lines: [String]) -> String {
    // GitHub doesn't show a longer message.
    var text = ""
    for (index, line) in lines.lazy.map({ $0.clipped(columns: 1_000) }).enumerated() {
      guard text.utf8.count + line.utf8.count < 4_000 else {
        return text + "%0A… and \(counted(lines.count - index, "more line"))"
      }
      text += (text.isEmpty ? "" : "%0A") + line.replacing { $0 == "%" ? "%25" : nil }
    }
    return text
  }

  private func property(_ text: String) -> String {
    text.replacing { ["%": "%25", ":": "%3A", ",": "%2C"][$0] }
  }

  // MARK: - Summary

  /// The Markdown to append to the file named by GITHUB_STEP_SUMMARY: the result, the causes, the
  /// failures without a cause, and what is new.
  package var summary: String {
    let failed = Set(report.results.filter(\.isFailed).map { TextKey($0.title) })
    let red = report.entries.filter {
      $0.isRed && (report.causes.isEmpty || !failed.contains(TextKey($0.path)))
    }
    let causes = report.causes.prefix(Self.mostSummaryRows).map { cause in
      [
        "\(cause.cases.count)", "\(cause.alone)", cause.title, cause.implementation,
        cause.rule ?? "", cause.example,
      ]
    }
    let listed = red.prefix(Self.mostSummaryRows).map { [$0.path, $0.summary] }
    let rest = red.count - listed.count + report.causes.count - causes.count
    let parts = report.parts.map { part in
      [
        "\(part.suite.contract) \(part.suite.version)", part.implementation,
        "\(part.counts.passed)",
        "\(part.counts.failed)", "\(part.counts.known)", "\(part.counts.notApplicable)",
      ]
    }
    let tables = [
      causes.isEmpty
        ? nil
        : MarkdownTable.text(
          ["cases", "no other cause", "cause", "implementation", "rule", "example"],
          causes,
          code
        ),
      listed.isEmpty ? nil : MarkdownTable.text(["name", "reason"], listed, code),
      rest > 0 ? "and \(rest) more" : nil,
      report.divergences.isEmpty
        ? nil
        : MarkdownTable.text(
          ["accepted divergence", "reason"],
          report.divergences.map { [$0.result.title, $0.reason] },
          code
        ),
      report.comparison.map(since),
      MarkdownTable.text(
        ["contract", "implementation", "passed", "failed", "known", "not applicable"],
        parts,
        code
      ),
    ]
    return """
      ## Parity: \(report.exitCode == 0 ? "passed" : "failed")

      \(report.shard.map { "\($0); " } ?? "")\(counts)

      \(tables.compactMap(\.self).joined(separator: "\n\n"))

      """
  }

  private var counts: String {
    let counts = report.counts
    return "\(counts.checked) checked, \(counts.passed) passed, \(counts.failed) failed, "
      + "\(counts.known) known, \(counts.notApplicable) not applicable, \(counts.skipped) skipped"
  }

  private func since(_ comparison: RunComparison) -> String {
    let items = comparison.items.prefix(Self.mostSummaryRows).map {
      [$0.change.rawValue, $0.name, $0.reason.text]
    }
    let rest = comparison.items.count - items.count
    let parts = [
      code(comparison.heading),
      items.isEmpty ? nil : MarkdownTable.text(["change", "name", "details"], items, code),
      rest > 0 ? "and \(rest) more" : nil,
    ]
    return parts.compactMap(\.self).joined(separator: "\n\n")
  }

  /// Returns the text as code, with all punctuation escaped so that Markdown gives it no meaning.
  private func code(_ text: String) -> String {
    let safe = printable(text).replacing { scalar in
      let isPlain =
        !scalar.isASCII || scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
        || scalar == " "
      return isPlain ? nil : "&#\(scalar.value);"
    }
    return "<code>\(safe)</code>"
  }
}
