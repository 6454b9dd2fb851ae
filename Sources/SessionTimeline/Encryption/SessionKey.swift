internal import Cryptography

/// The key that encrypts the rows of a session.
public struct SessionKey: Sendable {
  private let bytes: [UInt8]

  /// Decodes the base64 of 32 bytes. Returns `nil` for any other text. White space isn't trimmed.
  public init?(base64 text: String) {
    // E1
    guard let bytes = [UInt8](base64: Array(text.utf8)), bytes.count == ChaCha20Poly1305.keyLength
    else { return nil }
    self.bytes = bytes
  }

  /// Decrypts a ciphertext to text.
  package func text(
    sealedIn ciphertext: [UInt8],
    nonce: [UInt8]
  ) throws(DecryptionFault) -> String {
    // E1: the tag is the last 16 bytes. The associated data is empty.
    guard nonce.count == ChaCha20Poly1305.nonceLength else { throw .nonceLength }
    guard ciphertext.count >= ChaCha20Poly1305.tagLength else { throw .ciphertextLength }
    guard let plaintext = ChaCha20Poly1305.open(ciphertext, key: bytes, nonce: nonce) else {
      throw .notAuthentic
    }
    // E2
    guard let text = String(validating: plaintext, as: UTF8.self) else { throw .notUTF8 }
    return text
  }
}
