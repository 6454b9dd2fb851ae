internal import CanonicalJSON
package import Conformance

/// Annotations as GitHub Actions workflow commands.
///
/// The summary for the page of a job is a `MarkdownReport`.
package struct GitHubReport: Sendable {
  private let report: RunRecord
  private let prefix: String

  /// The number of annotations of each kind that GitHub shows per step.
  private static let mostAnnotations = 10
  /// The number of entries that the last annotation lists.
  private static let mostListed = 100

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

  /// Returns the commands for entries of one kind: `error`, `warning` or `notice`.
  private func commands(_ kind: String, _ entries: [ReportEntry]) -> String {
    guard entries.count > Self.mostAnnotations else {
      return entries.map { command(kind, $0) }.joined()
    }

    let listed = entries.prefix(Self.mostAnnotations - 1)
    let rest = entries.dropFirst(listed.count)
    let list = data(["and \(rest.count) more:"] + rest.prefix(Self.mostListed).map(\.path))
    return listed.map { command(kind, $0) }.joined() + "::\(kind) title=parity::\(list)\n"
  }

  /// Returns the command for an entry, with its location if it has one.
  ///
  /// The message of a cause's example also has the cause, so that one annotation explains many
  /// failures.
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

    let causes = report.causes.filter { entry.path == $0.exampleTitle }.prefix(1).map { cause in
      let others = cause.cases.count - 1
      let subject = others > 0 ? "this and \(counted(others, "more case"))" : "cause"
      return printable("\(subject): \(cause.titleWithRules())")
    }

    let message = data([entry.summary] + causes + entry.details)
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

  /// Returns a printable text as the value of a property, which a comma or a colon would end.
  private func property(_ text: String) -> String {
    text.replacing { ["%": "%25", ":": "%3A", ",": "%2C"][$0] }
  }
}
