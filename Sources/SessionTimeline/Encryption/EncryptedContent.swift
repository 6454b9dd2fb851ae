/// The content of an encrypted row, in the text form of its two fields (E1).
public struct EncryptedContent: Sendable {
  /// `content_encrypted`, the ciphertext with its tag; nil for a member that is missing or no string.
  public var ciphertext: String?
  /// `content_nonce`; nil for a member that is missing or no string.
  public var nonce: String?

  /// Encrypted content of these fields, which may be faulty.
  public init(ciphertext: String?, nonce: String?) {
    self.ciphertext = ciphertext
    self.nonce = nonce
  }
}
