import CanonicalJSON
import Testing

struct TextKeyTests {
  static let composed = "\u{E9}"
  static let decomposed = "e\u{301}"

  @Test func `canonically equivalent texts are never equal`() {
    #expect(Self.composed == Self.decomposed, "Swift's String takes them for equal")
    #expect(TextKey(Self.composed) != TextKey(Self.decomposed))
    #expect(!Self.composed.hasSameBytes(as: Self.decomposed))
    #expect(Set([TextKey(Self.composed), TextKey(Self.decomposed)]).count == 2)
    #expect(JSONValue.string(Self.composed) != .string(Self.decomposed))
    #expect(JSONValue.object([Self.composed: 1]) != .object([Self.decomposed: 1]))
    #expect(JSONPointer(tokens: [Self.composed]) != JSONPointer(tokens: [Self.decomposed]))
    let object: JSONObject = [Self.composed: 1, Self.decomposed: 2]
    #expect(object.count == 2)
    #expect(object[Self.composed] == 1 && object[Self.decomposed] == 2)
  }

  @Test(arguments: 0...40)
  func `one differing byte makes texts differ wherever it is`(length: Int) {
    let text = String(repeating: "a", count: length)
    #expect(text.hasSameBytes(as: String(repeating: "a", count: length)))
    #expect(!text.hasSameBytes(as: text + "a"))
    for position in 0..<length {
      let other = text.prefix(position) + "b" + text.dropFirst(position + 1)
      #expect(!text.hasSameBytes(as: String(other)), "they differ at \(position)")
    }
  }

  @Test func `keys are ordered by their UTF-8 bytes`() {
    let ordered: [TextKey] = ["", "A", "a", "aa", "b", "\u{E9}", "\u{FB33}", "\u{FFFF}", "😀"]
    #expect(ordered.shuffled().sorted() == ordered)
  }
}
