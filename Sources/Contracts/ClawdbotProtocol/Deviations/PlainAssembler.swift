internal import CanonicalJSON
package import ClawdbotProtocol

/// The rules of assembly in the plainest words, each of which a deviation can replace.
package struct PlainAssembler {
  private var messages: [TextKey: [StreamingChunk]] = [:]
  /// The content of the messages that were taken.
  private var taken: [TextKey: String] = [:]

  // A1
  var key: (String) -> String = { $0 }
  package var order: ([StreamingChunk]) -> [StreamingChunk] = { $0.sorted { $0.chunkIndex < $1.chunkIndex } }
  var join: ([StreamingChunk]) -> String = { $0.map(\.content).joined() }
  /// Whether a chunk is taken in, beside those that are there.
  var accepts: (_ chunk: StreamingChunk, _ known: [StreamingChunk]) -> Bool = { _, _ in true }
  // A2
  var isComplete: ([StreamingChunk]) -> Bool = { $0.contains(where: \.isFinal) }
  // A3
  var givesIncomplete = false
  var forgetsComplete = true
  var forgetsIncomplete = false
  var forgetsAllOnComplete = false
  /// Whether chunks are refused once their message was taken.
  var refusesAfterTaking = false
  var staysComplete = false
  var givesAgain = false
  var keepsTakenText = false
  /// What is left of a message when its content was asked for.
  var remains: ([StreamingChunk]) -> [StreamingChunk] = { $0 }
  // A4
  var unknownContent: JSONValue = ""
  var isUnknownComplete = false
  var unknownCompletion: JSONValue = .null
  var resets: ([StreamingChunk]) -> Bool = { _ in true }

  mutating func result(of step: AssemblyStep) -> JSONValue {
    switch step {
    case .add(let chunk): add(chunk, to: TextKey(key(chunk.messageID.value)))
    case .currentContent(let id): return content(of: TextKey(key(id.value)))
    case .isComplete(let id): return .bool(isComplete(TextKey(key(id.value))))
    case .complete(let id): return complete(TextKey(key(id.value)))
    case .reset:
      messages = messages.filter { !resets($0.value) }
      taken = [:]
    }
    return .null
  }

  private mutating func add(_ chunk: StreamingChunk, to id: TextKey) {
    if refusesAfterTaking, taken[id] != nil { return }
    let known = messages[id] ?? []
    if accepts(chunk, known) { messages[id] = known + [chunk] }
  }

  private mutating func content(of id: TextKey) -> JSONValue {
    guard let chunks = messages[id] else { return unknownContent }
    messages[id] = remains(chunks)
    return .string(text(of: chunks, id))
  }

  private func text(of chunks: [StreamingChunk], _ id: TextKey) -> String {
    (keepsTakenText ? taken[id] ?? "" : "") + join(order(chunks))
  }

  private func isComplete(_ id: TextKey) -> Bool {
    if staysComplete, taken[id] != nil { return true }
    return messages[id].map(isComplete) ?? isUnknownComplete
  }

  private mutating func complete(_ id: TextKey) -> JSONValue {
    guard let chunks = messages[id] else {
      if givesAgain, let text = taken[id] { return .string(text) }
      return unknownCompletion
    }
    let isComplete = isComplete(chunks)
    defer {
      if isComplete ? forgetsComplete : forgetsIncomplete { messages[id] = nil }
      if isComplete, forgetsAllOnComplete { messages = [:] }
    }
    guard isComplete || givesIncomplete else { return .null }
    let text = text(of: chunks, id)
    if isComplete { taken[id] = text }
    return .string(text)
  }
}
