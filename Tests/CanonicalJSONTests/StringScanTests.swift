import CanonicalJSON
import Testing

/// Tests of the string scanner. It reads eight bytes at a time, and its result must not depend on
/// the position of a byte within those eight.
struct StringScanTests {
  /// Calls `body` with strings that contain `text`, for every position in 0 to 40 other bytes and
  /// every alignment to a word of eight bytes.
  private func forEachPlacement(
    of text: String,
    _ body: (_ json: String, _ content: String, _ offset: Int) -> Void
  ) {
    for spaces in 0..<8 {
      for length in 0...40 {
        for position in 0...length {
          let content =
            String(repeating: "a", count: position) + text
            + String(repeating: "z", count: length - position)
          body(
            "\(String(repeating: " ", count: spaces))\"\(content)\"",
            content,
            spaces + 1 + position
          )
        }
      }
    }
  }

  @Test(arguments: [" ", "!", "#", "[", "]", "\u{7F}", "é", "\u{FFFF}", "😀"])
  func `a plain character is found plain at every place`(character: String) {
    var wrong = 0
    forEachPlacement(of: character) { json, content, _ in
      let node = try? JSONDocument(parsing: json).root
      wrong += node?.string == content && node?.isString(content) == true ? 0 : 1
    }
    #expect(wrong == 0, "strings with \(character) that were read differently")
  }

  @Test(arguments: [
    (#"\n"#, "\n"), (#"\""#, "\""), (#"\\"#, "\\"), (#"\u00e9"#, "é"), (#"\ud83d\ude00"#, "😀"),
  ])
  func `an escape is decoded at every place`(escape: String, character: String) {
    var wrong = 0
    forEachPlacement(of: escape) { json, content, _ in
      let expected = content.replacing(escape, with: character)
      let node = try? JSONDocument(parsing: json).root
      wrong += node?.string == expected && node?.isString(expected) == true ? 0 : 1
    }
    #expect(wrong == 0, "strings with \(escape) that were read differently")
  }

  @Test(arguments: [0x00, 0x01, 0x0A, 0x0D, 0x1F] as [UInt8])
  func `a control character is found at every place`(byte: UInt8) {
    var wrong = 0
    forEachPlacement(of: String(Unicode.Scalar(byte))) { json, _, offset in
      do throws(JSONSyntaxError) {
        _ = try JSONDocument(parsing: json)
        wrong += 1
      } catch {
        wrong +=
          error.offset == offset && error.reason == .controlCharacter(Unicode.Scalar(byte)) ? 0 : 1
      }
    }
    #expect(wrong == 0, "control characters that were missed or misplaced")
  }

  @Test func `a quote ends a string at every place`() {
    var wrong = 0
    forEachPlacement(of: "\"") { json, _, offset in
      do throws(JSONSyntaxError) {
        _ = try JSONDocument(parsing: json)
        wrong += 1
      } catch {
        let found =
          error.reason == .unexpected(json.hasSuffix("z\"") ? "z" : "\"", expected: .textEnd)
        wrong += error.offset == offset + 1 && found ? 0 : 1
      }
    }
    #expect(wrong == 0, "quotes that were missed or misplaced")
  }

  @Test func `the writer escapes a character at every place`() {
    var wrong = 0
    for byte in UInt8.min...0x7F {
      for position in 0...16 {
        let content =
          String(repeating: "a", count: position) + String(Unicode.Scalar(byte)) + "zzzzzzzzz"
        let text = JSONValue.string(content).canonicalText()
        wrong += (try? JSONDocument(parsing: text))?.root.string == content ? 0 : 1
      }
    }
    #expect(wrong == 0, "strings that were not read back as they were")
  }
}
