package import Conformance
internal import PortableContracts

/// The built-in Swift support for contracts, which manifests refer to by name.
package enum Contracts {
  package static let linked: [ContractBindings] = .portable + [.chatHistory]
}
