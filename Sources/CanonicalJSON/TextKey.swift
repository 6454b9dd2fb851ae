/// A text that is compared, hashed and ordered by its UTF-8 bytes.
///
/// `String` treats canonically equivalent texts as equal and orders texts by their normalized form,
/// which a contract shared with other languages can't rely on.
package struct TextKey: Sendable {
  /// The text.
  package let text: String

  /// Creates a key from a text.
  package init(_ text: String) { self.text = text }
}

extension TextKey: Hashable, Comparable {
  /// Returns whether both texts have the same UTF-8 bytes.
  package static func == (left: TextKey, right: TextKey) -> Bool {
    left.text.hasSameBytes(as: right.text)
  }

  /// Hashes the UTF-8 bytes.
  package func hash(into hasher: inout Hasher) { text.hashBytes(into: &hasher) }

  /// Returns whether the UTF-8 bytes of the left text come first. This is also the order of the
  /// Unicode scalars.
  package static func < (left: TextKey, right: TextKey) -> Bool {
    left.text.withBytes { left in
      right.text.withBytes { right in
        left.withUnsafeBytes { left in right.withUnsafeBytes { left.lexicographicallyPrecedes($0) }
        }
      }
    }
  }
}

extension TextKey: ExpressibleByStringLiteral, CustomStringConvertible {
  /// Creates a key from a literal.
  package init(stringLiteral text: String) { self.text = text }

  /// The text.
  package var description: String { text }
}

extension String {
  /// The text as a key.
  package var textKey: TextKey { TextKey(self) }
}

extension String? {
  /// The text as a key, or `nil` without a text.
  package var textKey: TextKey? { map { TextKey($0) } }

  /// Returns whether both texts have the same UTF-8 bytes, or neither is there.
  package func hasSameBytes(as other: String?) -> Bool {
    switch (self, other) {
    case (let text?, let other?): text.hasSameBytes(as: other)
    case (nil, nil): true
    default: false
    }
  }
}
