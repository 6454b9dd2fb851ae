/// A construct that RFC 8259 allows but that JSON readers interpret differently.
public struct JSONAnomaly: Hashable, Sendable {
  /// The kind of construct.
  public let kind: Kind
  /// The location of the construct: the opening quote of the key, or the backslash of the escape.
  public let location: TextLocation

  /// The kinds of constructs.
  public enum Kind: Sendable {
    /// A key that occurs more than once in an object. The first occurrence is at `first`.
    case repeatedKey(String, first: TextLocation)
    /// A key that is canonically equivalent to another key of the object, at `first`, but has
    /// different bytes.
    case keysAlikeByNormalization(String, String, first: TextLocation)
    /// A surrogate escape that isn't half of a pair.
    case loneSurrogate
  }

  /// Whether readers may produce different values. Keys that are only canonically equivalent aren't
  /// ambiguous: they are different keys to every reader.
  public var isAmbiguous: Bool {
    if case .keysAlikeByNormalization = kind {
      false
    } else {
      true
    }
  }

  /// A description in lowercase, without the location.
  public var message: String {
    switch kind {
    case .repeatedKey(let key, let first):
      "duplicate key \(JSONValue.string(key).canonicalText()), first at \(first)"
    case .keysAlikeByNormalization(let key, let other, let first):
      "the key \(spelled(key)) differs from \(spelled(other)) at \(first) "
        + "only in Unicode normalization; rename or remove one of them"
    case .loneSurrogate: #"unpaired surrogate escape; write both halves of the pair, or \uFFFD"#
    }
  }

  /// Returns the key with its non-ASCII characters escaped, because keys of this kind look the
  /// same.
  private func spelled(_ key: String) -> String {
    "\"\(key.unicodeScalars.map { $0.escaped(asASCII: true) }.joined())\""
  }
}

extension JSONAnomaly.Kind: Hashable {
  /// Returns whether both are the same kind with the same keys, compared by their UTF-8 bytes, and
  /// the same locations.
  public static func == (left: JSONAnomaly.Kind, right: JSONAnomaly.Kind) -> Bool {
    left.keys == right.keys && left.first == right.first
  }

  /// Hashes the keys and the location.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(keys)
    hasher.combine(first)
  }

  /// The keys of the kind. Each kind has another number of keys.
  private var keys: [TextKey] {
    switch self {
    case .repeatedKey(let key, _): [key.textKey]
    case .keysAlikeByNormalization(let key, let other, _): [key.textKey, other.textKey]
    case .loneSurrogate: []
    }
  }

  /// The location of the other key, or `nil` for a kind without keys.
  private var first: TextLocation? {
    switch self {
    case .repeatedKey(_, let first), .keysAlikeByNormalization(_, _, let first): first
    case .loneSurrogate: nil
    }
  }
}
