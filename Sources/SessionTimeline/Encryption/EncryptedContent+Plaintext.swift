extension EncryptedContent {
  /// The text that the content was before it was sealed.
  func plaintext(with key: SessionKey) throws(DecryptionFault) -> String {
    // E2: what is wrong with the row itself comes before what is wrong with its bytes.
    guard let ciphertext = ciphertext?.nonBlank else { throw .noCiphertext }
    guard let nonce = nonce?.nonBlank else { throw .noNonce }
    guard let ciphertext = EncryptedField.ciphertext.bytes(of: ciphertext) else { throw .undecodableCiphertext }
    guard let nonce = EncryptedField.nonce.bytes(of: nonce) else { throw .undecodableNonce }
    return try key.text(sealedIn: ciphertext, nonce: nonce)
  }
}
