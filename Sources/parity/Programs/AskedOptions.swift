internal import AdapterHost
internal import ArgumentParser
internal import Conformance

/// Who is asked about one contract, and is not judged.
struct AskedOptions: ParsableArguments {
  @Option(
    name: .customLong("implementation"),
    help: ArgumentHelp(
      "Who answers: 'reference', or one of parity.json; repeatable.", valueName: "name"))
  var names: [String] = []

  @Option(
    name: .customLong("command"),
    help: ArgumentHelp("A program that answers, as a line for the shell; repeatable.", valueName: "command"))
  var commands: [String] = []

  var count: Int { names.count + commands.count }

  /// The same as they are written on the command line.
  var text: String {
    (names.map { "--implementation \($0.shellQuoted)" } + commands.map { "--command \($0.shellQuoted)" })
      .joined(separator: " ")
  }

  /// - Parameters:
  ///   - window: requests in flight in each process.
  ///   - unnamed: those that are asked where none is named.
  func starts(
    for contract: Contract, in folder: ContractFolder, _ limits: LimitOptions, jobs: Int = 1,
    window: Int = ProgramLimits().window, orElse unnamed: [String] = []
  ) throws(CommandFailure) -> [ProgramStarter.Start] {
    let starter = ProgramStarter(
      workspace: try Workspace(folder, contracts: [contract.id]), limits: limits.limits(window: window), jobs: jobs)
    return try (count == 0 ? unnamed : names).map { name throws(CommandFailure) in
      try starter.start(named: name, for: contract, in: folder)
    } + limits.hosts(of: commands, window: window).map { starter.start($0) }
  }
}

extension ProgramStarter {
  fileprivate func start(
    named name: String, for contract: Contract, in folder: ContractFolder
  ) throws(CommandFailure) -> Start {
    guard let name = name == "reference" ? contract.references.first : name else {
      throw CommandFailure(.usage, contract.lackOfReference)
    }
    if let linked = contract.implementations.first(where: { $0.name == name }) {
      try linked.requireRunnable()
      return { .success(Plan.Program(linked, contracts: [])) }
    }
    let programs = folder.programs.filter { $0.carriesOut(contract.id) }
    guard let entry = programs.first(where: { $0.name == name }) else {
      throw Workspace.unknown(name, among: (contract.references + programs.map(\.name)).distinct(by: \.self))
    }
    return start(entry)
  }

  /// Starts them in turn; where one can't be, those before it are ended.
  static func started(_ starts: [Start]) async throws(CommandFailure) -> [any Implementation] {
    var implementations: [any Implementation] = []
    for start in starts {
      switch await start() {
      case .success(let program): implementations.append(program.implementation)
      case .failure(let incident):
        _ = await implementations.finish()
        throw CommandFailure(
          status: .unavailable,
          messages: ["\(incident.implementation) can't be asked: it \(incident.failure.message)"]
            + incident.failure.log.map { "  | \($0)" })
      }
    }
    return implementations
  }
}
