import CanonicalJSON
import Conformance
import Contracts

// The schedules of an input, which the support reads before; nil where it is none or there is one
// order only.

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

/// Why linked support takes an input for none, and where: `/steps/0: 'steps' …`; nil: it is one.
func refusal(of input: JSONValue, by support: Support, _ operation: String) -> String? {
  support.operations[operation]?.refusal(input).map { "\($0.pointer): \($0.message)" }
}
