/// What exactly is wrong with an encrypted row that can't be read.
public enum DecryptionFault: Error, CaseIterable, Sendable {
  /// There is no key, or it is not the base64 of 32 bytes.
  case noUsableKey
  /// `content_encrypted` is missing, no string, or blank.
  case noCiphertext
  /// `content_nonce` is missing, no string, or blank.
  case noNonce
  /// `content_encrypted` is neither hex nor base64.
  case undecodableCiphertext
  /// `content_nonce` is neither hex nor base64.
  case undecodableNonce
  /// The nonce does not have 12 bytes.
  case nonceLength
  /// The ciphertext is shorter than its tag, which has 16 bytes.
  case ciphertextLength
  /// The tag is wrong: another key or nonce was used, or the ciphertext was changed.
  case notAuthentic
  /// The plaintext is not UTF-8.
  case notUTF8

  /// The contract's word for it (E2).
  public var error: SessionDecryptionError {
    switch self {
    case .noUsableKey: .secretResolutionFailed
    case .noCiphertext, .noNonce: .invalidEncryptedRow
    case .undecodableCiphertext, .undecodableNonce, .nonceLength, .ciphertextLength, .notAuthentic, .notUTF8:
      .decryptFailed
    }
  }
}
