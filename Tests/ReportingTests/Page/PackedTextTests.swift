import CanonicalJSON
import Conformance
import Reporting
import TestSuites
import Testing

struct PackedTextTests {
  /// 26 letters, which differ from each other.
  private static let letters = "abcdefghijklmnopqrstuvwxyz"

  @Test(arguments: [
    ("", ""),
    ("short", "short"),
    ("no repetition of this text", "no repetition of this text"),
    ("\(letters)+\(letters)!", "\(letters)+&0,26;!"),
    ("<\(letters)>\(letters)<\(letters)>", "<\(letters)>&1,26;&0,28;"),
    // A run refers to bytes that it represents itself.
    (String(repeating: "x", count: 1_000), "x&0,999;"),
    // 23 bytes aren't worth a reference.
    (
      "\(letters.dropFirst(3))1\(letters.dropFirst(3))2",
      "\(letters.dropFirst(3))1\(letters.dropFirst(3))2"
    ),
  ])
  func `a repeated part of a text becomes a reference to its bytes`(
    original: String,
    packed: String
  ) throws {
    #expect(PackedText(original).text == packed)
    #expect(try packed.unpacked == original)
  }

  @Test func `a reference has whole characters`() throws {
    // "é" and "è" have the same first byte, and "é" and "ĩ" the same second one.
    let original = "é\(Self.letters)é ĩ\(Self.letters)è"
    let packed = PackedText(original).text
    #expect(packed == "é\(Self.letters)é ĩ&2,26;è")
    #expect(try packed.unpacked == original)
  }

  @Test func `any text is restored byte for byte`() throws {
    var generator = SplitMix64(seed: 7)
    let words = ["é", "e\u{301}", "€", "😀", "😃", ";", "0,1;", #"\u0026"#, "\n", Self.letters]

    for length in 0..<300 {
      var original = ""
      for _ in 0..<length {
        original += words.randomElement(using: &generator) ?? ""
      }
      let packed = PackedText(original).text
      #expect(try packed.unpacked.hasSameBytes(as: original))
      #expect(packed.utf8.count <= original.utf8.count)
    }
  }
}
