/// Stands in for the key of encrypted rows, whose library of ciphers the fuzzer does without: no
/// text is one.
public struct SessionKey: Sendable {
  /// Takes no text for a key.
  public init?(base64 text: String) {
    return nil
  }

  package func text(
    sealedIn ciphertext: [UInt8],
    nonce: [UInt8]
  ) throws(DecryptionFault) -> String {
    throw .notAuthentic
  }
}
