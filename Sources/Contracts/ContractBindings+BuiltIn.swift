package import Conformance
internal import PortableContracts

extension [ContractBindings] {
  /// The built-in Swift support for all contracts, which manifests refer to by name.
  package static let builtIn: [ContractBindings] = .portable + [.chatHistory]
}
