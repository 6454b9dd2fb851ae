internal import Cryptography

/// The key that encrypts the rows of a session.
public struct SessionKey: Hashable, Sendable {
  private let bytes: [UInt8]

  /// Decodes the base64 or base64url of 32 bytes, padded or not.
  ///
  /// - Parameter text: The key as text. White space isn't trimmed.
  /// - Returns: `nil` for any other text.
  public init?(base64 text: String) {
    // E1
    guard let standard = Self.standardBase64(of: text), let bytes = [UInt8](base64: standard),
      bytes.count == ChaCha20Poly1305.keyLength
    else { return nil }
    self.bytes = bytes
  }

  /// Returns the text in the standard alphabet with padding, or `nil` if it mixes the alphabets of
  /// RFC 4648, sections 4 and 5.
  private static func standardBase64(of text: String) -> [UInt8]? {
    let isStandard = text.utf8.contains { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "/") }
    let isURL = text.utf8.contains { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }
    guard !isStandard || !isURL else { return nil }

    var characters = text.utf8.map { character in
      switch character {
      case UInt8(ascii: "-"): UInt8(ascii: "+")
      case UInt8(ascii: "_"): UInt8(ascii: "/")
      default: character
      }
    }

    if characters.last != UInt8(ascii: "=") {
      let missing = (4 - characters.count % 4) % 4
      characters += [UInt8](repeating: UInt8(ascii: "="), count: missing)
    }

    return characters
  }

  /// Decrypts a ciphertext to text.
  ///
  /// - Throws: The first fault in this order: the length of the nonce, the length of the
  ///   ciphertext, a wrong tag, and a plaintext that isn't UTF-8.
  package func text(
    sealedIn ciphertext: [UInt8],
    nonce: [UInt8]
  ) throws(DecryptionFault) -> String {
    // E1: the tag is the last 16 bytes. The associated data is empty.
    guard nonce.count == ChaCha20Poly1305.nonceLength else { throw .nonceLength }
    guard ciphertext.count >= ChaCha20Poly1305.tagLength else { throw .ciphertextLength }

    guard let plaintext = ChaCha20Poly1305.open(ciphertext, key: bytes, nonce: nonce) else {
      throw .notAuthentic
    }

    // E2
    guard let text = String(validating: plaintext, as: UTF8.self) else { throw .notUTF8 }
    return text
  }
}

extension SessionKey: CustomStringConvertible, CustomReflectable {
  /// The name of the type. A key must not appear in logs and messages.
  public var description: String { "SessionKey" }

  /// A mirror without the bytes of the key, for `dump` and debuggers.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
