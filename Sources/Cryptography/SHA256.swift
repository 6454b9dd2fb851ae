/// Returns the SHA-256 digest of the bytes (FIPS 180-4), which has 32 bytes.
package func sha256(_ bytes: [UInt8]) -> [UInt8] { Library.sha256(bytes) }
