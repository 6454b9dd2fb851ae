package import Conformance

extension [ContractBindings] {
  /// The built-in Swift support for all contracts, which manifests refer to by name.
  package static let builtIn: [ContractBindings] = [
    .sessionDetail, .clawdbotProtocol, .eventStream, .agentDirectory, .chatHistory,
  ]
}
