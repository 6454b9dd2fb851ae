package import Conformance

/// The contracts that this package ships, in the order in which they are judged.
package enum Contracts {
  package static let all: [any Contract] = [
    SessionDetail(), ClawdbotProtocolContract(), EventStreamContract(), ChatHistoryContract(),
    AgentDirectoryContract(),
  ]
}
