package import CanonicalJSON

/// The way in which Parity sends inputs to a program and gets its outputs.
package enum ProgramProtocol: Hashable, Sendable {
  /// JSON-RPC over standard input and output. A process answers many requests.
  case jsonRPC
  /// One process for each input, which it gets on standard input or in its arguments. What it writes
  /// to standard output is the output.
  case stdio(StdioOptions)

  /// The names of the protocols in `parity.json`.
  package enum Name: String, CaseIterable, Sendable {
    case jsonRPC = "json-rpc"
    case stdio
  }
}

/// What a program with the protocol `stdio` gets and can do.
package struct StdioOptions: Hashable, Sendable {
  /// The place of the part of the input that the program reads from standard input: a string is
  /// sent as its text, and any other value as JSON. `nil` is the whole input if the arguments don't
  /// have it, and otherwise nothing.
  package let input: JSONPointer?
  /// The capabilities of the program, which it can't report itself.
  package let capabilities: Set<String>

  package init(input: JSONPointer? = nil, capabilities: Set<String> = []) {
    self.input = input
    self.capabilities = capabilities
  }
}
