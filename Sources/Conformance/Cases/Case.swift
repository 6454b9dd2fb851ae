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
  /// The input of every implementation, written forms resolved.
  package let input: JSONValue
  package let expectation: Expectation
  package let location: SourceLocation
  /// Whether another shard has it, so that its input and expectation were not read.
  package let isElsewhere: Bool
  private let source: InputSource?

  /// - Parameter source: nil: the input is not written in a file.
  package init(
    contract: String,
    id: String,
    description: String,
    operation: ContractOperation,
    requires: [String],
    input: JSONValue,
    source: InputSource? = nil,
    expectation: Expectation,
    location: SourceLocation,
    isElsewhere: Bool = false
  ) {
    self.source = source
    self.contract = contract
    self.id = id
    self.description = description
    self.operation = operation
    self.requires = requires
    self.input = input
    self.expectation = expectation
    self.location = location
    self.isElsewhere = isElsewhere
  }

  package func location(of pointer: JSONPointer) -> SourceLocation {
    guard let node = source?.node(at: pointer) else { return location }
    return SourceLocation(file: location.file, position: node.location)
  }

  /// `CONTRACT/CASE`
  package var name: String { "\(contract)/\(id)" }

  /// The input as programs receive it: compact JSON with the number literals and the order of
  /// members of the case file.
  ///
  /// It is written again for each call, since implementations in process don't need it.
  package var inputText: [UInt8] { input.writtenUTF8() }

  /// The SHA-256 of the canonical text of the input, in hex, for the lock.
  ///
  /// It doesn't depend on the number literals and the order of members in the case file.
  package var inputDigest: String { GoldenLock.digest(input.canonicalUTF8()) }

  package var request: Request { request(with: input) }

  func request(with input: JSONValue) -> Request {
    Request(contract: contract, operation: operation.name, input: input, caseName: name)
  }
}
