package import CanonicalJSON

/// One input of a contract, and what its author wrote down by hand of the output.
///
/// A class, since plans, verdicts and reports all hold it.
package final class Case: Sendable {
  package let contract: String
  package let id: String
  package let description: String
  package let operation: ContractOperation
  /// Capabilities without which an implementation is not sent the case.
  package let requires: [String]
  /// What every implementation receives, written forms resolved.
  package let input: JSONValue
  /// The input as RFC 8785 writes it: what the lock has the digest of, and what programs are sent.
  package let canonicalInput: [UInt8]
  package let expectation: Expectation
  package let location: SourceLocation
  /// Whether another shard has it, so that its input and expectation were not read.
  package let isElsewhere: Bool
  private let source: InputSource?

  /// - Parameter source: nil: the input is not written in a file.
  package init(
    contract: String, id: String, description: String, operation: ContractOperation, requires: [String],
    input: JSONValue, source: InputSource? = nil, expectation: Expectation, location: SourceLocation,
    isElsewhere: Bool = false
  ) {
    (self.source, self.contract, self.id, self.description) = (source, contract, id, description)
    (self.operation, self.requires, self.input) = (operation, requires, input)
    canonicalInput = input.canonicalUTF8()
    (self.expectation, self.location, self.isElsewhere) = (expectation, location, isElsewhere)
  }

  package func location(of pointer: JSONPointer) -> SourceLocation {
    guard let node = source?.node(at: pointer) else { return location }
    return SourceLocation(file: location.file, position: node.location)
  }

  /// `CONTRACT/CASE`
  package var name: String { "\(contract)/\(id)" }
  package var request: Request {
    Request(contract: contract, operation: operation.name, input: input, canonicalInput: canonicalInput, caseName: name)
  }
  func request(with input: JSONValue) -> Request {
    Request(contract: contract, operation: operation.name, input: input, caseName: name)
  }
}
