internal import AdapterHost
internal import CanonicalJSON
internal import Conformance
internal import SystemPackage

/// The implementations that the command line selects.
struct ImplementationChoice: Sendable {
  /// The names of the selected linked implementations, or `nil` for those that a bare check
  /// selects.
  let linked: Set<String>?
  let jobs: Int
  private let programs: [ProgramStarter.Start]
  private let starter: ProgramStarter
  var hasPrograms: Bool { !programs.isEmpty }

  /// The goldens that a command generates.
  enum Goldens {
    case none
    /// Those of cases that the selected implementations can run.
    case ofImplementations
    /// Those of a selection of cases. The programs that they need are started even if others are
    /// named.
    case selected(Selection)
  }

  /// Selects the implementations, without starting any.
  ///
  /// - Parameters:
  ///   - hosts: The hosts of the given commands, or `nil` to create them.
  ///   - goldens: The goldens that the command generates.
  init(
    _ options: ImplementationOptions,
    _ limits: LimitOptions,
    in workspace: Workspace,
    hosts: [ProgramHost]? = nil,
    goldens: Goldens = .none
  ) throws(CommandFailure) {
    var (linked, entries) = try Self.resolve(options, in: workspace)
    if case .selected(let selection) = goldens {
      entries += workspace.programs.filter { program in
        let isSource = workspace.suites.contains { suite in
          suite.takesGoldens(from: program, for: selection)
        }
        return isSource && !entries.contains { $0.name == program.name }
      }
    }

    self.linked = linked
    let defaults = workspace.folder.checkDefaults
    let limits = limits.applying(defaults)
    let hosts = hosts ?? limits.hosts(of: options.commands)

    var programs = entries.count + hosts.count
    switch goldens {
    case .none: break
    // A program that generates goldens is started a second time while the first one runs, one
    // program at a time.
    case .ofImplementations, .selected:
      if entries.contains(where: \.isReference) { programs += 1 }
    }
    let budget = OpenFileBudget(programs: programs)

    let (jobs, note) = try budget.jobs(upTo: options.jobs ?? defaults.jobs)
    if let note { Terminal.writeError([note]) }
    self.jobs = jobs

    let starter = ProgramStarter(
      selected: workspace.selectedContracts,
      limits: limits.limits(),
      jobs: jobs
    )
    self.starter = starter
    self.programs = entries.map { starter.start($0) } + hosts.map { starter.start($0) }
  }

  /// Returns the implementations that generate the goldens of a contract: the linked ones, then
  /// programs for the cases that no linked one can run.
  ///
  /// A program is called twice, the second time in a fresh process.
  func sources(
    of contract: Contract,
    in workspace: Workspace,
    among started: ProgramSession
  ) -> [GoldenSource] {
    let linked = contract.implementations.map { GoldenSource($0) }
    return linked
      + contract.references.compactMap { name in
        let running = started.programs.first { $0.implementation.name == name }
        let entry = workspace.programs.first { $0.name == name }
        guard let running, let entry else { return nil }
        return GoldenSource(running.implementation) { [starter] in
          await starter.start(entry)().map(\.implementation)
        }
      }
  }

  /// Starts the programs, all at the same time, and waits until each has answered `initialize`.
  func start() async -> ProgramSession {
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
      case .success(let program):
        let name = program.implementation.name
        if names.insert(name).inserted {
          started.append(program)
        } else {
          _ = await program.implementation.finish()
          let failure = ImplementationFailure(
            "has the same name as another implementation; check them one at a time"
          )
          incidents.append(Incident(.notStarted, of: name, failure))
        }
      }
    }

    return ProgramSession(started, incidents: incidents)
  }

  /// Returns the linked implementations and programs that the options select.
  ///
  /// - Throws: A failure if a name is unknown, or if a named program implements none of the
  ///   contracts.
  private static func resolve(
    _ options: ImplementationOptions,
    in workspace: Workspace
  ) throws(CommandFailure) -> (linked: Set<String>?, programs: [ProgramEntry]) {
    let selected = workspace.selectedContracts
    let implementsSelected = { (entry: ProgramEntry) in
      workspace.suites.contains { entry.implements($0.contract.id) }
    }

    guard !options.names.isEmpty else {
      // With `--command`, only the given programs are checked.
      guard options.commands.isEmpty else { return ([], []) }
      let implementing = workspace.programs.filter(implementsSelected)
      return (nil, implementing.filter(\.isDefault))
    }

    let linked = Set(workspace.suites.flatMap { $0.contract.implementations.map(\.name) })
    if options.names.contains("all") {
      return (linked, workspace.programs.filter(implementsSelected))
    }

    for name in options.names {
      try Workspace.requireKnown(name, among: selected.implementationNames)
    }

    let names = Set(options.names)
    let named = workspace.programs.filter { entry in
      let isReference = names.contains("reference") && selected.isReference(entry)
      return names.contains(entry.name) || isReference
    }

    if let idle = named.first(where: { !implementsSelected($0) }) {
      let contracts = idle.contracts.map(\.name).joined(separator: ", ")
      throw CommandFailure(
        .usage,
        "implementation '\(idle.name)' implements none of the selected contracts, only \(contracts)"
      )
    }

    return (linked.intersection(names), named)
  }
}

extension Suite {
  /// Returns whether a program generates a selected golden: it is a reference of the contract, and
  /// no linked reference can run the case.
  fileprivate func takesGoldens(from program: ProgramEntry, for selection: Selection) -> Bool {
    guard program.isReference, program.implements(contract.id) else { return false }
    return selection.cases(of: self).contains {
      $0.usesGolden && contract.implementation(for: $0) == nil
    }
  }
}
