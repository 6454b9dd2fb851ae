internal import ArgumentParser
internal import Conformance
internal import Reporting

/// The command `parity merge`, which combines the reports of shards and can write any format that a
/// check can.
struct MergeCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract: "Merge the JSON reports of all shards into one report.",
    usage: "parity merge <reports> ... [<options>]",
    discussion: """
      The command exits with the code that a check of the whole suite would return. It exits with \
      65 if a shard is missing or duplicated, or if the reports differ in their suite, selection, \
      implementations or number of shards.

      Example: parity merge shard-*.json --report json=whole.json --report junit=whole.xml
      """
  )

  @Argument(help: "Reports written by 'parity check --shard i/n --report json=PATH'.")
  var reports: [String]

  @OptionGroup(title: "Output") var reporting: ReportOptions
  @OptionGroup(title: "Output") var output: OutputOptions

  /// Merges the reports, and reports the result as a check would.
  ///
  /// No suite is needed. If there is one, its labels apply, and its files can't be replaced by a
  /// report.
  func execute() async throws -> CommandResult {
    let reporting = try RunReporting(output, reporting, in: try? ContractFolder(root: nil))
    let parts = try reports.map { (name: $0, report: try RunRecord(at: $0)) }

    let report: RunRecord
    do {
      report = try ReportMerge.merged(parts)
    } catch {
      throw CommandFailure(.unusableData, "nothing was merged: \(error.message)")
    }

    return CommandResult(reporting.effects(report), end: .code(report.exitCode))
  }
}

extension RunRecord {
  /// Reads the JSON report at a path.
  init(at path: String) throws(CommandFailure) {
    let bytes = try InputFile(path: path).bytes()
    do {
      try self.init(parsingReport: bytes)
    } catch {
      let message = "\(path): \(error.message)"
      throw CommandFailure(
        status: .unusableData,
        messages: [message] + [error.advice].compactMap(\.self)
      )
    }
  }
}
