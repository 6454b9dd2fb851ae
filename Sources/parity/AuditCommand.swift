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
    let (result, signal) = await Interruption.heeded { await workspace.audited() }
    let audits = try result.get()
    if let signal { signal.exit() }
    let isSound = !audits.isEmpty && audits.allSatisfy(\.isSound)
    let reports = audits.map { AuditReport($0) }
    let document = GeneratedDocument(text: AuditReport.markdown(of: reports), command: "parity audit --markdown")
    if markdown {
      try Terminal.write(data: document.text)
    } else {
      try reporter.print(reports.flatMap { $0.lines(isVerbose: output.verbose) })
    }
    if let check { try document.requireFresh(check) }
    endProcess(isSound ? .success : .notConformant)
  }
}

extension Workspace {
  /// What the audit finds in each suite; fewer where the task was cancelled.
  func audited() async -> Result<[AuditFindings], CommandFailure> {
    var audits: [AuditFindings] = []
    do throws(CommandFailure) { try suites.requireRunnable() } catch { return .failure(error) }
    do throws(SourceError) {
      for suite in suites {
        if let findings = try await Audit(suite).run() { audits.append(findings) }
      }
    } catch {
      return .failure(CommandFailure(.unusableData, "nothing was audited: \(error.diagnostic)"))
    }
    return .success(audits)
  }
}
