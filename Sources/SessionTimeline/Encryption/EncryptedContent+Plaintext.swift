extension EncryptedContent {
  /// The text that the content was before it was sealed.
  func plaintext(with key: SessionKey) throws(SessionDecryptionError) -> String {
    // E2: what is wrong with the row itself comes before what is wrong with its bytes.
    guard let ciphertext = ciphertext?.nonBlank, let nonce = nonce?.nonBlank else { throw .invalidEncryptedRow }
    guard let ciphertext = EncryptedField.ciphertext.bytes(of: ciphertext),
      let nonce = EncryptedField.nonce.bytes(of: nonce),
      let text = key.text(sealedIn: ciphertext, nonce: nonce)
    else { throw .decryptFailed }
    return text
  }
}
