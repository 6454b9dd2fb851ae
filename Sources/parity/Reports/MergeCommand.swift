internal import ArgumentParser
internal import Conformance
internal import Reporting

struct MergeCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract: "Merge shards' JSON reports; exit like the full run.",
    usage: "parity merge <reports> ... [<options>]",
    discussion: """
      Exits with 65 if a shard is missing or duplicate, or if its suite, selection, number of \
      shards or set of implementations differs from the first one's.

      Example: parity merge shard-*.json --report json=whole.json --report junit=whole.xml
      """
  )

  @Argument(help: "Reports written by 'check --shard I/N --report json=PATH'.")
  var reports: [String]

  @OptionGroup(title: "Output") var reporting: ReportOptions
  @OptionGroup(title: "Output") var output: OutputOptions

  func execute() async throws -> CommandResult {
    let reporting = try RunReporting(output, reporting, in: try? ContractFolder(root: nil))
    let parts = try reports.map { (name: $0, report: try Report(at: $0)) }
    let report: Report
    do {
      report = try ReportMerge.merged(parts)
    } catch {
      throw CommandFailure(.unusableData, "\(error.message); nothing was merged")
    }
    return CommandResult(reporting.effects(report), end: .code(report.exitCode))
  }
}

extension Report {
  /// Reads the JSON report at a path.
  init(at path: String) throws(CommandFailure) {
    let bytes = try InputFile(path: path).bytes()
    do {
      try self.init(parsing: bytes)
    } catch {
      throw CommandFailure(.unusableData, "\(path): \(error.message)")
    }
  }
}
