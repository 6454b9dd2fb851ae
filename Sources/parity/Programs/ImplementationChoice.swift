internal import AdapterHost
internal import CanonicalJSON
internal import Conformance
internal import SystemPackage

/// The implementations that the command line asks for.
struct ImplementationChoice: Sendable {
  /// Names of those in process; nil: those that are judged where none is named.
  let linked: Set<String>?
  let jobs: Int
  private let programs: [ProgramStarter.Start]
  private let starter: ProgramStarter
  var hasPrograms: Bool { !programs.isEmpty }

  /// - Parameters:
  ///   - hosts: of the commands that are given; nil: to be made.
  ///   - recordsGoldens: whether those that goldens come from are started too, whoever is named.
  init(
    _ options: ImplementationOptions,
    _ limits: LimitOptions,
    in workspace: Workspace,
    hosts: [ProgramHost]? = nil,
    recordsGoldens: Bool = false
  ) throws(CommandFailure) {
    var (linked, entries) = try Self.resolve(options, in: workspace)
    if recordsGoldens {
      entries += workspace.programs.filter { reference in
        workspace.asked.isReference(reference) && !entries.contains { $0.name == reference.name }
      }
    }
    self.linked = linked
    let hosts = hosts ?? limits.hosts(of: options.commands)
    // A program that goldens come from is started a second time next to the first, one at a time.
    let freshPrograms = entries.contains(where: workspace.asked.isReference) ? 1 : 0
    let windows = workspace.suites.flatMap(\.contract.implementations).map(\.window)
    let budget = OpenFileBudget(
      programs: entries.count + hosts.count + (recordsGoldens ? freshPrograms : 0),
      cases: windows.max() ?? 0
    )
    let (jobs, note) = try budget.jobs(upTo: options.jobs)
    if let note { Terminal.tell([note]) }
    self.jobs = jobs
    let starter = ProgramStarter(asked: workspace.asked, limits: limits.limits(), jobs: jobs)
    self.starter = starter
    programs = entries.map { starter.start($0) } + hosts.map { starter.start($0) }
  }

  /// Those that the goldens of a contract come from. A program is asked twice, the second time in a
  /// fresh process.
  func sources(
    of contract: Contract,
    in workspace: Workspace,
    among started: StartedPrograms
  ) -> [GoldenSource] {
    guard contract.implementations.isEmpty else {
      return contract.implementations.map { GoldenSource($0) }
    }
    return contract.references.compactMap { name in
      let running = started.programs.first { $0.implementation.name == name }
      let entry = workspace.programs.first { $0.name == name }
      guard let running, let entry else { return nil }
      return GoldenSource(running.implementation) { [starter] in
        await starter.start(entry)().map(\.implementation)
      }
    }
  }

  /// Starts the programs, all at once, and has each answer `initialize`.
  func start() async -> StartedPrograms {
    let results = await withTaskGroup(of: (Int, Result<Plan.Program, Incident>).self) { group in
      for (index, program) in programs.enumerated() { group.addTask { (index, await program()) } }
      return await group.reduce(into: [:]) { results, result in results[result.0] = result.1 }
    }
    var names = linked ?? []
    var started: [Plan.Program] = []
    var incidents: [Incident] = []
    for index in programs.indices {
      switch results[index] {
      case nil: continue
      case .failure(let incident): incidents.append(incident)
      case .success(let program) where names.insert(program.implementation.name).inserted:
        started.append(program)
      case .success(let program):
        _ = await program.implementation.finish()
        let failure = ImplementationFailure(
          "is the name of two implementations; judge them one at a time"
        )
        incidents.append(Incident(.notStarted, of: program.implementation.name, failure))
      }
    }
    return StartedPrograms(programs: started, incidents: incidents)
  }

  private static func resolve(
    _ options: ImplementationOptions,
    in workspace: Workspace
  ) throws(CommandFailure) -> (linked: Set<String>?, programs: [ProgramEntry]) {
    let isAtHand = { (entry: ProgramEntry) in
      workspace.suites.contains { entry.carriesOut($0.contract.id) }
    }
    guard !options.names.isEmpty else {
      // A command is judged alone.
      guard options.commands.isEmpty else { return ([], []) }
      return (nil, workspace.programs.filter { isAtHand($0) && workspace.asked.isDefault($0) })
    }
    let linked = Set(workspace.suites.flatMap { $0.contract.implementations.map(\.name) })
    if options.names.contains("all") { return (linked, workspace.programs.filter(isAtHand)) }
    for name in options.names {
      try Workspace.requireKnown(name, among: workspace.asked.implementationNames)
    }
    let names = Set(options.names)
    let named = workspace.programs.filter {
      names.contains($0.name) || names.contains("reference") && workspace.asked.isReference($0)
    }
    if let idle = named.first(where: { !isAtHand($0) }) {
      let contracts = idle.contracts.map(\.name).joined(separator: ", ")
      throw CommandFailure(.usage, "\(idle.name) carries out \(contracts) and no other contract")
    }
    return (linked.intersection(names), named)
  }
}

/// Programs that have answered `initialize`.
struct StartedPrograms: Sendable {
  let programs: [Plan.Program]
  /// Of those that can't be judged.
  let incidents: [Incident]
}
