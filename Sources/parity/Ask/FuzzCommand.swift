internal import ArgumentParser
internal import Conformance

struct FuzzCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "fuzz",
    abstract: "Find inputs on which two implementations disagree.",
    usage:
      "parity fuzz [--contract <name>] --implementation <name> --implementation <name> [<options>]",
    discussion: """
      Generates inputs from those of the cases; a seed always generates the same ones. Reports \
      different outputs, crashes, timeouts, and inputs that only one implementation refuses, \
      shrunk and grouped by cause. Exits with 1 if there are any.

      Example: parity fuzz --contract session-detail --implementation reference --command ./mine

      \(LimitOptions.help)
      """
  )

  @Option(
    help: ArgumentHelp(
      "Inputs per operation (default: 20000, or no limit with --seconds).",
      valueName: "n"
    )
  )
  var inputs: Int?

  @Option(help: ArgumentHelp("Seed for the inputs.", valueName: "n"))
  var seed: UInt64 = 0

  @Option(
    help: ArgumentHelp(
      "Time limit per operation, without shrinking.",
      valueName: "n"
    )
  )
  var seconds: Double?

  @Option(
    help: ArgumentHelp(
      "Time limit to shrink one finding.",
      valueName: "n"
    )
  )
  var shrinkSeconds = 5.0

  @Option(
    help: ArgumentHelp(
      "Recording to generate inputs from too; repeatable.",
      valueName: "file"
    )
  )
  var events: [String] = []

  @Option(
    help: ArgumentHelp(
      "Add the smallest input of each cause to this case file.",
      valueName: "file"
    )
  )
  var save: String?

  @Flag(
    help:
      "Also report inputs that only the reference refuses."
  )
  var refusals = false

  @Option(
    name: .customShort("j"),
    help: ArgumentHelp("Processes per program, up to 1024.", valueName: "n")
  )
  var jobs = 1

  @OptionGroup var asked: RespondentOptions
  @OptionGroup(title: "Suite") var suite: SuiteOptions
  @OptionGroup(title: "Suite") var root: SuiteRootOption
  @OptionGroup(title: "Programs") var limits: LimitOptions
  @OptionGroup(title: "Output") var output: OutputOptions

  func validate() throws {
    if asked.count != 2 {
      throw ValidationError("name two implementations, each with --implementation or --command")
    }
    if let inputs, inputs < 1 { throw ValidationError("--inputs must be at least 1") }
    if let seconds, !(0.1...1_000_000).contains(seconds) {
      throw ValidationError("--seconds must be from 0.1 to 1000000")
    }
    if !(0...1_000_000).contains(shrinkSeconds) {
      throw ValidationError("--shrink-seconds must be from 0 to 1000000")
    }
    if !(1...1024).contains(jobs) { throw ValidationError("-j must be from 1 to 1024") }
  }

  func execute() async throws -> CommandResult {
    let reporter = Reporter(output)
    let folder = try root.folder()
    let workspace = try Workspace(folder, contracts: suite.contracts, .judged(asked.names)).usable(
      reporter
    )
    let operations = try suites(of: workspace).flatMap { suite in
      suite.contract.operations.map { FuzzedOperation(suite: suite, operation: $0) }
    }
    let run = FuzzRun(
      command: self,
      folder: folder,
      savedCases: try save.map { path throws(CommandFailure) in try SavedCases(path, in: folder) },
      recordings: events.map { InputFile(path: $0) },
      reporter: reporter
    )
    return try await run.result(of: operations[...])
  }

  /// Returns the suites of the named contracts, or of those that both implementations implement.
  private func suites(of workspace: Workspace) throws(CommandFailure) -> [Suite] {
    guard suite.contracts.isEmpty else { return workspace.suites }
    let suites = workspace.suites.filter { suite in
      asked.names.allSatisfy { name in
        let names =
          suite.contract.references
          + workspace.programs.filter { $0.carriesOut(suite.contract.id) }.map(\.name)
        return names.contains(name) || name == "reference" && !suite.contract.references.isEmpty
      }
    }
    for name in asked.names {
      try Workspace.requireKnown(name, among: workspace.asked.implementationNames)
    }
    guard !suites.isEmpty else {
      throw CommandFailure(.usage, "the two implementations have no contract in common")
    }
    guard suites.count == 1 || asked.commands.isEmpty else {
      let names = suites.map(\.contract.id).joined(separator: ", ")
      throw CommandFailure(
        .usage,
        "several contracts: \(names); name the one that the command implements with --contract"
      )
    }
    return suites
  }
}
