package import Conformance

/// The built-in Swift support for contracts, which manifests refer to by name.
package enum Contracts {
  package static let linked: [ContractBindings] = [
    .sessionDetail, .clawdbotProtocol, .eventStream, .chatHistory, .agentDirectory,
  ]
}
