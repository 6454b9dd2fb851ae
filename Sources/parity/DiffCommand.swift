internal import ArgumentParser
internal import Conformance

struct DiffCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff", abstract: "Compare two JSON reports: new, fixed, still failing, changed, gone.",
    usage: "parity diff <before> <after> [<options>]",
    discussion: """
      Ends with 1 where something is wrong that was not, or has become worse; else with 0.

      Example: parity diff main.json branch.json
      """)

  @Argument(help: "A report that 'check --report json=…' wrote.")
  var before: String

  @Argument(help: "A later one.")
  var after: String

  @OptionGroup(title: "Output") var output: OutputOptions

  func run() throws {
    do {
      let comparison = ReportComparison(
        before: try ReportFile.document(before).run, after: try ReportFile.document(after).run)
      let lines = comparison.lines
      try Reporter(output).print(output.quiet ? Array(lines.suffix(1)) : lines)
      endProcess(comparison.isWorse ? .notConformant : .success)
    } catch let fault as ReportFault {
      throw CommandFailure(.unusableData, fault.message)
    }
  }
}
