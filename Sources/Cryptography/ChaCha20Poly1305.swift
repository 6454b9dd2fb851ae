/// AEAD_CHACHA20_POLY1305 (RFC 8439, section 2.8) without associated data.
package enum ChaCha20Poly1305 {
  /// The number of bytes of a key.
  package static let keyLength = 32
  /// The number of bytes of a nonce.
  package static let nonceLength = 12
  /// The number of bytes of a tag.
  package static let tagLength = 16

  /// Decrypts and authenticates a ciphertext.
  ///
  /// - Parameters:
  ///   - sealed: The ciphertext, followed by its tag.
  ///   - key: The key, of `keyLength` bytes.
  ///   - nonce: The nonce, of `nonceLength` bytes.
  /// - Returns: The plaintext, or `nil` if the tag doesn't match the ciphertext.
  /// - Precondition: The key and the nonce have these lengths, and `sealed` has at least
  ///   `tagLength` bytes.
  package static func open(_ sealed: [UInt8], key: [UInt8], nonce: [UInt8]) -> [UInt8]? {
    precondition(key.count == keyLength && nonce.count == nonceLength && sealed.count >= tagLength)
    return Library.open(sealed, key: key, nonce: nonce)
  }
}
