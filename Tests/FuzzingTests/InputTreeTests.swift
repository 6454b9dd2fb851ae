import CanonicalJSON
import Conformance
import Fuzzing
import TestSuites
import Testing

struct InputTreeTests {
  /// A value with every form, including JSON in a text.
  private static let value: JSONValue = [
    "list": [1, "one", [true, .null]],
    "text": #" {"b":1.50, "a":[2,3], "b":"x"}"#,
    "plain": "7",
  ]

  private static var randomTrees: [InputTree] {
    (0..<50).map { seed in
      var generator = SplitMix64(seed: UInt64(seed))
      return InputTree(.random(using: &generator))
    }
  }

  // MARK: - Forms

  @Test func `a tree has exactly the value that it is made of`() {
    #expect(InputTree(Self.value).value.writtenText() == Self.value.writtenText())
    for tree in Self.randomTrees { #expect(InputTree(tree.value).value == tree.value) }
  }

  @Test(arguments: [
    ("[1]", true), (" {} ", true), ("[]", true),
    ("7", false), (#""a""#, false), ("null", false), ("[1", false), ("", false), ("x[1]", false),
  ])
  func `a text is a tree if it is the JSON of an array or object`(text: String, isJSON: Bool) {
    let tree = InputTree(.string(text))
    let tokens = tree.parts.map(\.token)
    #expect(tokens == (isJSON ? [InputTree.jsonToken] : []))
    #expect(tree.value == .string(text))
  }

  @Test func `changed JSON in a text keeps the order, repeated keys and spelling of the rest`() {
    let tree = InputTree(.string(#" {"b":1.50, "a":[2,3], "b":"x"}"#))
    let changed = tree.changing(at: [InputTree.jsonToken, "a", "*"]) { $0.value == 2 ? nil : $0 }
    #expect(changed?.value == .string(#"{"b":1.50,"a":[3],"b":"x"}"#))
  }

  @Test func `sizes count the parts of all levels`() {
    let tree = InputTree(Self.value)
    // The object, 6 parts of the list, the text with the 6 parts of its JSON, and the plain text.
    #expect(tree.nodeCount == 1 + 6 + 7 + 1)
    #expect(tree.longestList == 3)
    #expect(InputTree(["a": [], "b": [[1, 2, 3, 4]]]).longestList == 4)
  }

  // MARK: - Numbers of parts

  @Test func `a number leads to the part that is in its place in preorder`() {
    for tree in Self.randomTrees + [InputTree(Self.value)] {
      var number = 0
      tree.forEachNode { part, place in
        let found = tree.node(number)
        #expect(found?.node === part)
        #expect(found?.place == place)
        number += 1
      }
      #expect(number == tree.nodeCount)
      #expect(tree.node(number) == nil)
      #expect(tree.numbersOfParts.map { tree.node($0)?.node.value } == tree.parts.map(\.part.value))
    }
  }

  @Test func `a replaced part leaves all others as they are`() {
    for tree in Self.randomTrees {
      for number in 0..<tree.nodeCount where tree.node(number)?.node.nodeCount == 1 {
        let changed = tree.replacingNode(number) { _ in .leaf(99) }
        var found: [JSONValue] = []
        var expected: [JSONValue] = []
        changed.forEachNode { part, _ in if part.nodeCount == 1 { found.append(part.value) } }
        var index = 0
        tree.forEachNode { part, _ in
          if part.nodeCount == 1 { expected.append(index == number ? 99 : part.value) }
          index += 1
        }
        #expect(found == expected)
      }
    }
  }

  @Test func `texts are changed at every level, and nil is nothing to change`() {
    let tree = InputTree(Self.value)
    let changed = tree.changingTexts { $0 == "x" || $0 == "one" ? "y" : nil }
    #expect(changed?.value["list"] == [1, "y", [true, .null]])
    #expect(changed?.value["text"] == #"{"b":1.50,"a":[2,3],"b":"y"}"#)
    #expect(changed?.value["plain"] == "7")
    #expect(tree.changingTexts { _ in nil } == nil)
  }

  // MARK: - Places

  @Test func `a place leads to the same part of every element`() {
    let tree = InputTree(["rows": [["a": 1, "b": 2], ["a": 3], ["b": 4]]])
    let changed = tree.changing(at: ["rows", "*", "a"]) { _ in .leaf(0) }
    #expect(changed?.value == ["rows": [["a": 0, "b": 2], ["a": 0], ["b": 4]]])
    let removed = tree.changing(at: ["rows", "*", "a"]) { _ in nil }
    #expect(removed?.value == ["rows": [["b": 2], [:], ["b": 4]]])
  }

  @Test func `a member is added to each object that lacks it`() {
    let tree = InputTree(["rows": [["a": 1], [:]]])
    let changed = tree.changing(at: ["rows", "*", "a"], addsMember: true) { $0 }
    #expect(changed?.value == ["rows": [["a": 1], ["a": .null]]])
  }

  @Test func `a change that changes nothing is nil`() {
    let tree = InputTree(["rows": [["a": 1]]])
    #expect(tree.changing(at: ["rows", "*", "a"]) { $0 } == nil)
    #expect(tree.changing(at: ["rows", "*", "b"]) { _ in nil } == nil)
    #expect(tree.changing(at: ["rows", "*", "a"], addsMember: true) { $0 } == nil)
    #expect(tree.changing(at: []) { _ in .leaf(0) } == nil)
  }

  @Test func `keys are compared by their bytes`() {
    let tree = InputTree(["\u{E9}": 1])
    #expect(tree.changing(at: ["e\u{301}"]) { _ in nil } == nil)
    #expect(tree.changing(at: ["\u{E9}"]) { _ in nil }?.value == [:])
  }
}
