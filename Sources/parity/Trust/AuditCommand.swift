internal import ArgumentParser
internal import CanonicalJSON
internal import Conformance
internal import Fuzzing
internal import Reporting
internal import SystemPackage

/// The command `parity audit`, which tests the repository's own cases rather than an
/// implementation.
struct AuditCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "audit",
    abstract: "Run mutants and report those that no case kills.",
    usage: "parity audit [<options>]",
    discussion: """
      A mutant is an edit to an implementation's source that breaks a rule. Mutants are listed in \
      Fixtures/CONTRACT/mutants.json. For each mutant, Parity edits a copy of the source and runs \
      cases on it, first those of the mutant's clause. The first case that fails or times out \
      kills the mutant, regardless of --hangs. Parity reports an error for each mutant that \
      survives, and a warning for each clause whose cases kill no mutant that breaks it. With \
      --full, it also reports a warning for each row whose cases kill no mutants. --strict turns \
      these warnings into errors.

      A blind spot is a plausible misreading of the input that no case catches. --blind-spots \
      lists them. It runs the reference on misread inputs, and reports how many misreadings it \
      can't check because the reference refuses these inputs. Neither affects the exit status.

      Example: parity audit --contract session-detail --only 'R1: *' --verbose
      """
  )

  @OptionGroup(title: "Suite") var suite: SuiteOptions
  @OptionGroup(title: "Suite") var root: SuiteRootOption
  @OptionGroup(title: "Running") var mutants: MutantOptions
  @OptionGroup(title: "Output") var output: OutputOptions
  @OptionGroup(title: "Limits") var limits: LimitOptions

  @Flag(help: "Run every case on each mutant, to show which rows and clauses kill it.")
  var full = false

  @Flag(help: "Fail if the cases of a row or clause kill no mutants (implies --full).")
  var strict = false

  @Flag(help: "Print the results as Markdown tables (implies --full).")
  var markdown = false

  @Flag(help: "Print the results as JSON.")
  var json = false

  @Option(
    help: ArgumentHelp(
      """
      Check that <file> ends with the current --markdown output (implies --full); exit with 1 if \
      it doesn't.
      """,
      valueName: "file"
    )
  )
  var check: String?

  /// Whether every case runs on each mutant.
  private var isFull: Bool { full || strict || markdown || check != nil }

  /// Rejects options that have no effect together, such as `--full` when no mutant runs.
  func validate() throws {
    if markdown && json { throw ValidationError("--markdown and --json can't be combined") }

    if mutants.blindSpots, isFull {
      throw ValidationError(
        "--blind-spots can't be combined with --full, --strict, "
          + "--markdown or --check, because it runs no mutants"
      )
    }

    if mutants.file != nil, suite.contracts.count != 1 {
      throw ValidationError("--mutants requires exactly one --contract")
    }
  }

  /// Runs the mutants and prints the findings. A file that `--check` finds out of date fails the
  /// command only after that.
  func execute() async throws -> CommandResult {
    let reporter = Reporter(output)
    let workspace = try Workspace(suite, root, .own).usable(reporter)
    if mutants.blindSpots { return try await blindSpots(of: workspace, reporter) }

    let audits = try await Interruption.catching {
      try await workspace.audited(mutants, limits, isFull: isFull, isStrict: strict, reporter)
    }

    let document = audits.markdown
    let printed: Effect =
      if markdown {
        .markdown(document)
      } else if json {
        .json(audits.json.canonicalUTF8() + [UInt8(ascii: "\n")])
      } else {
        .lines(audits.lines(isVerbose: output.verbose), reporter)
      }

    if let check {
      try requireFresh(
        check,
        ending: document,
        printedBy: "parity audit --markdown",
        after: [printed]
      )
    }

    return CommandResult([printed], audits.allSatisfy(\.isSound) ? .success : .notConformant)
  }

  /// Lists the blind spots, which never fail the command.
  private func blindSpots(
    of workspace: Workspace,
    _ reporter: Reporter
  ) async throws -> CommandResult {
    let findings = try await Interruption.catching {
      try await workspace.blindSpots(limits)
    }

    if json { return CommandResult([.json(findings.json.canonicalUTF8() + [UInt8(ascii: "\n")])]) }
    let lines = findings.flatMap { $0.lines(isVerbose: output.verbose) }
    return CommandResult([.lines(lines, reporter)])
  }
}

/// The mutants to run, and how many to run at once.
struct MutantOptions: ParsableArguments {
  @Option(
    name: .customLong("mutants"),
    help: ArgumentHelp(
      "File that lists the mutants of one contract (default: Fixtures/CONTRACT/mutants.json).",
      valueName: "file"
    )
  )
  var file: String?

  @Option(
    help: ArgumentHelp(
      "Select mutants by name, as 'CLAUSE: MISTAKE'; repeatable.",
      valueName: "glob"
    )
  )
  var only: [String] = []

  @Option(
    name: .customShort("j"),
    parsing: .unconditional,
    help: ArgumentHelp(
      "Number of mutants to run at once, from 1 to 1024 (default: number of cores).",
      valueName: "n"
    ),
    transform: OptionValue.jobs
  )
  var jobs: Int?

  @Flag(help: "List the blind spots instead of running mutants.")
  var blindSpots = false

  func validate() throws {
    if blindSpots, file != nil || !only.isEmpty {
      throw ValidationError(
        "--blind-spots can't be combined with --mutants or --only, because it runs no mutants"
      )
    }
  }
}

extension Workspace {
  /// Audits the repository's own suites.
  ///
  /// - Parameter options: The selection of mutants, or `nil` for all mutants in Fixtures.
  /// - Returns: The findings of each suite that has selected mutants. There are fewer if the task
  ///   was canceled.
  func audited(
    _ options: MutantOptions?,
    _ limits: LimitOptions,
    isFull: Bool,
    isStrict: Bool = false,
    _ reporter: Reporter
  ) async throws -> [AuditFindings] {
    let suites = ownSuites
    let mutants = try mutants(options, of: suites, reporter)
    let takesAll = options?.only.isEmpty ?? true

    do {
      let folder = try TemporaryFolder()
      defer { folder.remove() }

      let budget = OpenFileBudget(programs: 1)
      let (jobs, note) = try budget.jobs(upTo: options?.jobs)
      if let note { Terminal.writeError([note]) }

      let copies = MutantCopies(self, limits: limits.limits(), in: FilePath(folder.path))
      let progress = ProgressReporter(
        .runningMutants,
        of: .items(mutants.joined().count),
        reporter.progressStyle
      )
      defer { progress.clear() }

      let scope = AuditFindings.Scope(
        isFull: isFull,
        isComplete: options?.file == nil && takesAll,
        isStrict: isStrict
      )
      var audits: [AuditFindings] = []
      for (suite, mutants) in zip(suites, mutants) where !mutants.isEmpty || takesAll {
        let audit = try Audit(
          suite,
          targets: try copies.targets(of: mutants, contract: suite.contract.id),
          scope: scope,
          jobs: jobs,
          knownFailures: KnownFailures(knownFailures)
        )

        let findings = await audit.run { progress.advance() }
        if let findings { audits.append(findings) }
      }

      return audits
    } catch let error as SourceError {
      throw CommandFailure(ofAudit: error)
    } catch let error as ImplementationFailure {
      throw CommandFailure(.unavailable, "the audit \(error.message)")
    }
  }

  /// Returns the blind spots of the repository's own suites. There are fewer if the task was
  /// canceled.
  func blindSpots(_ limits: LimitOptions) async throws -> [BlindSpotFindings] {
    let starter = ProgramStarter(selected: selectedContracts, limits: limits.limits(), jobs: 1)
    var findings: [BlindSpotFindings] = []

    do {
      for suite in ownSuites where !Task.isCancelled {
        let reference = try await starter.reference(of: suite.contract)
        let search = BlindSpotSearch(suite.contractCases) { [contract = suite.contract] testCase in
          contract.implementation(for: testCase) ?? reference
        }

        let hasReference = reference != nil || !suite.contract.implementations.isEmpty
        let results = hasReference ? await search.results() : nil
        findings.append(.init(suite: suite, results: results))
        _ = await reference?.finish()
      }
    } catch {
      throw CommandFailure(.unavailable, "the reference \(error.message)")
    }

    return findings
  }

  /// Returns the selected mutants of each suite. Throws if one of them can't be made.
  private func mutants(
    _ options: MutantOptions?,
    of suites: [Suite],
    _ reporter: Reporter
  ) throws(CommandFailure) -> [[Mutant]] {
    let globs = (options?.only ?? []).map { Glob($0) }
    var diagnostics: [Diagnostic] = []

    let mutants = suites.map { suite in
      let file =
        (options?.file).map { MutantsFile.load($0, under: Surroundings.current.folder) }
        ?? MutantsFile.load(of: suite.contract.id, under: root)
      let mutants = file.value(addingTo: &diagnostics).filter { mutant in
        globs.isEmpty || globs.contains { $0.matches(mutant.name) }
      }

      diagnostics += MutantLint.findings(
        on: mutants,
        of: suite,
        programs: programs,
        under: root
      )
      return mutants
    }

    guard diagnostics.isEmpty else {
      throw CommandFailure(
        diagnostics.hasUnusableFiles ? .unusableData : .notConformant,
        "no mutants were run because some are invalid; fix the errors above",
        after: [.lines(diagnostics.inOrder().lines(reporter.verbosity), reporter)]
      )
    }

    if !globs.isEmpty, mutants.joined().isEmpty {
      throw CommandFailure(.usage, "no mutant matches --only")
    }

    return mutants
  }
}

extension CommandFailure {
  /// Creates the failure of an audit that can't read a file. Only the first line of the diagnostic
  /// is the problem.
  fileprivate init(ofAudit error: SourceError) {
    let lines = "\(error.diagnostic)".split(separator: "\n").map(String.init)
    self.init(
      status: .unusableData,
      messages: ["nothing was audited: \(lines[0])"] + lines.dropFirst()
    )
  }
}
