internal import CanonicalJSON
internal import ClawdbotProtocol
internal import Conformance

/// The operation `assemble`: steps taken one after the other on a new assembler, and what each of them gives.
enum Assembly {
  static func outcome(of input: JSONValue) async -> Outcome {
    guard let steps = steps(in: input) else { return .failure("the input holds no steps") }
    let assembler = StreamingMessageAssembler()
    var results: [JSONValue] = []
    for step in steps { results.append(await result(of: step, on: assembler)) }
    return .output(["results": .array(results)])
  }

  /// Nil where one of them is no step.
  static func steps(in input: JSONValue) -> [AssemblyStep]? {
    guard let elements = input["steps"]?.elements else { return nil }
    let steps = elements.compactMap(AssemblyStep.init)
    return steps.count == elements.count ? steps : nil
  }

  private static func result(of step: AssemblyStep, on assembler: StreamingMessageAssembler) async -> JSONValue {
    switch step {
    case .add(let chunk):
      await assembler.addChunk(chunk)
      return .null
    case .currentContent(let id): return .string(await assembler.currentContent(for: id))
    case .isComplete(let id): return .bool(await assembler.isComplete(messageID: id))
    case .complete(let id): return await assembler.complete(messageID: id).map(JSONValue.string) ?? .null
    case .reset:
      await assembler.reset()
      return .null
    }
  }
}

/// What is done to an assembler.
enum AssemblyStep: Sendable {
  case add(StreamingChunk)
  case currentContent(MessageID)
  case isComplete(MessageID)
  case complete(MessageID)
  case reset

  static let names = ["add", "currentContent", "isComplete", "complete", "reset"]

  init?(_ json: JSONValue) {
    guard let object = json.object, object.count == 1, let member = object.first else { return nil }
    switch (member.key, member.value) {
    case ("add", let chunk):
      guard let chunk = try? WireForm.value(StreamingChunk.self, from: chunk) else { return nil }
      self = .add(chunk)
    case ("currentContent", .string(let id)): self = .currentContent(MessageID(id))
    case ("isComplete", .string(let id)): self = .isComplete(MessageID(id))
    case ("complete", .string(let id)): self = .complete(MessageID(id))
    case ("reset", .bool(true)): self = .reset
    default: return nil
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

  var isAdd: Bool { if case .add = self { true } else { false } }
}
