#if canImport(CryptoKit)
  internal import CryptoKit
#else
  internal import COpenSSL
#endif

/// AEAD_CHACHA20_POLY1305 (RFC 8439, section 2.8) without associated data.
package enum ChaCha20Poly1305 {
  /// The number of bytes of a key.
  package static let keyLength = 32
  /// The number of bytes of a nonce.
  package static let nonceLength = 12
  /// The number of bytes of a tag.
  package static let tagLength = 16

  /// Decrypts and authenticates a ciphertext.
  ///
  /// - Parameters:
  ///   - sealed: The ciphertext, followed by its tag.
  ///   - key: The key, of `keyLength` bytes.
  ///   - nonce: The nonce, of `nonceLength` bytes.
  /// - Returns: The plaintext, or `nil` if the tag doesn't match the ciphertext.
  /// - Precondition: The key and the nonce have these lengths, and `sealed` has at least
  ///   `tagLength` bytes.
  package static func open(_ sealed: [UInt8], key: [UInt8], nonce: [UInt8]) -> [UInt8]? {
    precondition(key.count == keyLength && nonce.count == nonceLength && sealed.count >= tagLength)

    #if canImport(CryptoKit)
      guard let box = try? ChaChaPoly.SealedBox(combined: nonce + sealed) else { return nil }
      return (try? ChaChaPoly.open(box, using: SymmetricKey(data: key))).map { Array($0) }
    #else
      guard let length = CInt(exactly: sealed.count - tagLength), let context = EVP_CIPHER_CTX_new()
      else { return nil }
      defer { EVP_CIPHER_CTX_free(context) }

      var tag = Array(sealed.suffix(tagLength))
      var isAuthentic = false
      // `EVP_DecryptFinal_ex` writes no bytes here but needs a valid pointer, hence the extra byte.
      let plaintext = [UInt8](unsafeUninitializedCapacity: Int(length) + 1) { plaintext, count in
        var written: CInt = 0
        isAuthentic =
          EVP_DecryptInit_ex(context, EVP_chacha20_poly1305(), nil, key, nonce) == 1
          && EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, CInt(tagLength), &tag) == 1
          && EVP_DecryptUpdate(context, plaintext.baseAddress, &written, sealed, length) == 1
          && EVP_DecryptFinal_ex(context, plaintext.baseAddress.map { $0 + Int(length) }, &written)
            == 1

        count = isAuthentic ? Int(length) : 0
      }

      return isAuthentic ? plaintext : nil
    #endif
  }
}
