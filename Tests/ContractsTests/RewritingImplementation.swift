import CanonicalJSON
import Conformance

/// The implementation of another with each input changed, which is one way to be wrong.
struct RewritingImplementation: Implementation {
  let base: any Implementation
  let change: @Sendable (JSONValue) -> JSONValue

  let name = "wrong"
  var capabilities: Set<String> { base.capabilities }

  func respond(to request: Request) async -> Outcome {
    await base.respond(
      to: Request(
        contract: request.contract,
        operation: request.operation,
        input: change(request.input)
      )
    )
  }
}
