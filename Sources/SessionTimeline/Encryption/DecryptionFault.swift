public import CanonicalJSON

/// What exactly is wrong with an encrypted row that can't be read; the raw value says it in words.
public enum DecryptionFault: String, Error, CaseIterable, Sendable {
  case noUsableKey = "there is no session_key that is the base64 of 32 bytes"
  case noCiphertext = "content_encrypted is missing, no string, or blank"
  case noNonce = "content_nonce is missing, no string, or blank"
  case undecodableCiphertext = "content_encrypted is neither hex nor base64"
  case undecodableNonce = "content_nonce is neither hex nor base64"
  case nonceLength = "the nonce does not have 12 bytes"
  /// The tag has 16 bytes.
  case ciphertextLength = "the ciphertext is shorter than its tag"
  /// The tag is wrong.
  case notAuthentic = "wrong key or nonce, or the ciphertext was changed"
  case notUTF8 = "the plaintext is not UTF-8"

  /// The contract's word for it (E2).
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

/// Why an initial load cannot be decrypted; the raw values are the contract's codes (E2).
public enum SessionDecryptionError: String, Error, CaseIterable, Sendable {
  /// A row is encrypted, and there is no usable key.
  case secretResolutionFailed = "secret_resolution_failed"
  /// A field of an encrypted row is missing, no string, or blank.
  case invalidEncryptedRow = "invalid_encrypted_row"
  /// The fields of an encrypted row do not decrypt to text.
  case decryptFailed = "decrypt_failed"

  /// The error in the shape of the contract's output, which stands in place of a timeline.
  public var json: JSONValue { ["error": ["code": .string(rawValue)]] }
}
