internal import ArgumentParser
internal import Conformance
internal import Reporting
internal import SystemPackage

struct MatrixCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "matrix", abstract: "Print the behaviour matrix with coverage and verdicts as Markdown.",
    usage: "parity matrix [<options>]",
    discussion: """
      Verdicts are those of references that Parity links; no program is started.

      Example: parity matrix --check docs/behavior-matrix.md
      """)

  @OptionGroup(title: "Suite") var suite: SuiteOptions
  @OptionGroup(title: "Output") var output: OutputOptions

  @Option(
    help: ArgumentHelp("Compare with this file instead of printing; exit 1 where it is out of date.", valueName: "file")
  )
  var check: String?

  func run() async throws {
    let workspace = try Workspace.usable(suite, output).workspace
    let run = Check(Plan(workspace.suites), lock: workspace.lock, runner: Runner(jobs: 1))
    let findings = try await Interruption.heeded { await run.run(earlier: workspace.diagnostics) }
    let report = Report(findings, harness: harnessVersion)
    let document = GeneratedDocument(
      text: MatrixReport(report, of: workspace.suites).markdown, command: "parity matrix")
    if let check {
      try document.requireFresh(check)
    } else {
      try Terminal.write(data: document.text)
    }
    guard workspace.suites.allSatisfy({ $0.contract.implementations.isEmpty }) || report.exitStatus == .success else {
      throw CommandFailure(report.exitStatus, "the suite is not as it should be; to see what is wrong: parity check")
    }
  }
}

/// A Markdown document that a command prints, and whose copy in the repository it keeps fresh; the copy may have other text
/// before it.
struct GeneratedDocument {
  let text: String
  /// The command that prints it.
  let command: String

  /// Ends the command where the file does not end with the document.
  func requireFresh(_ path: String) throws(CommandFailure) {
    let bytes: [UInt8]
    do {
      bytes = try FileSystem.read(FilePath(path), limit: SourceFile.sizeLimit)
    } catch {
      throw CommandFailure(.unusableData, "\(path): \(error.reason)")
    }
    guard bytes.suffix(text.utf8.count) == Array(text.utf8)[...] else {
      throw CommandFailure(.notConformant, "\(path) is out of date; run: \(command) > \(path)")
    }
  }
}
