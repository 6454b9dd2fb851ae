import CanonicalJSON
import Conformance
import Contracts
import MessageSnapshot
import Testing

// Initializers that read the input as the support does first. They return `nil` if it isn't valid
// or has only one ordering.

extension ChunkArrivals {
  init?(of input: JSONValue) {
    guard let read = try? Assembly(input) else { return nil }
    self.init(read)
  }
}

extension SessionArrivals {
  init?(of input: JSONValue) {
    guard let read = try? SessionRows(input) else { return nil }
    self.init(read)
  }
}

extension SessionCuts {
  init?(of input: JSONValue) {
    guard let read = try? SessionScript(input) else { return nil }
    self.init(read)
  }
}

extension StanzaSpellings {
  init?(of input: JSONValue) {
    guard let read = try? ClientScript(input) else { return nil }
    self.init(read)
  }
}

extension StreamCuts {
  init?(of input: JSONValue) {
    guard let read = try? StreamChunks(input) else { return nil }
    self.init(read)
  }
}

/// Returns the refusal of an input by linked support, or `nil` if the input is valid.
func refusal(of input: JSONValue, by support: ContractBindings, _ operation: String)
  -> InputRefusal?
{
  support.operations[operation]?.refusal(input)
}

extension MessageSnapshot {
  /// Expects that an input is refused because of the part at a pointer, in the recorded words.
  func expect(
    _ refusal: InputRefusal?,
    _ name: String,
    at pointer: String,
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) {
    #expect(refusal.map { "\($0.pointer)" } == pointer, sourceLocation: sourceLocation)
    expect(refusal?.message ?? "nothing", name, sourceLocation: sourceLocation)
  }
}
