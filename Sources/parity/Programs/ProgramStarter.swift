internal import AdapterHost
internal import Conformance
internal import SystemPackage

/// Starts programs.
struct ProgramStarter: Sendable {
  /// The program once it has answered `initialize`, or why it can't be judged.
  typealias Start = @Sendable () async -> Result<Plan.Program, Incident>

  let asked: AskedContracts
  let limits: ProgramLimits
  let jobs: Int

  /// - Parameter root: of the tree in which it runs; nil: the suite's own.
  func start(_ entry: ProgramEntry, under root: FilePath? = nil) -> Start {
    let command = asked.command(of: entry, under: root)
    return start(ProgramHost(command, name: entry.name, limits: limits), of: entry)
  }

  /// - Parameter entry: nil: the host is of a command.
  func start(_ host: ProgramHost, of entry: ProgramEntry? = nil) -> Start {
    let origin =
      entry.map { asked.isDefault($0) ? ImplementationOrigin.unasked : .named }
      ?? .command(host.command.shellText)
    let contracts = asked.contracts.map(\.id)
    return { [greeting = asked.greeting, jobs] in
      let handshake: Handshake
      do throws(ImplementationFailure) {
        handshake = try await host.start(greeting: greeting, jobs: jobs)
      } catch {
        return .failure(Incident(.notStarted, of: entry?.name ?? host.command.shellText, error))
      }
      let claimed = Set(handshake.contracts)
      let answered = contracts.filter { entry?.carriesOut($0) ?? claimed.contains($0) }
      let name = entry?.name ?? handshake.name
      let missing = answered.first { !claimed.contains($0) }
      guard missing == nil, !answered.isEmpty else {
        _ = await host.finish()
        let fault =
          missing.map {
            "doesn't claim \($0) in its reply to initialize, as \(RepositoryFile.path) has it"
          }
          ?? "claims none of the contracts at hand: \(contracts.joined(separator: ", ")); --contract names others"
        return .failure(Incident(.notStarted, of: name, ImplementationFailure(fault)))
      }
      let implementation = ProgramImplementation(handshake, name: name, origin: origin, host: host)
      return .success(Plan.Program(implementation, contracts: Set(answered)))
    }
  }
}

extension ProgramStarter {
  /// The program that a contract's goldens come from; nil where one is linked, or there is none.
  func reference(
    of contract: Contract
  ) async throws(ImplementationFailure) -> (any Implementation)? {
    guard contract.implementations.isEmpty, let name = contract.references.first,
      let entry = asked.programs.first(where: { $0.name == name })
    else { return nil }
    switch await start(entry)() {
    case .success(let started): return started.implementation
    case .failure(let incident): throw incident.failure
    }
  }
}
