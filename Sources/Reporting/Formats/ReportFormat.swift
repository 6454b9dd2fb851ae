package import Conformance

/// A format for the report of a run; the raw value is the word before `=` in `--report
/// FORMAT=PATH`.
///
/// Each format is a function from a report to text, in its own file. Nothing else depends on it.
package enum ReportFormat: String, CaseIterable, Sendable {
  case console
  case json
  case junit
  case tap
  case github
  case html
  case markdown

  /// Returns the message about a word that isn't the name of a format.
  package static func unknownFormat(_ word: String) -> String {
    let known = allCases.map(\.rawValue)
    return Suggestion.unknown("report format", printable(word), among: known, orList: true)
  }

  /// Whether the format shows the inputs and goldens of cases that passed.
  package var showsPassed: Bool { self == .json || self == .html }

  /// Returns the content of the report file. Equal runs produce equal bytes on every platform.
  ///
  /// - Parameters:
  ///   - report: The run to report.
  ///   - verbosity: How much the console format prints.
  ///   - prefix: The path from the folder that annotations are relative to, to the root of the
  ///     suite. Either empty or ends with `/`.
  package func text(
    of report: RunRecord,
    _ verbosity: Verbosity = .normal,
    prefix: String = ""
  ) -> String {
    switch self {
    case .console:
      ConsoleReport(verbosity: verbosity).lines(report).map { $0.text(color: false) + "\n" }
        .joined()
    case .json: report.jsonReport
    case .junit: JUnitReport(report).text
    case .tap: TAPReport(report: report).text
    case .github: GitHubReport(report, prefix: prefix).annotations
    case .html: HTMLReport(report).text
    case .markdown: MarkdownReport(report).text
    }
  }
}
