internal import CanonicalJSON

/// The content of an encrypted row, in the text form of its two fields (E1).
public struct EncryptedContent: Sendable {
  /// The value of `content_encrypted`: the ciphertext with its tag. It is `nil` if the member is
  /// missing or not a string.
  public var ciphertext: String?
  /// The value of `content_nonce`. It is `nil` if the member is missing or not a string.
  public var nonce: String?

  /// Creates encrypted content from the values of its fields.
  ///
  /// Nothing is checked before the content is decrypted.
  ///
  /// - Parameters:
  ///   - ciphertext: The value of `content_encrypted`, or `nil` if it is missing or not a string.
  ///   - nonce: The value of `content_nonce`, or `nil` if it is missing or not a string.
  public init(ciphertext: String?, nonce: String?) {
    self.ciphertext = ciphertext
    self.nonce = nonce
  }

  /// Returns the texts of both fields.
  ///
  /// - Throws: `noCiphertext` or `noNonce` if a field is missing or blank.
  func fields() throws(DecryptionFault) -> (ciphertext: String, nonce: String) {
    guard let ciphertext = ciphertext?.nonBlank else { throw .noCiphertext }
    guard let nonce = nonce?.nonBlank else { throw .noNonce }
    return (ciphertext, nonce)
  }

  /// Returns the decrypted text.
  ///
  /// - Parameter key: The session key, or `nil` if the key is missing or invalid.
  /// - Throws: The first fault in the order of E2: a missing or blank field, a key that can't be
  ///   used, and fields that don't decrypt.
  func plaintext(with key: SessionKey?) throws(DecryptionFault) -> String {
    let (ciphertext, nonce) = try fields()
    guard let key else { throw .noUsableKey }

    guard let ciphertext = EncryptedField.ciphertext.bytes(of: ciphertext) else {
      throw .undecodableCiphertext
    }
    guard let nonce = EncryptedField.nonce.bytes(of: nonce) else { throw .undecodableNonce }
    return try key.text(sealedIn: ciphertext, nonce: nonce)
  }
}

extension EncryptedContent: Hashable {
  /// Returns whether both fields are equal. Texts are compared by their UTF-8 bytes.
  public static func == (left: EncryptedContent, right: EncryptedContent) -> Bool {
    left.ciphertext.hasSameBytes(as: right.ciphertext) && left.nonce.hasSameBytes(as: right.nonce)
  }

  /// Hashes the fields that `==` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ciphertext.textKey)
    hasher.combine(nonce.textKey)
  }
}
