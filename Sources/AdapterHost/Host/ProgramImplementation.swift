package import Conformance

/// An implementation that runs as a program of its own and answers over JSON-RPC.
package struct ProgramImplementation: Implementation {
  package let name: String
  package let capabilities: Set<String>
  package let origin: ImplementationOrigin
  package let details: ImplementationDetails
  package let host: ProgramHost

  /// Creates the implementation for a program that has been started.
  ///
  /// - Parameters:
  ///   - handshake: The reply to `initialize`.
  ///   - name: The name for reports. It can differ from the one in the handshake.
  ///   - origin: The origin of the command.
  ///   - host: The host that returned the handshake.
  package init(
    _ handshake: Handshake,
    name: String,
    origin: ImplementationOrigin,
    host: ProgramHost
  ) {
    self.name = name
    capabilities = Set(handshake.capabilities)
    self.origin = origin
    details = ImplementationDetails(
      version: handshake.version,
      language: handshake.language,
      command: host.command.shellWords
    )
    self.host = host
  }

  package var window: Int { host.limits.window }
  package var executor: (any TaskExecutor)? { AnsweringThreads.shared }

  package func prepare(for progress: any RunProgress) async { await host.prepare(for: progress) }

  package func respond(to request: Request) async -> Outcome {
    await timedResponse(to: request).outcome
  }

  package func timedResponse(to request: Request) async -> TimedOutcome {
    await host.timedOutcomes(of: [request])[0]
  }

  package func respond(to requests: [Request], jobs: Int) async -> [Outcome] {
    await host.outcomes(of: requests)
  }

  package func finish() async -> [Incident] { await host.finish() }
}
