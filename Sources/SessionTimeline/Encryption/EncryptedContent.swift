/// The content of an encrypted row, in the text form of its two fields (E1).
public struct EncryptedContent: Sendable {
  /// The value of `content_encrypted`: the ciphertext with its tag. It is `nil` if the member is
  /// missing or not a string.
  public var ciphertext: String?
  /// The value of `content_nonce`. It is `nil` if the member is missing or not a string.
  public var nonce: String?

  /// Creates encrypted content from the values of its fields, which can be invalid.
  public init(ciphertext: String?, nonce: String?) {
    self.ciphertext = ciphertext
    self.nonce = nonce
  }

  /// Why the content is malformed, or `nil` if both fields have a text.
  var malformation: DecryptionFault? {
    if ciphertext?.nonBlank == nil { return .noCiphertext }
    return nonce?.nonBlank == nil ? .noNonce : nil
  }

  /// Returns the decrypted text.
  func plaintext(with key: SessionKey) throws(DecryptionFault) -> String {
    // E2: a missing or blank field takes precedence over invalid bytes.
    guard let ciphertext = ciphertext?.nonBlank else { throw .noCiphertext }
    guard let nonce = nonce?.nonBlank else { throw .noNonce }
    guard let ciphertext = EncryptedField.ciphertext.bytes(of: ciphertext) else {
      throw .undecodableCiphertext
    }
    guard let nonce = EncryptedField.nonce.bytes(of: nonce) else { throw .undecodableNonce }
    return try key.text(sealedIn: ciphertext, nonce: nonce)
  }
}
