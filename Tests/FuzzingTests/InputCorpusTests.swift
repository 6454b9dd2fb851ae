import CanonicalJSON
import Conformance
import Fuzzing
import Testing

struct InputCorpusTests {
  private static func draws(
    _ count: Int = 400,
    _ draw: (inout SplitMix64) -> InputTree
  ) -> [JSONValue] {
    var generator = SplitMix64(seed: 1)
    return (0..<count).map { _ in draw(&generator).value }
  }

  @Test func `values at a place are those of any input, each as likely as the others`() {
    // One of the two values is far more frequent.
    let inputs = (0..<40).map { JSONValue.object(["a": $0 == 7 ? "rare" : "common", "b": "x"]) }
    let corpus = InputCorpus(inputs)
    let draws = Self.draws { corpus.value(at: ["a"], using: &$0) }
    #expect(Set(draws) == ["rare", "common"])
    #expect((100..<300).contains(draws.count { $0 == "rare" }))
  }

  @Test func `elements of a list share a place, and so does the JSON in texts`() {
    let corpus = InputCorpus([["l": [1, 2], "j": "[3]"], ["l": [4], "j": "[5, 6]"]])
    let elements = Self.draws { corpus.value(at: ["l", "*"], using: &$0) }
    #expect(Set(elements) == [1, 2, 4])
    let inTexts = Self.draws { corpus.value(at: ["j", InputTree.jsonToken, "*"], using: &$0) }
    #expect(Set(inTexts) == [3, 5, 6])
  }

  @Test func `an unknown place has the values of all places, and each place is as likely`() {
    let many = (0..<100).map { JSONValue.number(JSONNumber($0)) }
    let corpus = InputCorpus([["many": .array(many), "one": "x"]])
    let draws = Self.draws { corpus.value(at: ["unknown"], using: &$0) }
    // The places are the input, the list, its elements, and the text.
    #expect((50..<150).contains(draws.count { $0 == "x" }))
    #expect(Set(draws).count > 20)
    let any = Self.draws { corpus.anyValue(using: &$0) }
    #expect((50..<150).contains(any.count { $0 == "x" }))
  }

  @Test func `an empty corpus has only null`() {
    #expect(Self.draws(3) { InputCorpus([]).anyValue(using: &$0) } == [.null, .null, .null])
  }

  @Test func `long inputs are left out unless all are long`() {
    let long = JSONValue.string(String(repeating: "x", count: 16 << 10))
    let short = JSONValue.string(String(repeating: "x", count: (16 << 10) - 2))
    #expect(InputCorpus([long, short, "a"]).trees.map(\.value) == [short, "a"])
    #expect(InputCorpus([long, long]).trees.count == 2)
  }
}
