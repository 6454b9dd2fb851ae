/// The reason why a text isn't a valid JSON pointer, with the position of the error.
public struct JSONPointerError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of error.
  public let reason: Reason
  /// The offset of the invalid character, in UTF-8 bytes.
  public let offset: Int

  /// The errors that a pointer can have.
  public enum Reason: Hashable, Sendable {
    /// The text isn't empty and doesn't start with `/`.
    case missingSlash
    /// A `~` that isn't followed by `0` or `1`.
    case unknownEscape
  }

  /// The error and what was expected, in lowercase.
  public var message: String {
    switch reason {
    case .missingSlash: "a JSON Pointer must be empty or start with '/'"
    case .unknownEscape: "'~' at byte \(offset) of a JSON Pointer must be followed by '0' or '1'"
    }
  }

  /// The message.
  public var description: String { message }
}
