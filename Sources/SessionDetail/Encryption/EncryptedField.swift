internal import CanonicalJSON

/// A field of an encrypted row, which holds bytes as text.
package enum EncryptedField: Sendable {
  /// The field `content_encrypted`: the ciphertext with its tag.
  case ciphertext
  /// The field `content_nonce`.
  case nonce

  /// Returns the bytes that a text represents, or `nil` if the text is neither hex nor base64.
  package func bytes(of text: String) -> [UInt8]? {
    // E1
    let text = text.utf8
    guard let bytes = [UInt8](base64: Array(text)) ?? [UInt8](prefixedHex: text) else { return nil }

    // E1: some stores encode text that is already encoded, so it is decoded once more.
    guard let inner = [UInt8](base64: bytes), self == .nonce ? inner.count == 12 : inner.count >= 16
    else { return bytes }
    return inner
  }
}

extension [UInt8] {
  /// Decodes `\x` or `0x` followed by at least one pair of hex digits in either case. Returns `nil`
  /// for any other text.
  init?(prefixedHex text: String.UTF8View) {
    // E1
    let digits = text.dropFirst(2)
    guard text.starts(with: #"\x"#.utf8) || text.starts(with: "0x".utf8),
      !digits.isEmpty, digits.count.isMultiple(of: 2)
    else { return nil }

    let values = digits.compactMap(\.hexDigitValue)
    guard values.count == digits.count else { return nil }
    self = stride(from: 0, to: values.count, by: 2).map { values[$0] << 4 | values[$0 + 1] }
  }
}
