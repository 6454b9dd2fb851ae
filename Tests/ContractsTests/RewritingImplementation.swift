import CanonicalJSON
import Conformance

/// A wrong implementation: another one, with every input changed first.
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
