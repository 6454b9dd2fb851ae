package import Conformance

extension [ContractBindings] {
  /// The built-in Swift support for the contracts that need no database, which an app's tests link
  /// too.
  package static let portable: [ContractBindings] = [
    .sessionDetail, .clawdbotProtocol, .eventStream, .agentDirectory,
  ]
}
