package import CanonicalJSON

/// One input of a contract, and what its author wrote down by hand of the output.
///
/// A class, since plans, verdicts and reports all hold it.
package final class Case: Sendable {
  package let contract: String
  package let id: String
  package let description: String
  package let operation: String
  /// Capabilities without which an implementation is not sent the case.
  package let requires: [String]
  /// What every implementation receives, shorthands resolved.
  package let input: JSONValue
  /// The input as RFC 8785 writes it: what the lock has the digest of, and what programs are sent.
  package let canonicalInput: [UInt8]
  package let expectation: Expectation
  package let location: SourceLocation

  package init(
    contract: String, id: String, description: String, operation: String, requires: [String], input: JSONValue,
    expectation: Expectation, location: SourceLocation
  ) {
    self.contract = contract
    self.id = id
    self.description = description
    self.operation = operation
    self.requires = requires
    self.input = input
    canonicalInput = input.canonicalUTF8()
    self.expectation = expectation
    self.location = location
  }

  /// `CONTRACT/CASE`
  package var name: String { "\(contract)/\(id)" }
  package var request: Request {
    Request(
      contract: contract, operation: operation, input: input, canonicalInput: canonicalInput, caseName: name)
  }
}

/// The form of a case id, which is also a file name: `[a-z0-9][a-z0-9_.-]{0,79}`.
package enum CaseID {
  package static let form = "1 to 80 of a-z 0-9 _ . - that begin with a letter or digit"

  package static func isValid(_ text: String) -> Bool {
    PlainName.isValid(text) { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
  }
}
