package import Conformance

/// What this package links to contracts, by the names that their manifests give.
package enum Contracts {
  package static let linked: [Support] = [
    .sessionDetail, .clawdbotProtocol, .eventStream, .chatHistory, .agentDirectory,
  ]
}
