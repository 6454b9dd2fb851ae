/// A path to a value in a JSON text, as defined by RFC 6901.
///
/// ```swift
/// let value: JSONValue = ["rows": [["id": "a/b"]]]
/// let pointer = try JSONPointer("/rows/0/id")
/// value[pointer]  // "a/b"
/// ```
public struct JSONPointer: Sendable {
  /// The keys and array indices to follow. Empty for the whole text.
  public var tokens: [String]

  /// Creates a pointer from unescaped tokens.
  ///
  /// - Parameter tokens: The keys and array indices to follow. Without any, the pointer leads to
  ///   the whole text.
  public init(tokens: [String] = []) { self.tokens = tokens }

  /// Parses a pointer: an empty text, or tokens that each start with `/`, with `~0` for `~` and
  /// `~1` for `/`.
  ///
  /// - Parameter text: The text of the pointer.
  /// - Throws: `JSONPointerError` if the text starts with another character or has any other `~`.
  public init(_ text: String) throws(JSONPointerError) {
    tokens = []
    guard let first = text.utf8.first else { return }

    guard first == .slash else { throw JSONPointerError(reason: .missingSlash, offset: 0) }
    for token in text.utf8.dropFirst().split(separator: .slash, omittingEmptySubsequences: false) {
      tokens.append(try Self.unescaped(token, in: text))
    }
  }

  /// Returns a token with its escapes resolved.
  ///
  /// - Parameters:
  ///   - token: The text between two slashes.
  ///   - text: The text of the pointer, in which the offset of an error is counted.
  /// - Throws: `JSONPointerError` if a `~` isn't followed by `0` or `1`.
  private static func unescaped(
    _ token: Substring.UTF8View,
    in text: String
  ) throws(JSONPointerError) -> String {
    let pieces = token.split(separator: .tilde, omittingEmptySubsequences: false)

    var result = String(Substring(pieces[0]))
    for piece in pieces.dropFirst() {
      switch piece.first {
      case .zero: result += "~"
      case .zero + 1: result += "/"
      default:
        let offset = text.utf8.distance(from: text.startIndex, to: piece.startIndex) - 1
        throw JSONPointerError(reason: .unknownEscape, offset: offset)
      }

      result += Substring(piece.dropFirst())
    }
    return result
  }

  /// Returns this pointer with another token at the end.
  ///
  /// - Parameter token: The key or array index to follow, unescaped.
  /// - Returns: A pointer that is one token longer.
  public func appending(_ token: String) -> JSONPointer { JSONPointer(tokens: tokens + [token]) }

  /// Returns this pointer with the index of an array element at the end.
  ///
  /// - Parameter index: The index of the element, counted from 0.
  /// - Returns: A pointer that is one token longer.
  public func appending(_ index: Int) -> JSONPointer { appending(index.description) }

  /// Returns this pointer followed by the tokens of another one.
  ///
  /// - Parameter other: A pointer that starts at the place of this one.
  /// - Returns: A pointer that leads from the start of this one to the end of the other.
  public func appending(contentsOf other: JSONPointer) -> JSONPointer {
    JSONPointer(tokens: tokens + other.tokens)
  }

  /// Returns whether the pointer leads to the place of another one or to a place below it.
  ///
  /// - Parameter other: The pointer to the outer place.
  /// - Returns: `true` if this pointer starts with all tokens of the other, compared by their UTF-8
  ///   bytes.
  public func isWithin(_ other: JSONPointer) -> Bool {
    tokens.count >= other.tokens.count
      && zip(tokens, other.tokens).allSatisfy { $0.hasSameBytes(as: $1) }
  }

  /// Returns the array index that a token represents: digits without a leading zero (RFC 6901
  /// section 4). Returns `nil` for any other token, such as `-`.
  static func arrayIndex(_ token: String) -> Int? {
    guard token.utf8.allSatisfy(\.isDigit), token == "0" || token.utf8.first != .zero else {
      return nil
    }
    return Int(token)
  }
}

extension JSONPointer: Hashable {
  /// Returns whether both have the same tokens, compared by their UTF-8 bytes.
  public static func == (left: JSONPointer, right: JSONPointer) -> Bool {
    left.tokens.elementsEqual(right.tokens) { $0.hasSameBytes(as: $1) }
  }

  /// Hashes the UTF-8 bytes of the tokens.
  public func hash(into hasher: inout Hasher) {
    for token in tokens { token.hashBytes(into: &hasher) }
  }
}

extension JSONPointer: CustomStringConvertible {
  /// The pointer in the syntax of RFC 6901.
  public var description: String {
    var text: [UInt8] = []
    for token in tokens {
      text.append(.slash)
      for byte in token.utf8 {
        switch byte {
        case .tilde: text += [.tilde, .zero]
        case .slash: text += [.tilde, .zero + 1]
        default: text.append(byte)
        }
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
