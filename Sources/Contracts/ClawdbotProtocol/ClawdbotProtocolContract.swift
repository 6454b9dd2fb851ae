package import Conformance

/// The contract `clawdbot-protocol`: the wire form of its messages, and the assembly of streamed replies.
package struct ClawdbotProtocolContract: Contract {
  package let id = "clawdbot-protocol"
  package let operations = ["roundtrip", "assemble"]

  package init() {}

  package var facets: [Facet] { [] }

  /// The results of an assembly are told apart by their place, since each belongs to a step.
  package var identity: ElementIdentity { { _, _ in nil } }

  package var implementations: [any Implementation] { [ProtocolImplementation.reference] }

  package func schedules(of request: Request) -> (any ScheduleSpace)? {
    ChunkArrivals(request.input)
  }
}
