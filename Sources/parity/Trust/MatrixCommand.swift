internal import ArgumentParser
internal import Conformance
internal import Reporting
internal import SystemPackage

/// The command `parity matrix`, which prints or checks a document that is usually committed.
struct MatrixCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "matrix",
    abstract: "Print the behavior matrix as Markdown.",
    usage: "parity matrix [<options>]",
    discussion: """
      The matrix shows the coverage and the results of each row and clause. The results are those \
      of the references that are built into Parity. The command doesn't start any programs.

      Example: parity matrix --contract session-detail > behavior-matrix.md
      """
  )

  @OptionGroup(title: "Suite") var suite: SuiteOptions
  @OptionGroup(title: "Suite") var root: SuiteRootOption
  @OptionGroup(title: "Output") var output: OutputOptions

  @Option(
    help: ArgumentHelp(
      """
      Check that <file> ends with the current matrix instead of printing the matrix; exit with 1 \
      if it doesn't.
      """,
      valueName: "file"
    )
  )
  var check: String?

  /// Checks the linked references, and prints the matrix even if the check fails.
  func execute() async throws -> CommandResult {
    let workspace = try Workspace(suite, root).usable(Reporter(output))
    let run = Check(Plan(workspace.suites), lock: workspace.lock, runner: Runner(jobs: 1))
    let findings = try await Interruption.catching { await run.run(earlier: workspace.diagnostics) }

    let report = RunRecord(findings, harness: harnessVersion)
    let document = MatrixReport(report).markdown

    if let check { try requireFresh(check, ending: document, printedBy: "parity matrix") }
    let printed = check == nil ? [Effect.markdown(document)] : []

    guard
      workspace.suites.allSatisfy({ $0.contract.implementations.isEmpty })
        || report.exitStatus == .success
    else {
      throw CommandFailure(
        report.exitStatus,
        (check == nil ? "the matrix was printed" : "the matrix is up to date")
          + ", but the check fails; to see the problems: parity check",
        after: printed
      )
    }

    return CommandResult(printed)
  }
}

/// Throws if a file doesn't end with the document that a command prints. Other text may precede it.
///
/// - Parameter effects: The effects to perform before the error message.
func requireFresh(
  _ path: String,
  ending document: String,
  printedBy command: String,
  after effects: [Effect] = []
) throws(CommandFailure) {
  let bytes: [UInt8]
  do {
    bytes = try FileSystem.read(Surroundings.current.path(path), limit: SourceFile.sizeLimit)
  } catch {
    throw CommandFailure(.unusableData, "\(path): \(error.reason)", after: effects)
  }

  guard bytes.suffix(document.utf8.count) == Array(document.utf8)[...] else {
    throw CommandFailure(
      .notConformant,
      "\(path) is out of date; run: \(command) > \(path)",
      after: effects
    )
  }
}
