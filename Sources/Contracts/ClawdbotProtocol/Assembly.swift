package import CanonicalJSON
internal import ClawdbotProtocol
package import Conformance

/// The operation `assemble`: steps taken one after the other on a new assembler, and what each of
/// them gives.
package struct Assembly: Sendable {
  let steps: [AssemblyStep]
  /// The steps as they came.
  let json: [JSONValue]

  package init(_ input: JSONValue) throws(InputRefusal) {
    let input = try InputValue(input).object(["steps"])
    steps = try input.list("steps", AssemblyStep.init)
    json = input["steps"]?.value.elements ?? []
  }

  func output() async throws(ImplementationFailure) -> JSONValue {
    let assembler = StreamingMessageAssembler()
    var results = OutputElements()
    for step in steps { try results.append(await result(of: step, on: assembler)) }
    return ["results": results.json]
  }

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

/// What is done to an assembler.
enum AssemblyStep: Sendable {
  case add(StreamingChunk)
  case currentContent(MessageID)
  case isComplete(MessageID)
  case complete(MessageID)
  case reset

  init(_ value: InputValue) throws(InputRefusal) {
    let (name, argument) = try value.step([
      "add", "currentContent", "isComplete", "complete", "reset",
    ])
    switch name {
    case "add": self = .add(try Self.chunk(argument))
    case "reset":
      try argument.requireTrue()
      self = .reset
    case "currentContent": self = .currentContent(MessageID(try argument.text()))
    case "isComplete": self = .isComplete(MessageID(try argument.text()))
    default: self = .complete(MessageID(try argument.text()))
    }
  }

  private static func chunk(_ argument: InputValue) throws(InputRefusal) -> StreamingChunk {
    do throws(WireFault) {
      return try WireForm.value(StreamingChunk.self, from: argument.value)
    } catch {
      let path = error.path ?? JSONPointer()
      throw InputRefusal(
        "'add' takes a StreamingChunk in its wire form; this has \(error.code.rawValue) at '\(path)'",
        at: JSONPointer(tokens: argument.pointer.tokens + path.tokens)
      )
    }
  }

  /// Nil for `reset`, which is about every message.
  var messageID: MessageID? {
    switch self {
    case .add(let chunk): chunk.messageID
    case .currentContent(let id), .isComplete(let id), .complete(let id): id
    case .reset: nil
    }
  }

  /// What is added; nil for any other step.
  var chunk: StreamingChunk? {
    if case .add(let chunk) = self {
      chunk
    } else {
      nil
    }
  }
}
