internal import Crypto

/// The key with which the rows of a session are encrypted.
public struct SessionKey: Sendable {
  private let key: SymmetricKey

  /// Reads the base64 of 32 bytes, exactly as it stands; nil for any other text.
  public init?(base64 text: String) {
    // E1
    guard let bytes = [UInt8](base64: text.utf8), bytes.count == 32 else { return nil }
    key = SymmetricKey(data: bytes)
  }

  /// The text that was sealed; nil where the bytes are not authentic, of the wrong size, or not UTF-8.
  package func text(sealedIn ciphertext: [UInt8], nonce: [UInt8]) -> String? {
    // E1: the tag is the last 16 bytes, and there is no associated data.
    guard let nonce = try? ChaChaPoly.Nonce(data: nonce),
      let box = try? ChaChaPoly.SealedBox(
        nonce: nonce, ciphertext: ciphertext.dropLast(16), tag: ciphertext.suffix(16)),
      let plaintext = try? ChaChaPoly.open(box, using: key)
    else { return nil }
    // E2
    return String(validating: plaintext, as: UTF8.self)
  }
}
