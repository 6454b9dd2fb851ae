internal import ArgumentParser
internal import Conformance
internal import Reporting
internal import SystemPackage

/// The command `parity lint`, which starts no implementation.
struct LintCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "lint",
    abstract: "Check the suite's files without running anything.",
    usage: "parity lint [<options>]",
    discussion: """
      Parity checks manifests, cases, goldens, the lock, mutants and \(RepositoryFile.path). The \
      lock is the file \(GoldenLock.path), which records the digest of each golden. --fix removes \
      duplicate names from the lists in a manifest, removes duplicate lines from the lock and \
      sorts it, and formats goldens as Parity writes them without changing their values. Many \
      findings of the same kind are printed as one, with examples; --verbose prints each of them. \
      In a git repository, Parity also reports text goldens and texts that $file names, if git may \
      change their line ends.

      Example: parity lint --contract session-detail
      """
  )

  @Flag(help: "Fix problems that have only one possible fix, and then lint.")
  var fix = false

  @OptionGroup(title: "Suite") var suite: SuiteOptions
  @OptionGroup(title: "Suite") var root: SuiteRootOption
  @OptionGroup(title: "Output") var output: OutputOptions

  /// Lints the repository's own files. With `--fix`, it reads them again after the repairs were
  /// written.
  func execute() async throws -> CommandResult {
    let reporter = Reporter(output)
    let folder = try root.folder()
    guard folder.isRepository else { throw folder.missingOwnContracts }
    for name in suite.contracts { try folder.requireOwn(try folder.known(name)) }

    guard fix else { return try await findings(in: folder, reporter) }
    return CommandResult(
      try repairs(reporter),
      end: .next { try await findings(in: folder, reporter) }
    )
  }

  /// Reads the suites and returns the findings, with a summary of their number.
  ///
  /// The result is a failure if there is an error, or if the repository's contracts have no cases.
  private func findings(
    in folder: ContractFolder,
    _ reporter: Reporter
  ) async throws -> CommandResult {
    let workspace = try Workspace(suite, root)
    let onGit = await ExactTexts(of: workspace).findings()
    let diagnostics = (workspace.lint() + onGit).inOrder()

    let cases = workspace.ownSuites.reduce(0) { $0 + $1.cases.count }
    let isIdle = cases == 0 && !folder.own.isEmpty
    let errors = diagnostics.count { $0.severity == .error }
    let warnings = diagnostics.count - errors
    let warned = warnings > 0 ? ", \(counted(warnings, "warning"))" : ""

    let subject = folder.own.isEmpty ? RepositoryFile.path : counted(cases, "case")
    let lines =
      diagnostics.lines(reporter.verbosity) + workspace.notes().map { StyledLine($0, .dim) }
      + [StyledLine("\(subject) checked, \(counted(errors, "error"))\(warned)")]

    let status: ExitStatus
    if diagnostics.hasUnusableFiles {
      status = .unusableData
    } else {
      status = errors > 0 || isIdle ? .notConformant : .success
    }
    return CommandResult([.lines(lines, reporter)], status)
  }

  /// Returns the effects that make the repairs and list them, or a note if a file can't be
  /// understood.
  private func repairs(_ reporter: Reporter) throws -> [Effect] {
    let workspace = try Workspace(suite, root, .own)
    guard !workspace.diagnostics.hasUnusableFiles else {
      let lines = [StyledLine("nothing was fixed, because a file can't be read"), StyledLine()]
      return [.lines(lines, reporter)]
    }

    let repairs = Repairs(workspace.suites, lock: workspace.lock)
    let lines =
      repairs.summary.isEmpty
      ? [StyledLine("nothing to fix")]
      : repairs.summary.map { StyledLine([.init("fixed ", .added), .init($0)]) }
    return [try workspace.edit(repairs.transaction), .lines(lines, reporter)]
  }
}
