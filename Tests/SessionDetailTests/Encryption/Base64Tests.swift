import SessionDetail
import Testing

struct Base64Tests {
  @Test(
    arguments: [
      ("", ""),
      ("Zg==", "f"),
      ("Zm8=", "fo"),
      ("Zm9v", "foo"),
      ("Zm9vYg==", "foob"),
      ("Zm9vYmE=", "fooba"),
      ("Zm9vYmFy", "foobar"),
    ])
  func `the vectors of RFC 4648 are read`(text: String, plain: String) {
    #expect([UInt8](base64: Array(text.utf8)) == Array(plain.utf8))
  }

  @Test
  func `every character of the standard alphabet has its value`() {
    let alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    for (value, character) in alphabet.enumerated() {
      #expect([UInt8](base64: Array("A\(character)==".utf8)) == [UInt8(value >> 4)])
      #expect([UInt8](base64: Array("\(character)A==".utf8)) == [UInt8(value << 2)])
    }
    let others = Set(UInt8.min...UInt8.max).subtracting(alphabet.utf8)
    #expect(others.allSatisfy { [UInt8](base64: [0x41, $0, 0x41, 0x41]) == nil })
  }

  @Test(arguments: ["Zh==", "Zm9=", "/////w==", "////+f=="])
  func `bits behind the last byte may be any`(text: String) {
    #expect([UInt8](base64: Array(text.utf8)) != nil)
  }

  @Test(
    arguments: [
      "Z", "Zg", "Zg=", "Zm8", "Zm9vYg", "Zm9v=", "Zm9v==", "Zm9v====", "=", "==", "====", "Z===",
      "Zg=A", "Z=g=", "=Zg=", "Zg==Zg==", "Zg==Zm9v", "Zm 9", " Zm9v", "Zm9v\n", "Zm9v\r\nZm9v",
      "-_-_", "Zm9.", "Zm8\u{301}=", "\u{FF3A}g==",
    ])
  func `anything else is no base64`(text: String) {
    #expect([UInt8](base64: Array(text.utf8)) == nil)
  }
}
