#if canImport(CryptoKit)
  internal import CryptoKit
#else
  internal import COpenSSL
#endif

/// Returns the SHA-256 digest of the bytes (FIPS 180-4), which has 32 bytes.
package func sha256(_ bytes: [UInt8]) -> [UInt8] {
  #if canImport(CryptoKit)
    return Array(SHA256.hash(data: bytes))
  #else
    return [UInt8](unsafeUninitializedCapacity: Int(SHA256_DIGEST_LENGTH)) { digest, count in
      SHA256(bytes, bytes.count, digest.baseAddress)
      count = digest.count
    }
  #endif
}
