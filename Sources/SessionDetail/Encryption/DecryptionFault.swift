/// The exact reason why an encrypted row can't be read. The raw value describes the reason in
/// words.
public enum DecryptionFault: String, Error, CaseIterable, Sendable {
  /// The key is missing, or isn't the base64 or base64url of 32 bytes.
  case noUsableKey = "there is no session_key that is the base64 or base64url of 32 bytes"
  /// The field `content_encrypted` is missing, blank, or not a string.
  case noCiphertext = "content_encrypted is missing, blank, or not a string"
  /// The field `content_nonce` is missing, blank, or not a string.
  case noNonce = "content_nonce is missing, blank, or not a string"
  /// The field `content_encrypted` is neither hex nor base64.
  case undecodableCiphertext = "content_encrypted is neither hex nor base64"
  /// The field `content_nonce` is neither hex nor base64.
  case undecodableNonce = "content_nonce is neither hex nor base64"
  /// The nonce doesn't have 12 bytes.
  case nonceLength = "the nonce does not have 12 bytes"
  /// The ciphertext is shorter than the 16 bytes of the tag.
  case ciphertextLength = "the ciphertext is shorter than its tag"
  /// The tag is wrong.
  case notAuthentic = "wrong key or nonce, or the ciphertext was changed"
  /// The plaintext isn't UTF-8.
  case notUTF8 = "the plaintext is not UTF-8"

  /// The contract's error for this fault (E2).
  public var error: SessionDecryptionError {
    switch self {
    case .noUsableKey: .secretResolutionFailed
    case .noCiphertext, .noNonce: .invalidEncryptedRow
    case .undecodableCiphertext, .undecodableNonce, .nonceLength, .ciphertextLength, .notAuthentic,
      .notUTF8:
      .decryptFailed
    }
  }
}

/// The reason why an initial load can't be decrypted. The raw values are the contract's codes (E2).
public enum SessionDecryptionError: String, Error, CaseIterable, Sendable {
  /// A row is encrypted, and the key is missing or invalid.
  case secretResolutionFailed = "secret_resolution_failed"
  /// A field of an encrypted row is missing, blank, or not a string.
  case invalidEncryptedRow = "invalid_encrypted_row"
  /// The fields of an encrypted row don't decrypt to text.
  case decryptFailed = "decrypt_failed"
}
