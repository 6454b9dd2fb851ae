internal import CanonicalJSON
internal import Foundation

/// An implementation linked into the harness: a function from a request to an output.
package struct InProcessImplementation: Implementation {
  package let name: String
  package let capabilities: Set<String>
  package let isDefault: Bool
  private let body: @Sendable (Request) -> Outcome

  package init(
    name: String, capabilities: Set<String> = [], isDefault: Bool = true, body: @escaping @Sendable (Request) -> Outcome
  ) {
    self.name = name
    self.capabilities = capabilities
    self.isDefault = isDefault
    self.body = body
  }

  /// As many as there are cores.
  package var window: Int { ProcessInfo.processInfo.activeProcessorCount }

  package func respond(to request: Request) async -> Outcome {
    let outcome = body(request)
    guard let output = outcome.output?.value, output.isNested(deeperThan: Output.maximumDepth) else { return outcome }
    return .failure(ImplementationFailure("gave an output of more than \(Output.maximumDepth) levels of nesting"))
  }
}
