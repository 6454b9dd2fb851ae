internal import Crypto

/// The key with which the rows of a session are encrypted.
public struct SessionKey: Sendable {
  private let key: SymmetricKey

  /// Reads the base64 of 32 bytes, exactly as it stands; nil for any other text.
  public init?(base64 text: String) {
    // E1
    guard let bytes = [UInt8](base64: Array(text.utf8)), bytes.count == 32 else { return nil }
    key = SymmetricKey(data: bytes)
  }

  /// The text that was sealed.
  package func text(sealedIn ciphertext: [UInt8], nonce: [UInt8]) throws(DecryptionFault) -> String {
    // E1: the tag is the last 16 bytes, and there is no associated data.
    guard nonce.count == 12, let nonce = try? ChaChaPoly.Nonce(data: nonce) else { throw .nonceLength }
    guard ciphertext.count >= 16 else { throw .ciphertextLength }
    guard
      let box = try? ChaChaPoly.SealedBox(
        nonce: nonce, ciphertext: ciphertext.dropLast(16), tag: ciphertext.suffix(16)),
      let plaintext = try? ChaChaPoly.open(box, using: key)
    else { throw .notAuthentic }
    // E2
    guard let text = String(validating: plaintext, as: UTF8.self) else { throw .notUTF8 }
    return text
  }
}
