import SessionDetail
import Testing

struct EncryptedFieldTests {
  @Test(
    arguments: [
      (#"\x00ff"#, [0x00, 0xFF]),
      ("0x00ff", [0x00, 0xFF]),
      (#"\xaBcDeF"#, [0xAB, 0xCD, 0xEF]),
      // Eight characters that are base64 too, which takes precedence.
      ("0xaBcDeF", [0xD3, 0x16, 0x81, 0x70, 0x37, 0x85]),
      (#"\xAb"#, [0xAB]),
      ("AP8=", [0x00, 0xFF]),
      ("0xab+fgh", [0xD3, 0x16, 0x9B, 0xF9, 0xF8, 0x21]),
      ("0xabcde=", [0xD3, 0x16, 0x9B, 0x71, 0xD7]),
    ] as [(String, [UInt8])]
  )
  func `a field is base64, and otherwise hex after its prefix`(text: String, bytes: [UInt8]) {
    #expect(EncryptedField.ciphertext.bytes(of: text) == bytes)
    #expect(EncryptedField.nonce.bytes(of: text) == bytes)
  }

  @Test(
    arguments: [
      "0x", #"\x"#, "0x0", "0x000", "0x000g", "0x+f+f", "0x 0f", "0x0 f", "0X00ff", #"\X0f"#,
      #"\\x0f"#, "0x0f\u{FEFF}",
      "0x\u{FF10}\u{FF11}", "0x0f\u{301}",
    ])
  func `what is almost hex is neither`(text: String) {
    #expect(EncryptedField.ciphertext.bytes(of: text) == nil)
  }

  @Test
  func `bytes that are base64 of the right size are decoded once more`() {
    let nonce = Array("AAECAwQFBgcICQoL".utf8)
    #expect(EncryptedField.nonce.bytes(of: "QUFFQ0F3UUZCZ2NJQ1FvTA==") == Array(0...11))
    #expect(EncryptedField.nonce.bytes(of: hex(nonce)) == Array(0...11))
    #expect(
      EncryptedField.nonce.bytes(of: hex(Array("AAECAwQFBgcICQo=".utf8)))
        == Array("AAECAwQFBgcICQo=".utf8)
    )
    #expect(EncryptedField.ciphertext.bytes(of: hex(nonce)) == nonce)
    let tag = Array("AAECAwQFBgcICQoLDA0ODw==".utf8)
    #expect(EncryptedField.ciphertext.bytes(of: hex(tag)) == Array(0...15))
    #expect(EncryptedField.nonce.bytes(of: hex(tag)) == tag)
    #expect(EncryptedField.ciphertext.bytes(of: hex(tag + [0x0A])) == tag + [0x0A])
  }

  private func hex(_ bytes: [UInt8]) -> String {
    #"\x"# + bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
