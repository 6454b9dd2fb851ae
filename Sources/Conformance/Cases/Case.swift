package import CanonicalJSON

/// One input of a contract, and what its author wrote down by hand of the output.
package struct Case: Sendable {
  package let contract: String
  package let id: String
  package let description: String
  package let operation: String
  /// Capabilities without which an implementation is not sent the case.
  package let requires: [String]
  /// What every implementation receives, shorthands resolved.
  package let input: JSONValue
  package let expectation: Expectation
  package let location: SourceLocation

  /// `CONTRACT/CASE`
  package var name: String { "\(contract)/\(id)" }
  package var request: Request {
    Request(contract: contract, operation: operation, input: input, caseName: name)
  }
}

/// The form of a case id, which is also a file name: `[a-z0-9][a-z0-9_.-]{0,79}`.
package enum CaseID {
  package static let form = "1 to 80 of a-z 0-9 _ . - that begin with a letter or digit"

  package static func isValid(_ text: String) -> Bool {
    PlainName.isValid(text) { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
  }
}
