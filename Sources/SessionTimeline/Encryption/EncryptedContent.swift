/// The content of an encrypted row, in the text form of its two fields (E1).
public struct EncryptedContent: Sendable {
  /// `content_encrypted`, the ciphertext with its tag; nil for a member that is missing or no
  /// string.
  public var ciphertext: String?
  /// `content_nonce`; nil for a member that is missing or no string.
  public var nonce: String?

  /// Encrypted content of these fields, which may be faulty.
  public init(ciphertext: String?, nonce: String?) {
    self.ciphertext = ciphertext
    self.nonce = nonce
  }

  /// The text that the content was before it was sealed.
  func plaintext(with key: SessionKey) throws(DecryptionFault) -> String {
    // E2: what is wrong with the row itself comes before what is wrong with its bytes.
    guard let ciphertext = ciphertext?.nonBlank else { throw .noCiphertext }
    guard let nonce = nonce?.nonBlank else { throw .noNonce }
    guard let ciphertext = EncryptedField.ciphertext.bytes(of: ciphertext) else {
      throw .undecodableCiphertext
    }
    guard let nonce = EncryptedField.nonce.bytes(of: nonce) else { throw .undecodableNonce }
    return try key.text(sealedIn: ciphertext, nonce: nonce)
  }
}
