internal import ArgumentParser
internal import Conformance
internal import Reporting

struct DiffCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Compare two JSON reports: new, fixed, still failing, changed, gone.",
    usage: "parity diff <before> <after> [<options>]",
    discussion: """
      Ends with 1 where something is wrong that was not, or has become worse; else with 0.

      Example: parity diff main.json branch.json
      """
  )

  @Argument(help: "A report that 'check --report json=…' wrote.")
  var before: String

  @Argument(help: "A later one.")
  var after: String

  @OptionGroup(title: "Output") var output: OutputOptions

  func execute() async throws -> CommandResult {
    let comparison = ReportComparison(
      before: try Report(at: before),
      named: before,
      after: try Report(at: after)
    )
    let lines = comparison.lines
    return CommandResult(
      [.lines(output.quiet ? Array(lines.suffix(1)) : lines, Reporter(output))],
      comparison.isWorse ? .notConformant : .success
    )
  }
}
