internal import CanonicalJSON
package import Conformance

/// A program that answers over JSON-RPC, as an implementation among others.
package struct ProgramImplementation: Implementation {
  package let name: String
  package let capabilities: Set<String>
  package let isDefault: Bool
  package let selectingOptions: String
  package let host: ProgramHost

  /// - Parameters:
  ///   - isDefault: whether it is judged where no implementation is named.
  ///   - selectingOptions: the options of the command line that name it.
  package init(_ handshake: Handshake, name: String, isDefault: Bool, selectingOptions: String, host: ProgramHost) {
    self.name = name
    capabilities = Set(handshake.capabilities)
    self.isDefault = isDefault
    self.selectingOptions = selectingOptions
    self.host = host
  }

  package var window: Int { host.limits.window }
  package var executor: (any TaskExecutor)? { AnsweringThreads.shared }
  package func respond(to request: Request) async -> Outcome { await host.respond(to: request) }
  package func finish() async -> [Incident] { await host.finish() }
}
