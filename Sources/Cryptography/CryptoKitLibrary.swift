#if canImport(CryptoKit)
  internal import CryptoKit

  /// The cryptography library of this system.
  enum Library {
    static func sha256(_ bytes: [UInt8]) -> [UInt8] { Array(SHA256.hash(data: bytes)) }

    /// See `ChaCha20Poly1305.open`.
    static func open(_ sealed: [UInt8], key: [UInt8], nonce: [UInt8]) -> [UInt8]? {
      guard let box = try? ChaChaPoly.SealedBox(combined: nonce + sealed) else { return nil }
      return (try? ChaChaPoly.open(box, using: SymmetricKey(data: key))).map { Array($0) }
    }
  }
#endif
