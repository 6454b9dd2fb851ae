internal import ArgumentParser
internal import Conformance

struct FuzzCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "fuzz",
    abstract: "Ask two implementations about generated inputs, and tell where they disagree.",
    usage:
      "parity fuzz [--contract <name>] --implementation <name> --implementation <name> [<options>]",
    discussion: """
      Inputs are made from those of the cases, the same for a seed on every platform. Different outputs, crashes, hangs \
      and inputs that one alone refuses are made smaller and told by cause; any of them ends with 1.

      Example: parity fuzz --contract session-detail --implementation reference --command ./mine --seconds 60
      """
  )

  @Option(
    help: ArgumentHelp(
      "How many inputs for each operation; 20000, or with --seconds no limit.",
      valueName: "n"
    )
  )
  var inputs: Int?

  @Option(help: ArgumentHelp("Another number gives other inputs.", valueName: "n"))
  var seed: UInt64 = 0

  @Option(
    help: ArgumentHelp(
      "The most time for each operation, before what is found is made smaller.",
      valueName: "n"
    )
  )
  var seconds: Double?

  @Option(
    help: ArgumentHelp(
      "The most time to make the input of one finding smaller.",
      valueName: "n"
    )
  )
  var shrinkSeconds = 5.0

  @Option(
    help: ArgumentHelp(
      "Recorded payloads, one per line, to make inputs from as well; repeatable.",
      valueName: "file"
    )
  )
  var events: [String] = []

  @Option(
    help: ArgumentHelp(
      "Write the smallest input of each cause as a case into this file, for you to finish.",
      valueName: "file"
    )
  )
  var save: String?

  @Flag(
    help:
      "Tell inputs that the reference alone refuses, which are none of the contract's, as disagreements too."
  )
  var refusals = false

  @Option(
    name: .customShort("j"),
    help: ArgumentHelp("Processes of each program; up to 1024.", valueName: "n")
  )
  var jobs = 1

  @OptionGroup var asked: AskedOptions
  @OptionGroup(title: "Suite") var suite: SuiteOptions
  @OptionGroup(title: "Suite") var root: SuiteRootOption
  @OptionGroup(title: "Programs") var limits: LimitOptions
  @OptionGroup(title: "Output") var output: OutputOptions

  func validate() throws {
    if asked.count != 2 {
      throw ValidationError("Name two, each with --implementation or --command.")
    }
    if let inputs, inputs < 1 { throw ValidationError("--inputs takes a number from 1.") }
    if let seconds, !(0.1...1_000_000).contains(seconds) {
      throw ValidationError("--seconds takes a number from 0.1 to 1000000.")
    }
    if !(0...1_000_000).contains(shrinkSeconds) {
      throw ValidationError("--shrink-seconds takes a number from 0 to 1000000.")
    }
    if !(1...1024).contains(jobs) { throw ValidationError("-j takes a number from 1 to 1024.") }
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
      throw CommandFailure(.usage, "no contract at hand is carried out by both")
    }
    guard suites.count == 1 || asked.commands.isEmpty else {
      let names = suites.map(\.contract.id).joined(separator: ", ")
      throw CommandFailure(
        .usage,
        "there are \(names); name what the command carries out with --contract"
      )
    }
    return suites
  }
}
