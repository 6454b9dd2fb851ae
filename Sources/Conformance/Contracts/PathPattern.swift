package import CanonicalJSON

/// A JSON Pointer (RFC 6901) in which the token `*` matches any one token, together with its
/// location in a file.
package struct PathPattern: Sendable {
  package let tokens: [String]
  /// The location of the pattern in the manifest. Patterns that aren't from a file have an empty
  /// one.
  package let location: SourceLocation

  /// Creates the pattern with the tokens of a pointer. A token `*` becomes a wildcard.
  package init(_ pointer: JSONPointer, at location: SourceLocation = SourceLocation(file: "")) {
    tokens = pointer.tokens
    self.location = location
  }

  /// The pattern without its last token. That of the empty pattern is empty.
  var parent: PathPattern {
    PathPattern(JSONPointer(tokens: Array(tokens.dropLast())), at: location)
  }

  var hasWildcard: Bool { tokens.contains(Self.wildcard) }

  /// The token that matches any one token.
  package static let wildcard = "*"

  /// Returns a pattern that matches what `path` matches in the values that this pattern matches. It
  /// has the location of `path`.
  func appending(_ path: PathPattern) -> PathPattern {
    PathPattern(JSONPointer(tokens: tokens + path.tokens), at: path.location)
  }

  /// Returns the rest of the pattern below a place that it matches or leads through, or `nil` if it
  /// leads elsewhere.
  package func relative(to path: [String]) -> PathPattern? {
    guard tokens.count >= path.count, begins(like: path) else { return nil }
    return PathPattern(JSONPointer(tokens: Array(tokens.dropFirst(path.count))), at: location)
  }

  /// Whether the pattern matches a place exactly.
  func matches(_ pointer: JSONPointer) -> Bool {
    tokens.count == pointer.tokens.count && begins(like: pointer.tokens)
  }

  /// Whether at least one place that the pattern matches is a place that `other` matches, or is
  /// below one.
  func isWithin(_ other: PathPattern) -> Bool {
    tokens.count >= other.tokens.count && begins(like: other.tokens)
  }

  /// Whether each token matches its counterpart, up to the end of the shorter path.
  private func begins(like others: [String]) -> Bool {
    zip(tokens, others).allSatisfy {
      $0 == Self.wildcard || $1 == Self.wildcard || $0.hasSameBytes(as: $1)
    }
  }

  /// Returns the values at the places that the pattern matches, in the order of `value`.
  package func values(in value: JSONValue) -> [JSONValue] {
    tokens.reduce([value]) { values, token in
      values.flatMap { value in
        if token == Self.wildcard, case .array(let elements) = value { return elements }
        return value.parts(token).map(\.1)
      }
    }
  }

  /// Returns the places that the pattern matches in a value, with the values there.
  func places(in value: JSONValue) -> [(pointer: JSONPointer, value: JSONValue)] {
    tokens.reduce([(JSONPointer(), value)]) { places, token in
      places.flatMap { pointer, value in value.parts(token).map { (pointer.appending($0), $1) } }
    }
  }

  /// Returns the value without the members that the pattern matches. Elements of arrays are kept,
  /// so that the indices of the others don't change.
  func removed(from value: JSONValue) -> JSONValue { Self.removed(tokens[...], from: value) }

  /// Removes what the rest of a pattern matches. An empty rest matches the value itself, which only
  /// its parent can remove.
  private static func removed(_ tokens: ArraySlice<String>, from value: JSONValue) -> JSONValue {
    guard let token = tokens.first else { return value }
    let rest = tokens.dropFirst()

    switch value {
    case .array(let elements):
      guard !rest.isEmpty else { return value }
      return .array(
        elements.enumerated().map { index, element in
          token == wildcard || token == "\(index)" ? removed(rest, from: element) : element
        }
      )
    case .object(let members):
      return .object(
        JSONObject(
          members.compactMap { member in
            guard token == wildcard || token.hasSameBytes(as: member.key) else {
              return (member.key, member.value)
            }
            return rest.isEmpty ? nil : (member.key, removed(rest, from: member.value))
          }
        )
      )
    default: return value
    }
  }
}

extension JSONValue {
  /// Returns the element or member that a token names with the token, or all of them for a
  /// wildcard.
  fileprivate func parts(_ token: String) -> [(String, JSONValue)] {
    guard token == PathPattern.wildcard else {
      return self[JSONPointer(tokens: [token])].map { [(token, $0)] } ?? []
    }

    return switch self {
    case .array(let elements): elements.enumerated().map { ("\($0)", $1) }
    case .object(let members): members.map { ($0.key, $0.value) }
    default: []
    }
  }
}

extension JSONPointer {
  /// The pointer with a wildcard for each token that may be the index of an element.
  package var withWildcards: JSONPointer {
    JSONPointer(tokens: tokens.map { $0.mayBeIndex ? PathPattern.wildcard : $0 })
  }
}

extension String {
  /// Whether a token of a JSON Pointer may be an index. Members whose names consist of digits can't
  /// be distinguished from elements.
  package var mayBeIndex: Bool { !isEmpty && utf8.allSatisfy { (0x30...0x39).contains($0) } }
}
