internal import ArgumentParser
internal import Conformance

/// The command `parity fuzz`, which compares two implementations without goldens or expectations.
struct FuzzCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "fuzz",
    abstract: "Find inputs on which two implementations disagree.",
    usage: """
      parity fuzz --implementation <name> --implementation <name> [<options>]
      parity fuzz --implementation <name> --command <command> [<options>]
      parity fuzz --command <command> --command <command> [<options>]
      """,
    discussion: """
      Select two implementations, each with --implementation or --command. Parity generates inputs \
      by changing the inputs of the cases. The same seed always generates the same inputs. Parity \
      reports inputs for which the outputs differ, a program crashes or times out, or only one \
      implementation rejects the input. An input that the oracle rejects is invalid, so only a \
      crash or timeout of the other implementation is reported. The oracle is the reference, if it \
      is selected; --oracle selects another one. Parity shrinks the reported inputs and groups \
      them by cause. It exits with 1 if there are any.

      Example: parity fuzz --contract session-detail --implementation reference --command ./mine
      """
  )

  @Option(
    name: .customLong("operation"),
    help: ArgumentHelp(
      "Operation to fuzz, as OPERATION or CONTRACT/OPERATION; repeatable (default: all).",
      valueName: "name"
    )
  )
  var operations: [String] = []

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Number of inputs per operation (default: 20000, or no limit with --seconds).",
      valueName: "n"
    ),
    transform: OptionValue.positive
  )
  var inputs: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Seed for generating the inputs (default: 0).", valueName: "n"),
    transform: OptionValue.seed
  )
  var seed: UInt64 = 0

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Time limit in seconds per operation, not counting shrinking (default: no limit).",
      valueName: "n"
    ),
    transform: OptionValue.runSeconds
  )
  var seconds: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Most time in seconds for shrinking one finding (default: 60).",
      valueName: "n"
    ),
    transform: OptionValue.shrinkSeconds
  )
  var shrinkSeconds: Double = 60

  @Option(
    help: ArgumentHelp(
      "Also generate inputs from this recording; repeatable.",
      valueName: "file"
    )
  )
  var events: [String] = []

  @Option(
    help: ArgumentHelp(
      "Add the smallest input for each cause to this case file.",
      valueName: "file"
    )
  )
  var save: String?

  @Option(
    help: ArgumentHelp(
      """
      Ignore inputs that <name> rejects. It is the name or the command of one of the two \
      implementations (default: the reference, if it is one of them).
      """,
      valueName: "name"
    )
  )
  var oracle: String?

  @Flag(help: "Report every input that only one implementation rejects: there is no oracle.")
  var refusals = false

  @Option(
    name: .customShort("j"),
    parsing: .unconditional,
    help: ArgumentHelp(
      "Processes per program (default: number of cores).",
      valueName: "n"
    ),
    transform: OptionValue.jobs
  )
  var jobs: Int?

  @OptionGroup(title: "Programs") var respondents: RespondentOptions
  @OptionGroup(title: "Suite") var suite: SuiteOptions
  @OptionGroup(title: "Suite") var root: SuiteRootOption
  @OptionGroup(title: "Output") var output: OutputOptions
  @OptionGroup(title: "Limits") var limits: LimitOptions

  /// Requires exactly two implementations, of which at most one decides whether an input is valid.
  func validate() throws {
    if respondents.count != 2 {
      throw ValidationError(
        "select exactly two implementations, each with --implementation or --command"
      )
    }

    if oracle != nil, refusals {
      throw ValidationError(
        "--oracle and --refusals can't be combined: with --refusals, there is no oracle"
      )
    }
  }

  /// Prepares the run. Problems with the options, the suite and the file for `--save` are reported
  /// before any program starts.
  func execute() async throws -> CommandResult {
    let reporter = Reporter(output)
    let folder = try root.folder()
    let workspace = try Workspace(folder, contracts: suite.contracts, .checked(respondents.names))
      .usable(
        reporter
      )

    let operations = try selectedOperations(
      of: try suites(of: workspace).flatMap { suite in
        suite.contract.operations.map { FuzzedOperation(suite: suite, operation: $0) }
      }
    )

    // Reject a wrong `--oracle` now, although each operation looks it up again.
    for contract in operations.map(\.contract) { _ = try oracleIndex(for: contract) }

    let run = FuzzRun(
      command: self,
      folder: folder,
      savedCases: try save.map { path throws(CommandFailure) in try SavedCases(path, in: folder) },
      recordings: events.map { InputFile(path: $0) },
      reporter: reporter
    )
    return try await run.result(of: operations[...])
  }

  /// Returns the operations that --operation selects, or all of them if the option isn't given.
  private func selectedOperations(
    of all: [FuzzedOperation]
  ) throws(CommandFailure) -> [FuzzedOperation] {
    guard !operations.isEmpty else { return all }

    for name in operations where !all.contains(where: { $0.isNamed(name) }) {
      let hasOneContract = Set(all.map(\.contract.id)).count <= 1
      let known = all.map { hasOneContract ? $0.operation.name : $0.name }
      throw CommandFailure(
        .usage,
        Suggestion.unknown("operation", name, among: known, orList: false),
        "use --operation with one of: \(known.joined(separator: ", "))"
      )
    }

    let selected = all.filter { operation in operations.contains(where: operation.isNamed) }
    guard events.isEmpty || selected.contains(where: \.takesRecordings) else {
      let receivers = all.filter(\.takesRecordings).map(\.operation.name)
      throw CommandFailure(
        .usage,
        "--events has no effect, because no selected operation takes recordings",
        "add --operation \(receivers.joined(separator: " or ")), or omit --events"
      )
    }

    return selected
  }

  /// Returns the index of the implementation that --oracle names, or `nil` if the option isn't
  /// given.
  ///
  /// - Throws: A failure if the option names neither of the two implementations.
  func oracleIndex(for contract: Contract) throws(CommandFailure) -> Int? {
    guard let oracle else { return nil }
    guard let index = respondents.index(of: oracle, for: contract) else {
      let names = respondents.names + respondents.commands.map(\.shellQuoted)
      throw CommandFailure(
        .usage,
        "--oracle must name one of the two selected implementations, not '\(oracle)'",
        "use --oracle with \(names.joined(separator: " or "))"
      )
    }

    return index
  }

  /// Returns the suites of the named contracts, or of those that both implementations implement.
  private func suites(of workspace: Workspace) throws(CommandFailure) -> [Suite] {
    guard suite.contracts.isEmpty else { return workspace.suites }

    let suites = workspace.suites.filter { suite in
      respondents.names.allSatisfy { name in
        let names =
          suite.contract.references
          + workspace.programs.filter { $0.implements(suite.contract.id) }.map(\.name)
        return names.contains(name) || name == "reference" && !suite.contract.references.isEmpty
      }
    }

    for name in respondents.names {
      try Workspace.requireKnown(name, among: workspace.selectedContracts.implementationNames)
    }
    guard !suites.isEmpty else {
      throw CommandFailure(.usage, "the two implementations have no contract in common")
    }

    guard suites.count == 1 || respondents.commands.isEmpty else {
      let names = suites.map(\.contract.id).joined(separator: ", ")
      throw CommandFailure(
        .usage,
        "the suite has several contracts: \(names); "
          + "use --contract to select the one that the command implements"
      )
    }

    return suites
  }
}
