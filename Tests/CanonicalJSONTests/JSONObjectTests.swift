import CanonicalJSON
import Testing

struct JSONObjectTests {
  @Test func `keys are ordered as in the example of RFC 8785`() {
    let object: JSONObject = [
      "\u{20AC}": "Euro Sign",
      "\r": "Carriage Return",
      "\u{FB33}": "Hebrew Letter Dalet With Dagesh",
      "1": "One",
      "😀": "Emoji: Grinning Face",
      "\u{80}": "Control",
      "\u{F6}": "Latin Small Letter O With Diaeresis",
    ]
    #expect(object.map(\.key) == ["\r", "1", "\u{80}", "\u{F6}", "\u{20AC}", "😀", "\u{FB33}"])
  }

  @Test func `keys are ordered by their UTF-16 code units`() {
    let scalars: [Unicode.Scalar] = [
      "\0", "a", "\u{7F}", "\u{80}", "\u{7FF}", "\u{800}", "\u{D7FF}", "\u{E000}", "\u{EFFF}",
      "\u{F000}", "\u{FFFF}", "\u{10000}", "\u{1F600}", "\u{10FFFF}",
    ]
    let parts = [""] + scalars.map { String($0) }
    let keys = parts.flatMap { first in parts.map { "x" + first + $0 } }
    let object = JSONObject(keys.map { ($0, .null) })
    let expected = Set(keys.map { TextKey($0) }).map(\.text).sorted {
      $0.utf16.lexicographicallyPrecedes($1.utf16)
    }
    #expect(object.map { TextKey($0.key) } == expected.map { TextKey($0) })
    for key in keys {
      #expect(object[key] == .null, "\(key.debugDescription) is found")
    }
  }

  @Test func `of a repeated key the last wins`() {
    #expect(JSONObject([("a", 1), ("b", 2), ("a", 3), ("a", 4)]) == ["a": 4, "b": 2])
  }

  @Test func `members are added, replaced and removed by key`() {
    var object: JSONObject = ["b": 2]
    object["a"] = 1
    object["c"] = 3
    object["b"] = "two"
    object["x"] = nil
    #expect(object.map(\.key) == ["a", "b", "c"])
    #expect(object["b"] == "two")
    object["b"] = nil
    #expect(object == ["a": 1, "c": 3])
    #expect(object["b"] == nil)
  }

  @Test func `the order in which members are given does not matter`() {
    let left: JSONValue = ["a": [1, true, 1.5], "b": ["c": "d"]]
    let right: JSONValue = ["b": ["c": "d"], "a": [1, true, 1.5]]
    #expect(left == right)
    #expect(Set([left, right]).count == 1)
    #expect(left != ["a": [1, true, 1.5]])
  }
}
