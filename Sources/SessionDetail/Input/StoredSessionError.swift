package import CanonicalJSON

/// The first reason why an input isn't a session of the contract, with its place.
public struct StoredSessionError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The reason, such as `'id' must be a string, not a number`, without its place.
  public var message: String {
    guard let unknownMember else { return reason }
    return "\(reason); known members: "
      + unknownMember.known.map { "'\($0)'" }.joined(separator: ", ")
  }

  /// The JSON Pointer of the wrong value, such as `/rows/0/id`. It is empty for the whole input.
  public var pointer: String { path.description }

  /// The place and the reason, such as `/rows/0/id: 'id' must be a string, not a number`.
  public var description: String { path.tokens.isEmpty ? message : "\(pointer): \(message)" }

  /// The reason, without the names of the known members.
  package let reason: String
  package private(set) var path = JSONPointer()
  /// The unknown member that is the reason, or `nil` if there is another reason.
  package private(set) var unknownMember: UnknownMember?

  /// An unknown member, and the names that it could have had.
  package struct UnknownMember: Hashable, Sendable {
    package let name: String
    package let known: [String]
  }

  /// Creates an error about the value that is being read.
  init(_ reason: String) { self.reason = reason }

  /// Creates an error about an unknown member of an object.
  init(unknownMember name: String, of noun: String, among known: [String]) {
    reason = "unknown member '\(name)' in \(noun)"
    path = JSONPointer(tokens: [name])
    unknownMember = UnknownMember(name: name, known: known)
  }

  /// Returns the error with a place that starts at the container of the value.
  ///
  /// - Parameter token: The key or index of the value in the container.
  func within(_ token: String) -> StoredSessionError {
    var error = self
    error.path = JSONPointer(tokens: [token] + path.tokens)
    return error
  }
}
