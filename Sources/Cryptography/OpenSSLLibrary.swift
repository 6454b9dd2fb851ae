#if !canImport(CryptoKit)
  internal import COpenSSL

  /// The cryptography library of this system.
  ///
  /// The algorithms come from a context of their own, so the machine's configuration of OpenSSL
  /// can't replace or disable them, and an app that uses OpenSSL keeps its own configuration.
  enum Library {
    // OpenSSL never changes an algorithm once it is fetched, so threads may share it.
    private nonisolated(unsafe) static let context = OSSL_LIB_CTX_new()
    private nonisolated(unsafe) static let digest = EVP_MD_fetch(context, "SHA2-256", nil)
    private nonisolated(unsafe) static let cipher =
      EVP_CIPHER_fetch(context, "ChaCha20-Poly1305", nil)

    static func sha256(_ bytes: [UInt8]) -> [UInt8] {
      [UInt8](unsafeUninitializedCapacity: Int(SHA256_DIGEST_LENGTH)) { result, count in
        let isDone = EVP_Digest(bytes, bytes.count, result.baseAddress, nil, digest, nil) == 1
        precondition(isDone, "OpenSSL can't compute a SHA-256 digest")
        count = result.count
      }
    }

    /// See `ChaCha20Poly1305.open`.
    static func open(_ sealed: [UInt8], key: [UInt8], nonce: [UInt8]) -> [UInt8]? {
      let tagLength = CInt(ChaCha20Poly1305.tagLength)
      guard let length = CInt(exactly: sealed.count - Int(tagLength)),
        let context = EVP_CIPHER_CTX_new()
      else { return nil }
      defer { EVP_CIPHER_CTX_free(context) }

      var tag = Array(sealed.suffix(Int(tagLength)))
      var isAuthentic = false
      // `EVP_DecryptFinal_ex` writes no bytes here but needs a valid pointer, hence the extra byte.
      let plaintext = [UInt8](unsafeUninitializedCapacity: Int(length) + 1) { plaintext, count in
        let start = plaintext.baseAddress
        var written: CInt = 0
        isAuthentic =
          EVP_DecryptInit_ex(context, cipher, nil, key, nonce) == 1
          && EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, tagLength, &tag) == 1
          && EVP_DecryptUpdate(context, start, &written, sealed, length) == 1
          && EVP_DecryptFinal_ex(context, start.map { $0 + Int(length) }, &written) == 1

        count = isAuthentic ? Int(length) : 0
      }

      return isAuthentic ? plaintext : nil
    }
  }
#endif
