import CanonicalJSON
import Testing

struct NestingTests {
  private func nested(_ levels: Int, _ open: String, _ close: String) -> String {
    String(repeating: open, count: levels) + String(repeating: close, count: levels)
  }

  @Test func `512 levels are read, compared, written and read again`() throws {
    for text in [nested(512, "[", "]"), nested(511, "{\"a\":", "}").replacing(":}", with: ":{}}")] {
      let value = try JSONDocument(parsing: text).root.value
      #expect(value.canonicalText() == text)
      let indented = try JSONDocument(parsing: value.canonicalText(.indented)).root.value
      #expect(indented == value, "indented, then read again")
      #expect(Set([indented, value]).count == 1, "equal values hash alike")
    }
  }

  @Test(arguments: [("[", "]"), ("{\"a\":", "}"), ("[{\"a\":", "}]")])
  func `the bracket of level 513 is an error`(open: String, close: String) throws {
    let text = nested(513, open, close)
    let error = #expect(throws: JSONSyntaxError.self) { try JSONDocument(parsing: text) }
    #expect(error?.reason == .nestingTooDeep)
    let brackets = text.utf8.enumerated().filter { [0x5B, 0x7B].contains($0.element) }
    #expect(error?.offset == brackets[512].offset, "the bracket of the 513th container")
  }

  @Test(arguments: ["[", "{\"a\":", "[[],", "{\"a\":[]"])
  func `100,000 open brackets are an error and no overflow`(open: String) {
    #expect(throws: JSONSyntaxError.self) {
      try JSONDocument(parsing: String(repeating: open, count: 100_000))
    }
  }

  @Test func `containers beside each other do not count as levels`() throws {
    let text = "[" + Array(repeating: "[[]]", count: 2000).joined(separator: ",") + "]"
    #expect(try JSONDocument(parsing: text).root.elements.count == 2000)
  }
}
