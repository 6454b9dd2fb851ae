internal import AdapterHost
internal import Conformance
internal import SystemPackage

/// Starts programs and checks that they claim the contracts that they are needed for.
struct ProgramStarter: Sendable {
  /// Starts a program. Returns it once it has answered `initialize`, or the reason why it can't be
  /// checked.
  typealias Start = @Sendable () async -> Result<Plan.Program, Incident>

  let selected: SelectedContracts
  let limits: ProgramLimits
  let jobs: Int

  /// Returns a function that starts a program of parity.json.
  ///
  /// - Parameter root: The root of the tree in which the program runs, or `nil` for the suite's
  ///   root.
  func start(_ entry: ProgramEntry, under root: FilePath? = nil) -> Start {
    let command = selected.command(of: entry, under: root)
    if case .stdio(let options) = entry.exchange {
      return start(command, of: entry, options)
    }
    let host = ProgramHost(command, name: entry.name, limits: limits.adapted(to: entry))
    return start(host, of: entry)
  }

  /// Returns a function that starts nothing, because the program runs once for each input, but that
  /// checks whether it can be run.
  private func start(
    _ command: ProgramCommand,
    of entry: ProgramEntry,
    _ options: StdioOptions
  ) -> Start {
    let contracts = selected.contracts.map(\.id).filter(entry.implements)
    let implementation = StdioImplementation(
      command,
      name: entry.name,
      origin: entry.isDefault ? .default : .named,
      options: options,
      limits: limits
    )

    return {
      if let reason = command.reasonNotToRun {
        return .failure(Incident(.notStarted, of: entry.name, ImplementationFailure(reason)))
      }
      return .success(Plan.Program(implementation, contracts: Set(contracts)))
    }
  }

  /// Returns a function that starts the program of a host.
  ///
  /// - Parameter entry: The entry in parity.json, or `nil` if the host runs a command from the
  ///   command line.
  func start(_ host: ProgramHost, of entry: ProgramEntry? = nil) -> Start {
    let origin =
      entry.map { $0.isDefault ? ImplementationOrigin.default : .named }
      ?? .command(host.command.shellText)
    let contracts = selected.contracts.map(\.id)

    return { [greeting = selected.greeting, jobs] in
      let handshake: Handshake
      do throws(ImplementationFailure) {
        handshake = try await host.start(greeting: greeting, jobs: jobs)
      } catch {
        return .failure(Incident(.notStarted, of: entry?.name ?? host.command.shellText, error))
      }

      let claimed = Set(handshake.contracts)
      let answered = contracts.filter { entry?.implements($0) ?? claimed.contains($0) }
      let name = entry?.name ?? handshake.name

      let missing = answered.first { !claimed.contains($0) }
      guard missing == nil, !answered.isEmpty else {
        _ = await host.finish()
        let fault = Self.fault(missing: missing, of: contracts)
        return .failure(Incident(.notStarted, of: name, ImplementationFailure(fault)))
      }

      let implementation = ProgramImplementation(handshake, name: name, origin: origin, host: host)
      return .success(Plan.Program(implementation, contracts: Set(answered)))
    }
  }

  /// Returns the reason why a program that was started can't be checked.
  ///
  /// - Parameters:
  ///   - missing: A contract of the program's entry that it doesn't claim, or `nil` if it has no
  ///     contract of the selection.
  ///   - contracts: The selected contracts.
  private static func fault(missing: String?, of contracts: [String]) -> String {
    guard let missing else {
      return """
        implements none of the selected contracts: \(contracts.joined(separator: ", ")); \
        select others with --contract
        """
    }

    return "doesn't list the contract '\(missing)' in its reply to 'initialize', "
      + "but \(RepositoryFile.path) does"
  }
}

extension ProgramLimits {
  /// Returns the limits with those that an entry of parity.json sets for its program.
  func adapted(to entry: ProgramEntry?) -> ProgramLimits {
    var limits = self
    limits.startTimeout = entry?.startTimeout
    return limits
  }
}

extension ProgramStarter {
  /// Starts the program that generates the goldens of a contract. Returns `nil` if an
  /// implementation is linked or the contract has no such program.
  func reference(
    of contract: Contract
  ) async throws(ImplementationFailure) -> (any Implementation)? {
    guard contract.implementations.isEmpty, let name = contract.references.first,
      let entry = selected.programs.first(where: { $0.name == name })
    else { return nil }

    switch await start(entry)() {
    case .success(let started): return started.implementation
    case .failure(let incident): throw incident.failure
    }
  }
}
