internal import CanonicalJSON

/// Annotations as workflow commands of GitHub Actions, and a summary for the page of the job.
package struct GitHubReport: Sendable {
  private let run: RunReport
  private let prefix: String

  /// GitHub shows ten of a kind for each step.
  private static let mostAnnotations = 10
  private static let mostSummaryRows = 100

  /// - Parameter prefix: what leads from the workspace to the root of the suite: empty, or ends with `/`.
  package init(_ run: RunReport, prefix: String = "") {
    self.run = run
    self.prefix = prefix
  }

  // MARK: - Annotations

  /// A command for each red entry, up to nine and one with the rest, and the same for warnings.
  var annotations: String {
    let entries = run.entries
    return commands("error", entries.filter(\.isRed)) + commands("warning", entries.filter { $0.outcome == .warning })
  }

  private func commands(_ kind: String, _ entries: [ReportEntry]) -> String {
    let isComplete = entries.count <= Self.mostAnnotations
    let told = entries.prefix(isComplete ? entries.count : Self.mostAnnotations - 1)
    let rest = entries.dropFirst(told.count)
    let last =
      rest.isEmpty
      ? ""
      : "::\(kind) title=parity::"
        + data(["and \(rest.count) more:"] + rest.prefix(Self.mostSummaryRows).map(\.path)) + "\n"
    return told.map { command(kind, $0) }.joined() + last
  }

  private func command(_ kind: String, _ entry: ReportEntry) -> String {
    var properties: [String] = []
    if let location = entry.location {
      properties.append("file=\(property(printable(prefix + location.file)))")
      if let position = location.position {
        properties += ["line=\(position.line)", "col=\(position.column)"]
      }
    }
    // What is no verdict is told by its message alone.
    let title = entry.group == ReportEntry.ownGroup ? entry.group : entry.path
    properties.append("title=\(property(title))")
    return "::\(kind) \(properties.joined(separator: ","))::\(data([entry.summary] + entry.details))\n"
  }

  /// Lines as the message of a command; they are printable, so that no other line end is in them.
  private func data(_ lines: [String]) -> String {
    // A message that is longer is not shown.
    var text = ""
    for line in lines where text.utf8.count + line.utf8.count < 4_000 {
      text += (text.isEmpty ? "" : "%0A") + line.replacing { $0 == "%" ? "%25" : nil }
    }
    return text
  }

  private func property(_ text: String) -> String {
    text.replacing { ["%": "%25", ":": "%3A", ",": "%2C"][$0] }
  }

  // MARK: - Summary

  /// Markdown for the file that GITHUB_STEP_SUMMARY names.
  package var summary: String {
    let red = run.entries.filter(\.isRed)
    let counts = run.findings.counts
    let told = red.prefix(Self.mostSummaryRows).map { [$0.path, $0.summary] }
    let rest = red.count - told.count
    let parts = run.findings.parts.map { part in
      [
        "\(part.suite.contract.id) \(part.suite.matrix.version)", part.implementation, "\(part.counts.passed)",
        "\(part.counts.failed)", "\(part.counts.known)", "\(part.counts.unsupported)",
      ]
    }
    return """
      ## parity: \(run.exitCode == 0 ? "conformant" : "not conformant")

      \(run.findings.share.map { "\($0); " } ?? "")\(counts.judged) judged, \(counts.passed) passed, \
      \(counts.failed) failed, \(counts.known) known, \(counts.unsupported) unsupported, \(counts.skipped) skipped

      \(MarkdownTable.text(["contract", "implementation", "passed", "failed", "known", "unsupported"], parts, code))
      \(red.isEmpty ? "" : "\n\(MarkdownTable.text(["what", "why"], told, code))\n")\
      \(rest > 0 ? "\nand \(rest) more\n" : "")

      """
  }

  /// Text that is text and nothing else, wherever Markdown sees a meaning in punctuation.
  private func code(_ text: String) -> String {
    let safe = printable(text).replacing { scalar in
      let isPlain = !scalar.isASCII || scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || scalar == " "
      return isPlain ? nil : "&#\(scalar.value);"
    }
    return "<code>\(safe)</code>"
  }
}
