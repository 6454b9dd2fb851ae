/// Why a text is not a JSON pointer, and where.
public struct JSONPointerError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong.
  public let reason: Reason
  /// The offset in UTF-8 bytes of the character that is wrong.
  public let offset: Int

  /// What can be wrong with a pointer.
  public enum Reason: Hashable, Sendable {
    /// The text is not empty and does not start with `/`.
    case missingSlash
    /// A `~` that is followed by neither `0` nor `1`.
    case unknownEscape
  }

  /// What is wrong and what was expected, in lower case.
  public var message: String {
    switch reason {
    case .missingSlash: "a JSON pointer is empty or starts with '/'"
    case .unknownEscape: "'~' at byte \(offset) of a JSON pointer is not followed by '0' or '1'"
    }
  }

  /// The message.
  public var description: String { message }
}
