package import CanonicalJSON
package import Conformance

extension EventStreamContract {
  /// Implementations that break one rule each, in ways in which people get it wrong.
  package var deviations: [Deviation] {
    ParsingMistake.allCases.map { mistake in
      deviation(mistake.rawValue, "parse") { mistakenParse($0, mistake) }
    }
      + LivenessMistake.allCases.map { mistake in
        deviation(mistake.rawValue, "liveness") { input in
          ["active": .bool(mistake.isActive(input["session"] ?? .null))]
        }
      }
      + SessionMistake.allCases.map { mistake in
        deviation(mistake.rawValue, "session") { mistakenSession($0, mistake) }
      }
  }

  /// What carries out an operation without a mistake, but not as the reference library does it; nil for any other.
  package static func secondOpinion(on operation: String) -> (@Sendable (JSONValue) -> JSONValue)? {
    switch operation {
    case "parse": { mistakenParse($0, nil) }
    case "session": { mistakenSession($0, nil) }
    default: nil
    }
  }

  /// - Parameter name: the rule's id, a colon, and the mistake.
  private func deviation(
    _ name: String, _ operation: String, output: @escaping @Sendable (JSONValue) -> JSONValue
  ) -> Deviation {
    let parts = name.split(separator: ": ", maxSplits: 1).map(String.init)
    let reference = implementations.first
    return Deviation(
      parts.first ?? "", parts.last ?? "",
      implementation: MistakenOperation(name: name, operation: operation, reference: reference, output: output))
  }
}

private func mistakenParse(_ input: JSONValue, _ mistake: ParsingMistake?) -> JSONValue {
  MistakenParser.output(of: StreamChunks(input)?.chunks ?? [], mistake: mistake)
}

private func mistakenSession(_ input: JSONValue, _ mistake: SessionMistake?) -> JSONValue {
  MistakenSession.output(of: input["steps"]?.elements ?? [], mistake: mistake)
}

/// The reference, but for one operation.
private struct MistakenOperation: Implementation {
  let name: String
  let operation: String
  let reference: (any Implementation)?
  let output: @Sendable (JSONValue) -> JSONValue

  let capabilities: Set<String> = []

  func respond(to request: Request) async -> Outcome {
    if request.operation == operation { return .output(output(request.input)) }
    return await reference?.respond(to: request) ?? .failure("there is no reference")
  }
}
