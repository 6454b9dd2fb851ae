/// Something that RFC 8259 allows and that readers disagree about.
public struct JSONAnomaly: Hashable, Sendable {
  /// What it is.
  public let kind: Kind
  /// Where it is: the key's opening quote, or the backslash of the escape.
  public let location: TextLocation

  /// What there can be.
  public enum Kind: Hashable, Sendable {
    /// A key that the object has already, at `first`.
    case repeatedKey(TextKey, first: TextLocation)
    /// A key, and another of the object at `first` that is canonically equivalent to it but has
    /// other bytes.
    case keysAlikeByNormalisation(TextKey, TextKey, first: TextLocation)
    /// A surrogate escape that is not half of a pair.
    case loneSurrogate
  }

  /// Whether readers give different values; keys that only look alike are different keys, and
  /// nothing else.
  public var isAmbiguous: Bool {
    if case .keysAlikeByNormalisation = kind {
      false
    } else {
      true
    }
  }

  /// What it is, in lower case, without the location.
  public var message: String {
    switch kind {
    case .repeatedKey(let key, let first):
      "the key \(JSONValue.string(key.text).canonicalText()) is already at \(first)"
    case .keysAlikeByNormalisation(let key, let other, let first):
      "the key \(spelled(key)) differs only by Unicode normalisation from \(spelled(other)) at \(first)"
    case .loneSurrogate: "a surrogate escape that is not half of a pair; it reads as U+FFFD"
    }
  }

  /// Keys that look alike are told apart by what they are made of.
  private func spelled(_ key: TextKey) -> String {
    "\"\(key.text.unicodeScalars.map { $0.escaped(asASCII: true) }.joined())\""
  }
}
