package import CanonicalJSON
internal import ClawdbotProtocol
package import Conformance

/// The operation `assemble`: steps that are applied in order to a new assembler, and their results.
package struct Assembly: Sendable {
  let steps: [AssemblyStep]
  /// The steps as JSON, in the order of the input.
  let json: [JSONValue]

  /// Reads the input of the operation `assemble`.
  ///
  /// - Throws: `InputRefusal` if the input doesn't follow the contract.
  package init(_ input: JSONValue) throws(InputRefusal) {
    let input = try InputValue(input).object(["steps"])
    steps = try input.list("steps", AssemblyStep.init)
    json = input["steps"]?.value.elements ?? []
  }

  /// Applies the steps to a new assembler, and returns the output: a result for each step.
  ///
  /// - Throws: `ImplementationFailure` if the output becomes too large.
  func output() async throws(ImplementationFailure) -> JSONValue {
    let assembler = StreamingMessageAssembler()
    var results = OutputElements()
    for step in steps { try results.append(await result(of: step, on: assembler)) }
    return ["results": results.json]
  }

  /// Applies a step and returns its result, which is null for the calls that return nothing.
  private func result(
    of step: AssemblyStep,
    on assembler: StreamingMessageAssembler
  ) async -> JSONValue {
    switch step {
    case .add(let chunk): await assembler.addChunk(chunk)
    case .currentContent(let id): return .string(await assembler.currentContent(for: id))
    case .isComplete(let id): return .bool(await assembler.isComplete(messageID: id))
    case .complete(let id):
      return await assembler.complete(messageID: id).map(JSONValue.string) ?? .null
    case .reset: await assembler.reset()
    }
    return .null
  }
}

/// A call on an assembler.
enum AssemblyStep: Sendable {
  case add(StreamingChunk)
  case currentContent(MessageID)
  case isComplete(MessageID)
  case complete(MessageID)
  case reset

  /// Reads a step, which is an object with one member.
  ///
  /// - Throws: `InputRefusal` if the step isn't known or its value doesn't follow the contract.
  init(_ value: InputValue) throws(InputRefusal) {
    let (name, argument) = try value.step([
      "add", "currentContent", "isComplete", "complete", "reset",
    ])

    switch name {
    case "add": self = .add(try argument.wireValue(StreamingChunk.self, "a valid StreamingChunk"))
    case "reset":
      try argument.requireTrue()
      self = .reset
    case "currentContent": self = .currentContent(MessageID(try argument.text()))
    case "isComplete": self = .isComplete(MessageID(try argument.text()))
    default: self = .complete(MessageID(try argument.text()))
    }
  }

  /// The id of the message, or `nil` for `reset`, which applies to all messages.
  var messageID: MessageID? {
    switch self {
    case .add(let chunk): chunk.messageID
    case .currentContent(let id), .isComplete(let id), .complete(let id): id
    case .reset: nil
    }
  }

  /// The chunk to add, or `nil` for any other step.
  var chunk: StreamingChunk? {
    if case .add(let chunk) = self {
      chunk
    } else {
      nil
    }
  }
}
