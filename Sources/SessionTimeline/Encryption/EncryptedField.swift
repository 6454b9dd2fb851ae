/// A field of an encrypted row, whose text stands for bytes.
package enum EncryptedField: Sendable {
  /// `content_encrypted`: the ciphertext with its tag.
  case ciphertext
  /// `content_nonce`.
  case nonce

  /// The bytes that a text stands for; nil where it is neither hex nor base64.
  package func bytes(of text: String) -> [UInt8]? {
    // E1
    let text = text.trimmed.utf8
    guard let bytes = [UInt8](prefixedHex: text) ?? [UInt8](base64: Array(text)) else { return nil }
    // E1: some stores encode what is encoded already; it is decoded once more.
    guard let inner = [UInt8](base64: bytes), holds(inner.count) else { return bytes }
    return inner
  }

  /// Whether a field that is decoded once more may come to so many bytes.
  private func holds(_ count: Int) -> Bool {
    switch self {
    case .ciphertext: count >= 16
    case .nonce: count == 12
    }
  }
}
