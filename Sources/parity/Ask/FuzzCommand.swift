internal import AdapterHost
internal import ArgumentParser
internal import CanonicalJSON
internal import Conformance
internal import Reporting
internal import SystemPackage

struct FuzzCommand: AsyncParsableCommand {
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
  @OptionGroup(title: "Programs") var limits: LimitOptions
  @OptionGroup(title: "Output") var output: OutputOptions

  /// Requests in flight in a process: the more, the less often a program waits for the next.
  private static let window = 128

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

  func run() async throws {
    let reporter = Reporter(output)
    let folder = try suite.root.folder()
    let workspace = try Workspace(folder, contracts: suite.contracts, .judged(asked.names)).usable(
      reporter
    )
    let suites = try self.suites(of: workspace)
    let savedCases = try save.map { path throws(CommandFailure) in
      try SavedCases(path, in: folder)
    }
    let recorded = events.map { InputFile(path: $0) }
    var status = ExitStatus.success
    for suite in suites {
      for operation in suite.contract.operations {
        let asked = try self.asked.implementations(
          of: suite.contract,
          in: folder,
          limits,
          jobs: jobs,
          window: Self.window
        )
        let found = try await fuzz(suite, operation, asked, recorded, reporter)
        if !found.isEmpty { status = .notConformant }
        if let savedCases, !found.isEmpty {
          try write(found, of: suite, operation, to: savedCases, reporter)
        }
      }
    }
    endProcess(status)
  }

  /// Those whose contract both carry out, unless contracts are named.
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
      try Workspace.requireKnown(name, among: workspace.implementationNames)
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

  /// The smallest input of each cause, or nothing.
  private func fuzz(
    _ suite: Suite,
    _ operation: ContractOperation,
    _ asked: AskedImplementations,
    _ recorded: [InputFile],
    _ reporter: Reporter
  ) async throws -> [Fuzzer.Found] {
    let contract = suite.contract
    let name = "\(contract.id)/\(operation.name)"
    let recordings =
      try operation.name != contract.operations.first?.name
      ? [] : recorded.map { try Question(recordedIn: $0, for: contract).request.input }
    let total = self.inputs ?? (seconds == nil ? 20_000 : nil)
    let seconds = seconds
    let seed = seed
    let refusals = refusals
    let shrinkingLimit = Duration.seconds(shrinkSeconds)
    let progress = ProgressLine(total: total, of: "input", isShown: reporter.showsProgress)
    defer { progress.clear() }
    let (((findings, names), incidents), interruption) = try await Interruption.outlasted {
      let implementations = try await asked.started()
      return try await ending {
        await implementations.finish()
      } after: {
        let cases = suite.cases.filter { testCase in
          testCase.operation.name == operation.name
            && implementations.allSatisfy { $0.capabilities.isSuperset(of: testCase.requires) }
        }
        guard !cases.isEmpty || !recordings.isEmpty else {
          throw CommandFailure(.usage, "\(name) has no case to make inputs from")
        }
        let fuzzer = Fuzzer(
          contract: contract.id,
          operation: operation,
          generator: InputGenerator(
            corpus: InputCorpus(cases.map(\.input) + recordings),
            seed: seed,
            name: name
          ),
          implementations: (implementations[0], implementations[1]),
          judge: refusals
            ? nil : implementations.firstIndex { contract.references.contains($0.name) },
          shrinkingLimit: shrinkingLimit
        )
        let findings = await fuzzer.run(
          inputs: total,
          until: seconds.map { .now + .seconds($0) },
          jobs: asked.jobs
        ) { progress.advance() }
        return (findings, implementations.map(\.name))
      }
    }
    progress.clear()
    let isSame = names[0] == names[1]
    let report = FuzzReport(
      suite,
      operation,
      names: (names[0], isSame ? "\(names[1]) (2)" : names[1]),
      options: self.asked.text,
      verbosity: reporter.verbosity,
      width: reporter.width
    )
    try reporter.print(
      incidents.map(Report.Incident.init).lines(limit: reporter.verbosity == .verbose ? .max : 5)
    )
    var lines = report.lines(findings, seed: seed)
    if interruption != nil {
      lines.append(StyledLine("  interrupted, so the rest was not run"))
    }
    try reporter.print(lines)
    if let interruption { throw interruption }
    if findings.wasGivenUp || !incidents.isEmpty { endProcess(.notConformant) }
    return report.examples(findings)
  }

  private func write(
    _ found: [Fuzzer.Found],
    of suite: Suite,
    _ operation: ContractOperation,
    to file: SavedCases,
    _ reporter: Reporter
  ) throws {
    let cases = found.map { found in
      (
        id: "found_\(operation.name)_\(seed)_\(found.number)",
        input: found.input.value.writtenAsInput
      )
    }
    let name = suite.contract.onlyOperation == nil ? operation.name : nil
    try reporter.print(
      try file.add(cases, operation: name),
      next: [
        "move what you keep into a case file of \(suite.contract.id), fill in what is marked, and name it in a row",
        "then: parity lint",
      ]
    )
  }
}
