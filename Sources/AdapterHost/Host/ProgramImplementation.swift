package import Conformance

/// An implementation that runs as a program of its own and answers over JSON-RPC.
package struct ProgramImplementation: Implementation {
  package let name: String
  package let capabilities: Set<String>
  package let origin: ImplementationOrigin
  package let host: ProgramHost

  package init(
    _ handshake: Handshake,
    name: String,
    origin: ImplementationOrigin,
    host: ProgramHost
  ) {
    self.name = name
    capabilities = Set(handshake.capabilities)
    self.origin = origin
    self.host = host
  }

  package var window: Int { host.limits.window }
  package var executor: (any TaskExecutor)? { AnsweringThreads.shared }
  package func respond(to request: Request) async -> Outcome {
    await host.outcomes(of: [request])[0]
  }
  package func respond(to requests: [Request], jobs: Int) async -> [Outcome] {
    await host.outcomes(of: requests)
  }
  package func finish() async -> [Incident] { await host.finish() }
}
