import CanonicalJSON
import Conformance
import Fuzzing
import TestRandomness
import Testing

struct InputGeneratorTests {
  /// Returns the texts of the first inputs that are generated from a corpus.
  private static func texts(_ corpus: [JSONValue], count: Int = 6_000) -> Set<String> {
    let generator = InputGenerator(corpus: InputCorpus(corpus), seed: 5, name: "c/o")
    return Set(
      (0..<count).map { String(decoding: generator.input(number: $0).text, as: UTF8.self) }
    )
  }

  // MARK: - Seeds

  @Test func `an input depends on its number, the seed and the name, and on nothing else`() {
    let inputs: [JSONValue] = [["a": [1, 2, "x y"]], ["a": ["z"], "b": .null]]
    let corpus = InputCorpus(inputs)
    func texts(seed: UInt64, name: String, _ numbers: [Int]) -> [[UInt8]] {
      let generator = InputGenerator(corpus: corpus, seed: seed, name: name)
      return numbers.map { generator.input(number: $0).text }
    }

    let numbers = Array(0..<200)
    let expected = texts(seed: 3, name: "c/o", numbers)
    #expect(texts(seed: 3, name: "c/o", numbers.reversed()).reversed() == expected)
    #expect(texts(seed: 4, name: "c/o", numbers) != expected)
    #expect(texts(seed: 3, name: "c/p", numbers) != expected)
  }

  @Test func `the text of an input is its value as programs receive it`() {
    let generator = InputGenerator(
      corpus: InputCorpus([["b": 1.5, "a": "[1, 2]"]]),
      seed: 0,
      name: ""
    )
    for number in 0..<300 {
      let input = generator.input(number: number)
      #expect(input.text == input.tree.value.writtenUTF8())
    }
  }

  // MARK: - Limits

  @Test func `no input is nested deeper than a program has to read`() {
    let deep = (0..<500).reduce(JSONValue.array([1])) { inner, _ in [inner] }
    let generator = InputGenerator(corpus: InputCorpus([deep]), seed: 0, name: "c/o")
    for number in 0..<(triesEverything ? 1_000 : 200) {
      let value = generator.input(number: number).tree.value
      #expect(!value.isNested(deeperThan: Output.maximumDepth), "input \(number)")
    }
  }

  @Test func `an input with a long list of long texts is replaced by the unchanged one`() {
    let text = String(repeating: "x", count: 480)
    let unchanged: JSONValue = ["list": [["text": .string(text)]]]
    let generator = InputGenerator(corpus: InputCorpus([unchanged]), seed: 0, name: "c/o")
    var unchangedCount = 0
    var longest = 0
    for number in 0..<2_000 {
      let input = generator.input(number: number)
      // An output may repeat all elements for each element.
      #expect(input.text.count * max(64, input.tree.longestList) <= 128 << 20, "input \(number)")
      if input.tree.value == unchanged { unchangedCount += 1 }
      longest = max(longest, input.tree.longestList)
    }
    #expect(unchangedCount > 0)
    #expect(longest > 255)
  }

  // MARK: - Mutations

  /// A condition that some inputs of a corpus meet only because of one mutation.
  struct Sign: Sendable, CustomTestStringConvertible {
    let mutation: String
    let corpus: [JSONValue]
    let isShown: @Sendable (String) -> Bool
    var testDescription: String { mutation }

    init(
      _ mutation: String,
      of corpus: JSONValue...,
      by isShown: @escaping @Sendable (String) -> Bool
    ) {
      self.mutation = mutation
      self.corpus = corpus
      self.isShown = isShown
    }

    /// Creates a condition that an input is equal to a text.
    init(_ mutation: String, of corpus: JSONValue..., text: String) {
      self.mutation = mutation
      self.corpus = corpus
      isShown = { $0 == text }
    }
  }

  static let numbers = [
    Sign("increment", of: 41, text: "42"),
    Sign("decrement", of: 41, text: "40"),
    Sign("negate", of: 41, text: "-41"),
    Sign("boundary number", of: 41, text: "9007199254740993"),
    Sign("boundary number beyond integers", of: 41, text: "-9223372036854775809"),
    Sign("wrap in array", of: 41, text: "[41]"),
    Sign("change form of a number", of: 41, text: #""41""#),
    Sign("small value", of: 41, text: "{}"),
    Sign("negate a Boolean", of: true, text: "false"),
    Sign("value of the same place", of: ["a": 1], ["a": .null], text: #"{"a":null}"#),
    Sign("value of any place", of: ["a": ["b": "far"]], text: #"{"a":"far"}"#),
    Sign("change form of JSON in a text", of: "[1]", text: "[1]"),
    Sign("change form of an array", of: [7, 8], text: #""[7,8]""#),
    Sign("change form of a text", of: "x", text: "null"),
    Sign("change JSON in a text", of: "[41]", text: #""[42]""#),
    Sign("change JSON in a text as a text", of: "[41]", text: #""[41""#),
  ]

  static let lists = [
    Sign("remove an element", of: [1, 2, 3], text: "[1,3]"),
    Sign("insert a copy", of: [1, 2, 3], text: "[3,1,2,3]"),
    Sign("append a copy", of: [1, 2, 3], text: "[1,2,3,1]"),
    Sign("swap elements", of: [1, 2, 3, 4], text: "[1,4,3,2]"),
    Sign("reverse", of: [1, 2, 3, 4], text: "[4,3,2,1]"),
    Sign("remove a range", of: [1, 2, 3, 4], text: "[1]"),
    Sign("move an element", of: [1, 2, 3, 4], text: "[2,3,4,1]"),
    Sign("insert an element of another input", of: [1, 2], [7], text: "[1,7,2]"),
    Sign("append a list", of: [1, 2], [7, 8, 9], text: "[1,2,7,8,9]"),
    Sign("join texts", of: ["a", "b", "c"], text: #"["a","bc"]"#),
    Sign("split a text", of: ["ab"], text: #"["a","b"]"#),
    Sign("fill an empty list", of: ["a": [], "b": [5]], text: #"{"a":[5],"b":[5]}"#),
    Sign("lengthen a list", of: [7], by: { $0 == "[\(String(repeating: "7,", count: 20))7]" }),
    Sign("lengthen a list with other elements", of: [7], text: "[7,8,9]"),
    Sign("lengthen a list to more than 1,000", of: [7], by: { $0.hasSuffix(",1007]") }),
  ]

  static let objects = [
    Sign("remove a member", of: ["a": 1, "b": 2, "c": 3], text: #"{"a":1,"c":3}"#),
    Sign("replace by null", of: ["a": 1, "b": 2], text: #"{"a":1,"b":null}"#),
    Sign("take a member", of: ["a": 1, "b": 2], ["d": 4], text: #"{"a":1,"b":2,"d":4}"#),
    Sign("change a key", of: ["a": 1], text: #"{"A":1}"#),
    Sign("swap members", of: ["a": 1, "b": 2], text: #"{"b":2,"a":1}"#),
    Sign("swap values", of: ["a": 1, "b": 2], text: #"{"a":2,"b":1}"#),
    Sign("nest a member", of: ["a": 1, "b": 2], text: #"{"a":{"a":1},"b":2}"#),
    Sign(
      "repeat a key",
      of: #"{"a":1,"b":2}"#,
      #"{"a":3}"#,
      text: #""{\"a\":1,\"b\":2,\"a\":3}""#
    ),
    Sign(
      "rename a text everywhere",
      of: ["id": "one", "of": ["one", "see one"], "other": "two"],
      text: #"{"id":"two","of":["two","see two"],"other":"two"}"#
    ),
  ]

  static let texts = [
    Sign("replace digits by a neighbor", of: "a 41", text: #""a 42""#),
    Sign("replace digits by a limit", of: "a 0041", text: #""a 0060""#),
    Sign("replace digits by a longer limit", of: "a 41", text: #""a 2147483648""#),
    Sign("insert something special", of: "a b", text: #""a &amp;b""#),
    Sign("remove a piece", of: "a b", text: #""ab""#),
    Sign("repeat a piece", of: "one two", text: #""oneone two""#),
    Sign("swap pieces", of: "one two", text: #""two one""#),
    Sign("remove a line", of: "1\n2\n3", text: #""1\n3""#),
    Sign("insert a piece of another text", of: "one", "x-y", text: #""one-""#),
    Sign("pad", of: "one", text: "\"\u{3000}one\u{3000}\""),
    Sign("upper case", of: "one \u{E9}", text: "\"ONE \u{E9}\""),
    Sign("lower case", of: "ONE \u{C9}", text: "\"one \u{C9}\""),
    Sign("look alike", of: "e", text: "\"\u{435}\""),
    Sign("255 scalars", of: "ab", by: { $0.count == 257 && $0.contains("babab") }),
    Sign("more than 4,096 scalars", of: "ab", by: { $0.count == 4_099 }),
    Sign("empty", of: "one", text: #""""#),
    Sign("cut the end", of: "one two three", text: #""one two""#),
    Sign("another text", of: ["a": "one"], ["a": "other"], text: #"{"a":"other"}"#),
  ]

  /// The elements of markup that inputs are generated from.
  private static let paragraph: JSONValue = #"<p c="1"><b d="2">t</b></p>"#
  private static let image: JSONValue = #"<i e="3"/>"#

  static let markup = [
    Sign("repeat an element", of: paragraph, text: element(#"<p c="1">\#(bold)\#(bold)</p>"#)),
    Sign("remove an element", of: paragraph, text: element(#"<p c="1"></p>"#)),
    Sign(
      "replace by another element",
      of: paragraph,
      text: element(#"<p c="1"><p c="1">\#(bold)</p></p>"#)
    ),
    Sign(
      "insert an element of the corpus",
      of: paragraph,
      image,
      text: element(#"<p c="1">\#(bold)<i e="3"/></p>"#)
    ),
    Sign(
      "replace by an element of the corpus",
      of: paragraph,
      image,
      text: element(#"<p c="1"><i e="3"/></p>"#)
    ),
    Sign(
      "insert a copy without attributes",
      of: paragraph,
      text: element(#"<p c="1">\#(bold)<b/></p>"#)
    ),
    Sign(
      "insert into another element",
      of: paragraph,
      text: element(#"<p c="1">\#(bold)\#(bold)</p>"#)
    ),
    Sign("remove an attribute", of: paragraph, text: element(#"<p c="1"><b>t</b></p>"#)),
    Sign("add an attribute", of: image, paragraph, text: element(#"<i e="3" c="1"/>"#)),
    Sign("replace an attribute", of: image, paragraph, text: element(#"<i d="2"/>"#)),
    Sign(
      "replace the value of an attribute",
      of: #"<i e="3"/><i e="4"/>"#,
      text: element(#"<i e="4"/><i e="4"/>"#)
    ),
    Sign("change the value of an attribute", of: image, text: element(#"<i e="4"/>"#)),
    Sign("change the content", of: #"<b>t</b>"#, text: element("<b>T</b>")),
    Sign("remove content with markup", of: paragraph, text: element(#"<p c="1"></p>"#)),
  ]

  private static let bold = #"<b d="2">t</b>"#

  /// Returns a text with markup as an input.
  private static func element(_ text: String) -> String { JSONValue.string(text).writtenText() }

  @Test(arguments: (numbers + lists + objects + texts + markup).sampled(every: 4))
  func `every mutation is among the first inputs of a seed`(_ sign: Sign) {
    let texts = Self.texts(sign.corpus)
    #expect(texts.contains(where: sign.isShown), "\(texts.sorted().prefix(40))")
  }
}
