package import Conformance

extension ContractBindings {
  /// The support for `clawdbot-protocol`: the wire form of messages, their default values, and the
  /// assembly of streamed replies.
  package static let clawdbotProtocol = ContractBindings(
    "clawdbot-protocol",
    implementations: [
      InProcessImplementation(name: "reference", window: 1) { request in
        switch request.operation.name {
        case "roundtrip": try RoundTrip(request.input).output()
        case "create": try Creation(request.input).output()
        default: try await Assembly(request.input).output()
        }
      }
    ],
    operations: [
      "roundtrip": .init(reading: RoundTrip.init),
      "create": .init(reading: Creation.init),
      "assemble": .init(reading: Assembly.init, schedules: ChunkArrivals.init),
    ]
  )
}
