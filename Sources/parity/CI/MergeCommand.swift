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

  @OptionGroup(title: "Output") var reportOptions: ReportOptions
  @OptionGroup(title: "Output") var output: OutputOptions

  /// Merges the reports, and reports the result as a check of the whole suite would.
  ///
  /// If the working directory is in a suite, the labels of the suite apply, and no report can
  /// replace a file of the suite.
  ///
  /// - Throws: A `CommandFailure` if a file can't be read or written, if it isn't a report, or if
  ///   the reports aren't those of all shards of one run.
  func execute() async throws -> CommandResult {
    // The reports have all that is merged, so a suite that can't be used doesn't fail the command.
    let folder = try? ContractFolder(root: nil)
    let reporting = try RunReporting(output, reportOptions, in: folder)
    let parts = try reports.map { (name: $0, report: try RunRecord(at: $0)) }

    let merged: RunRecord
    do {
      merged = try ReportMerge.merged(parts)
    } catch {
      throw CommandFailure(error)
    }

    return CommandResult(reporting.effects(merged), end: .code(merged.exitCode))
  }
}

extension RunRecord {
  /// Reads the JSON report at a path.
  ///
  /// - Throws: A failure if the file can't be read, or isn't a report of this version.
  init(at path: String) throws(CommandFailure) {
    let bytes = try InputFile(path: path).bytes()
    do {
      try self.init(parsingReport: bytes)
    } catch {
      throw CommandFailure(error, in: path)
    }
  }
}

extension CommandFailure {
  /// Creates the failure for reports that can't be used.
  ///
  /// - Parameter path: The path of the report, or `nil` if the message names the reports itself.
  fileprivate init(_ fault: ReportFault, in path: String? = nil) {
    let place = path.map { "\($0): " } ?? ""
    self.init(
      status: .unusableData,
      messages: [place + fault.message] + [fault.advice].compactMap(\.self)
    )
  }
}
