internal import CanonicalJSON
internal import Conformance

/// Output in the Test Anything Protocol, version 13, with a YAML block for each entry that has
/// details.
struct TAPReport {
  let report: RunRecord

  /// The document, which ends with a line feed. Equal runs have equal bytes.
  var text: String {
    let entries = report.entries
    // A plan of `1..0` would mean a skipped test, which TAP consumers accept as success.
    return "TAP version 13\n1..\(entries.count)\n"
      + entries.enumerated().map { lines($1, number: $0 + 1).joined(separator: "\n") + "\n" }
      .joined()
      + (report.isInterrupted ? "Bail out! The run was interrupted.\n" : "")
  }

  /// Returns the test line of an entry and, for a failure, warning or notice, its YAML block.
  ///
  /// - Parameter number: The number of the test, counted from 1.
  private func lines(_ entry: ReportEntry, number: Int) -> [String] {
    let name = "\(number) - \(escaped(entry.path))"
    return switch entry.outcome {
    case .passed: ["ok \(name)"]
    case .notice, .warning: ["ok \(name)"] + block(entry, severity: "comment")
    case .failed: ["not ok \(name)"] + block(entry, severity: "fail")
    case .broken: ["not ok \(name)"] + block(entry, severity: "error")
    // TODO marks a known failure; a TAP consumer reports it if it passes.
    case .known(let reason): ["not ok \(name) # TODO \(escaped(reason))"]
    case .notChecked(let reason): ["ok \(name) # SKIP \(escaped(reason))"]
    }
  }

  /// Returns the YAML block with the details of an entry.
  ///
  /// - Parameter severity: `comment`, `fail` or `error`.
  private func block(_ entry: ReportEntry, severity: String) -> [String] {
    var lines = ["  ---", "  message: \(quoted(entry.summary))", "  severity: \(severity)"]
    if let location = entry.location {
      lines.append("  file: \(quoted(printable(location.file)))")
      if let position = location.position {
        lines += ["  line: \(position.line)", "  column: \(position.column)"]
      }
    }

    if !entry.details.isEmpty {
      lines += ["  details:"] + entry.details.map { "    - \(quoted($0))" }
    }

    return lines + ["  ..."]
  }

  /// Returns printable text in which no `#` starts a directive.
  private func escaped(_ text: String) -> String {
    text.replacing { $0 == "#" || $0 == "\\" ? "\\\($0)" : nil }
  }

  /// Returns printable text as a double-quoted YAML scalar. Printable text needs no other escapes.
  private func quoted(_ text: String) -> String {
    let escaped = text.replacing { $0 == "\"" || $0 == "\\" ? "\\\($0)" : nil }
    return "\"\(escaped.withoutLogCommands { _ in "\\x23" })\""
  }
}
