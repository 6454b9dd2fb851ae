import CanonicalJSON
import Conformance
import Contracts

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

/// Returns the reason that linked support refuses an input, with its location: `/steps/0: 'steps'
/// …`. Returns `nil` if the input is valid.
func refusal(of input: JSONValue, by support: Support, _ operation: String) -> String? {
  support.operations[operation]?.refusal(input).map { "\($0.pointer): \($0.message)" }
}
