internal import ArgumentParser
internal import Conformance
internal import Reporting

/// The command `parity diff`, which compares two runs and needs nothing but their reports.
struct DiffCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Compare two JSON reports and list what changed.",
    usage: "parity diff <before> <after> [<options>]",
    discussion: """
      Parity lists failures and findings that are new, fixed, still failing, changed or gone. It \
      exits with 1 if there is a new problem or a problem has become worse, and with 0 otherwise.

      Example: parity diff main.json branch.json
      """
  )

  @Argument(help: "Earlier report, written by 'parity check --report json=PATH'.")
  var before: String

  @Argument(help: "Later report, written in the same way.")
  var after: String

  @OptionGroup(title: "Output") var output: OutputOptions

  /// Prints the comparison, or only its last line with `--quiet`.
  func execute() async throws -> CommandResult {
    let comparison = RunComparison(
      before: try RunRecord(at: before),
      named: before,
      after: try RunRecord(at: after)
    )

    let lines = comparison.lines
    return CommandResult(
      [.lines(output.quiet ? Array(lines.suffix(1)) : lines, Reporter(output))],
      comparison.isWorse ? .notConformant : .success
    )
  }
}
