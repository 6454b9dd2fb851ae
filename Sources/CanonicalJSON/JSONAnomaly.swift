/// Something that RFC 8259 allows and that readers disagree about.
public struct JSONAnomaly: Hashable, Sendable {
  /// What it is.
  public let kind: Kind

  /// Where it is: the key's opening quote, or the backslash of the escape.
  public let location: TextLocation

  /// What there can be.
  public enum Kind: Sendable {
    /// A key that the object has already, at `first`.
    case repeatedKey(String, first: TextLocation)
    /// A key, and another of the object at `first` that is canonically equivalent to it but has other bytes.
    case keysAlikeByNormalisation(String, String, first: TextLocation)
    /// A surrogate escape that is not half of a pair.
    case loneSurrogate
  }

  /// What it is, in lower case, without the location.
  public var message: String {
    switch kind {
    case .repeatedKey(let key, let first):
      "the key \(quoted(key)) is already at \(first)"
    case .keysAlikeByNormalisation(let key, let other, let first):
      "the key \(spelled(key)) differs only by Unicode normalisation from \(spelled(other)) at \(first)"
    case .loneSurrogate:
      "a surrogate escape that is not half of a pair; it reads as U+FFFD"
    }
  }

  /// Keys that look alike are told apart by what they are made of.
  private func spelled(_ key: String) -> String {
    "\"\(key.unicodeScalars.map { $0.escaped(asASCII: true) }.joined())\""
  }

  private func quoted(_ key: String) -> String {
    JSONValue.string(key).canonicalText()
  }
}

extension JSONAnomaly.Kind: Hashable {
  /// Whether both are the same, keys by their UTF-8 bytes.
  public static func == (left: Self, right: Self) -> Bool {
    left.fields == right.fields
  }

  /// Hashes the UTF-8 bytes of the keys, and the first location.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(fields)
  }

  private struct Fields: Hashable {
    let keys: [TextKey]
    let first: TextLocation?
  }

  private var fields: Fields {
    switch self {
    case .repeatedKey(let key, let first): Fields(keys: [TextKey(key)], first: first)
    case .keysAlikeByNormalisation(let key, let other, let first):
      Fields(keys: [TextKey(key), TextKey(other)], first: first)
    case .loneSurrogate: Fields(keys: [], first: nil)
    }
  }
}
