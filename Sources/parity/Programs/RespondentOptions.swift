internal import AdapterHost
internal import ArgumentParser
internal import CanonicalJSON
internal import Conformance
internal import Reporting

/// The implementations of one contract that are called without being checked.
struct RespondentOptions: ParsableArguments {
  @Option(
    name: .customLong("implementation"),
    help: ArgumentHelp(
      "Implementation to run: 'reference' or a name from parity.json; repeatable.",
      valueName: "name"
    )
  )
  var names: [String] = []

  @Option(
    name: .customLong("command"),
    help: ArgumentHelp(
      "Shell command to start a JSON-RPC program; repeatable.",
      valueName: "command"
    )
  )
  var commands: [String] = []

  var count: Int { names.count + commands.count }

  /// The options as they are written on the command line.
  var text: String {
    (names.map { "--implementation \($0.shellQuoted)" }
      + commands.map { "--command \($0.shellQuoted)" })
      .joined(separator: " ")
  }

  /// Returns the index of a selected implementation, or `nil` if none has the name. Names come
  /// before commands.
  ///
  /// - Parameters:
  ///   - name: A name, or a command as it is written on the command line.
  ///   - contract: The contract whose reference `reference` refers to.
  func index(of name: String, for contract: Contract) -> Int? {
    /// Returns the name of the reference for `reference`, and any other name as it is.
    func resolved(_ name: String) -> String {
      name == "reference" ? contract.references.first ?? name : name
    }

    if let index = names.firstIndex(where: { resolved($0).hasSameBytes(as: resolved(name)) }) {
      return index
    }
    return commands.firstIndex { $0.hasSameBytes(as: name) }.map { names.count + $0 }
  }

  /// Returns the implementations of a contract that the command line names, ready to be started.
  ///
  /// - Parameters:
  ///   - jobs: The maximum number of processes of each program, or `nil` for the number of cores.
  ///     The limit on open files may allow fewer.
  ///   - window: The number of requests in flight in each process.
  ///   - unnamed: The names to use if the command line gives neither a name nor a command.
  /// - Throws: A failure if a name is unknown, or if the limit on open files doesn't allow one
  ///   process of each program.
  func implementations(
    of contract: Contract,
    in folder: ContractFolder,
    _ limits: LimitOptions,
    jobs: Int? = 1,
    window: Int = ProgramLimits().window,
    orElse unnamed: [String] = []
  ) throws(CommandFailure) -> SelectedImplementations {
    let named = try (count == 0 ? unnamed : names).map { name throws(CommandFailure) in
      try NamedImplementation(name, of: contract, in: folder)
    }

    let budget = OpenFileBudget(programs: commands.count + named.count(where: \.isProgram))
    let (jobs, note) = try budget.jobs(upTo: jobs)

    let starter = ProgramStarter(
      selected: SelectedContracts(folder: folder, contracts: [contract]),
      limits: limits.limits(window: window),
      jobs: jobs
    )
    let hosts = limits.hosts(of: commands, window: window)
    return SelectedImplementations(
      jobs: jobs,
      note: note,
      starts: named.map { $0.start(by: starter) } + hosts.map { starter.start($0) }
    )
  }
}

/// The implementations of a contract that a command line names, and their number of jobs.
struct SelectedImplementations: Sendable {
  /// The number of processes of each program.
  let jobs: Int
  /// The reason why there are fewer jobs than requested, or `nil` if there aren't.
  let note: StyledLine?
  fileprivate let starts: [ProgramStarter.Start]

  /// Starts the implementations, runs `body`, and ends the implementations.
  ///
  /// - Returns: The value of `body`, and the incidents that the outcomes don't report.
  /// - Throws: A failure if an implementation can't be started, and what `body` throws.
  func run<Value>(
    _ body: ([any Implementation]) async throws -> Value
  ) async throws -> (value: Value, incidents: [Incident]) {
    try await session().run { session in try await body(session.implementations) }
  }

  /// Starts the implementations one after another. If one can't be started, ends those before it.
  private func session() async throws(CommandFailure) -> ProgramSession {
    var programs: [Plan.Program] = []

    for start in starts {
      switch await start() {
      case .success(let program):
        programs.append(program)
      case .failure(let incident):
        _ = await ProgramSession(programs).end()
        throw CommandFailure(
          status: .unavailable,
          messages: [
            "implementation '\(incident.implementation)' can't be run: "
              + "it \(incident.failure.message)"
          ]
            + incident.failure.log.map { "  | \($0)" }
        )
      }
    }

    return ProgramSession(programs)
  }
}

/// An implementation that `--implementation` names.
private enum NamedImplementation {
  case linked(any Implementation)
  case program(ProgramEntry)

  /// Finds the implementation.
  ///
  /// - Throws: A failure if the name is unknown.
  init(_ name: String, of contract: Contract, in folder: ContractFolder) throws(CommandFailure) {
    guard let name = name == "reference" ? contract.references.first : name else {
      throw CommandFailure(.usage, contract.missingReferenceError)
    }

    if let linked = contract.implementations.first(where: { $0.name == name }) {
      self = .linked(linked)
      return
    }

    let programs = folder.programs.filter { $0.implements(contract.id) }
    guard let entry = programs.first(where: { $0.name == name }) else {
      let known = (contract.references + programs.map(\.name)).distinct(by: \.self)
      throw Workspace.unknown(name, among: known)
    }

    self = .program(entry)
  }

  var isProgram: Bool {
    switch self {
    case .linked: false
    case .program: true
    }
  }

  /// Returns a function that starts the program, or that returns the linked implementation at once.
  func start(by starter: ProgramStarter) -> ProgramStarter.Start {
    switch self {
    case .linked(let implementation):
      { .success(Plan.Program(implementation, contracts: [])) }
    case .program(let entry): starter.start(entry)
    }
  }
}
