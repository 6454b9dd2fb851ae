package import CanonicalJSON

/// Something that claims to carry out a contract.
package protocol Implementation: Sendable {
  var name: String { get }
  /// What a case may require; a case that requires more is not sent.
  var capabilities: Set<String> { get }
  /// Whether it is judged where none is named.
  var isDefault: Bool { get }

  func respond(to request: Request) async -> Outcome
}

extension Implementation {
  package var isDefault: Bool { true }
}

/// What an implementation is asked. The case's id and expectations are never part of it.
package struct Request: Hashable, Sendable {
  package let contract: String
  package let operation: String
  package let input: JSONValue

  package init(contract: String, operation: String, input: JSONValue) {
    self.contract = contract
    self.operation = operation
    self.input = input
  }
}

/// What came back.
package enum Outcome: Hashable, Sendable {
  case output(JSONValue)
  /// The implementation itself failed. An error that the contract asks for is an output.
  case failure(String)
}
