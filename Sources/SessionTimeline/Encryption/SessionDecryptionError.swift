public import CanonicalJSON

/// Why an initial load cannot be decrypted; the raw values are the contract's codes (E2).
public enum SessionDecryptionError: String, Error, CaseIterable, Sendable {
  /// A row is encrypted, and there is no usable key.
  case secretResolutionFailed = "secret_resolution_failed"
  /// A field of an encrypted row is missing, no string, or blank.
  case invalidEncryptedRow = "invalid_encrypted_row"
  /// The fields of an encrypted row do not decrypt to text.
  case decryptFailed = "decrypt_failed"
}

extension SessionDecryptionError {
  /// The error in the shape of the contract's output, which stands in place of a timeline.
  public var json: JSONValue {
    ["error": ["code": .string(rawValue)]]
  }
}
