internal import CanonicalJSON
package import Conformance

/// An implementation in process, which may wait for an actor.
package struct ProtocolImplementation: Implementation {
  package let name: String
  package var capabilities: Set<String> { [] }
  private let answer: @Sendable (Request) async -> Outcome

  init(name: String, answer: @escaping @Sendable (Request) async -> Outcome) {
    self.name = name
    self.answer = answer
  }

  package func respond(to request: Request) async -> Outcome { await answer(request) }

  /// The library itself.
  static let reference = ProtocolImplementation(name: "reference") { request in
    switch request.operation {
    case "roundtrip": RoundTrip.outcome(of: request.input)
    default: await Assembly.outcome(of: request.input)
    }
  }
}
