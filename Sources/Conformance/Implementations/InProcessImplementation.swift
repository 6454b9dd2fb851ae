package import CanonicalJSON
internal import Foundation

/// An implementation that is linked into Parity: a function that returns an output for a request.
///
/// It fails if its output has more than ``Output/maximumSize`` bytes, or more than
/// ``Output/maximumDepth`` levels of nesting.
package struct InProcessImplementation: Implementation {
  package let name: String
  package let capabilities: Set<String>
  package let origin: ImplementationOrigin
  package let window: Int
  package let details = ImplementationDetails(language: "Swift")
  private let body: @Sendable (Request) async throws -> JSONValue
  private let typedBody: (@Sendable (JSONNode) async throws -> any JSONWritable & Sendable)?

  /// - Parameters:
  ///   - origin: The reason why it is checked.
  ///   - window: The number of requests that may run at a time for each job, or `nil` for the
  ///     number of active cores.
  ///   - typedBody: Returns the output of `body` for an input that is a part of a document, without
  ///     a `JSONValue` of the input or the output. Throws the same errors. If it is `nil`, `body` is
  ///     called for each input.
  ///   - body: Returns the output. May throw an `InputRefusal` or an `ImplementationFailure`.
  package init(
    name: String,
    capabilities: Set<String> = [],
    origin: ImplementationOrigin = .default,
    window: Int? = nil,
    typedBody: (@Sendable (JSONNode) async throws -> any JSONWritable & Sendable)? = nil,
    body: @escaping @Sendable (Request) async throws -> JSONValue
  ) {
    self.name = name
    self.capabilities = capabilities
    self.origin = origin
    self.window = window ?? ProcessInfo.processInfo.activeProcessorCount
    self.typedBody = typedBody
    self.body = body
  }

  /// Calls the function. An error that it throws, and an output that is too large or nested too
  /// deeply, is a failure.
  package func respond(to request: Request) async -> Outcome {
    do {
      if let typedBody, let node = request.inputNode {
        let output = try await typedBody(node)
        try OutputMeasure(of: output).check()
        return .output(Output(typed: output))
      }

      let output = try await body(request)
      try OutputMeasure(of: output).check()
      return .output(output)
    } catch let refusal as InputRefusal {
      return .failure(ImplementationFailure(refusal.message, refusing: refusal.pointer))
    } catch let failure as ImplementationFailure {
      return .failure(failure)
    } catch {
      return .failure(ImplementationFailure("\(error)"))
    }
  }
}
