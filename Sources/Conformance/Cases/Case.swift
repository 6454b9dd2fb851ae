package import CanonicalJSON

/// An input of a contract, together with what its author expects of the output.
///
/// It is a class because plans, verdicts and reports all hold it.
package final class Case: Sendable {
  package let contract: String
  /// The id, which is unique in the suite. That of an app's case begins with the name of its file.
  package let id: String
  /// The app's case file that the case is from, or `nil` if it is a case of the contract itself.
  package let appFile: AppCaseFile?
  package let description: String
  package let operation: ContractOperation
  /// The capabilities that an implementation needs. Without them, it isn't sent the case.
  package let requires: [String]
  /// The input for every implementation, with written forms resolved.
  package let input: JSONValue
  package let expectation: Expectation
  /// Whether outputs are compared with a golden. They aren't if the case is an app's, if its
  /// contract has no goldens, or if its expectation is complete.
  package let usesGolden: Bool
  package let location: SourceLocation
  /// Whether the case belongs to another shard, so that its input and expectation weren't read.
  package let belongsToOtherShard: Bool
  private let source: InputSource?

  /// Creates a case. Its outputs are compared with a golden if the contract has goldens, no app's
  /// file is given, and the expectation isn't complete.
  ///
  /// - Parameters:
  ///   - source: The input as written in the case file, or `nil` if it isn't from a file.
  ///   - contractHasGoldens: Whether the contract has goldens.
  package init(
    contract: String,
    id: String,
    appFile: AppCaseFile? = nil,
    description: String,
    operation: ContractOperation,
    requires: [String],
    input: JSONValue,
    source: InputSource? = nil,
    expectation: Expectation,
    location: SourceLocation,
    contractHasGoldens: Bool = true,
    belongsToOtherShard: Bool = false
  ) {
    self.source = source
    usesGolden = contractHasGoldens && appFile == nil && !expectation.isComplete
    self.contract = contract
    self.id = id
    self.appFile = appFile
    self.description = description
    self.operation = operation
    self.requires = requires
    self.input = input
    self.expectation = expectation
    self.location = location
    self.belongsToOtherShard = belongsToOtherShard
  }

  /// Returns the location where a part of the input is written, or that of the case if it isn't
  /// from a file.
  package func location(of pointer: JSONPointer) -> SourceLocation {
    guard let node = source?.node(at: pointer) else { return location }
    return SourceLocation(file: location.file, position: node.location)
  }

  /// Whether the case belongs to the contract, so that it needs a row.
  package var belongsToContract: Bool { appFile == nil }

  /// The id under which rows of the matrix name the case.
  ///
  /// An app's case with the id of a contract's case is about the same rows.
  package var idInMatrix: String { appFile?.localID(of: id) ?? id }

  /// The name of the case in reports and on the command line, `CONTRACT/CASE`.
  package var name: String { "\(contract)/\(id)" }

  /// The input as programs receive it: compact JSON with the number literals and the order of
  /// members of the case file.
  ///
  /// It is produced again for each call, because linked implementations don't need it.
  package var inputText: [UInt8] { input.writtenUTF8() }

  /// The SHA-256 of the input's canonical text, in hex, for the lock.
  ///
  /// It doesn't depend on the number literals and the order of members in the case file.
  package var inputDigest: String { GoldenLock.digest(input.canonicalUTF8()) }

  /// The request that sends the case's own input.
  package var request: Request { request(with: input) }

  /// Returns the request for the case with another input in place of its own.
  package func request(with input: JSONValue) -> Request {
    Request(contract: contract, operation: operation, input: input, caseName: name)
  }
}
