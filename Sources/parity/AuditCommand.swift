internal import ArgumentParser
internal import Conformance

struct AuditCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "audit", abstract: "Run implementations that are wrong on purpose; tell which rows catch them.",
    usage: "parity audit [<options>]",
    discussion: """
      Each breaks one rule. One that no case catches, and a row that catches none, are findings.

      Example: parity audit --verbose
      """)

  @OptionGroup(title: "Suite") var suite: SuiteOptions
  @OptionGroup(title: "Output") var output: OutputOptions

  @Flag(help: "Print the tables as Markdown.")
  var markdown = false

  @Option(help: ArgumentHelp("Compare the Markdown with this file; exit 1 where it is out of date.", valueName: "file"))
  var check: String?

  func run() async throws {
    let workspace = try Workspace(suite)
    let reporter = Reporter(output)
    try workspace.requireUsable(reporter)
    var reports: [AuditReport] = []
    var isSound = !workspace.suites.isEmpty
    do {
      for suite in workspace.suites {
        let findings = try await Audit(suite).run()
        isSound = isSound && findings.isSound
        reports.append(AuditReport(findings))
      }
    } catch {
      try reporter.print(reporter.console.diagnosticLines([error.diagnostic]))
      throw CommandFailure(.unusableData, "nothing was audited")
    }
    let document = GeneratedDocument(text: AuditReport.markdown(of: reports), command: "parity audit --markdown")
    if markdown {
      try Terminal.write(document.text)
    } else {
      try reporter.print(reports.flatMap { $0.lines(isVerbose: output.verbose) })
    }
    if let check { try document.requireFresh(check) }
    endProcess(isSound ? .success : .notConformant)
  }
}
