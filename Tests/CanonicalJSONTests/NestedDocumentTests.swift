import CanonicalJSON
import TestRandomness
import Testing

/// Tests of documents in the strings of other documents, and of questions about a part of a
/// document.
struct NestedDocumentTests {
  @Test(arguments: 1...40 as ClosedRange<UInt64>)
  func `the text of a string is parsed like the decoded text`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<10 {
      let inner = random.value(levels: 4)
      let text = inner.canonicalText(.indented)
      let outer = try JSONDocument(parsing: JSONValue.string(text).canonicalUTF8())
      let document = try JSONDocument(parsingTextOf: outer.root)
      #expect(document.root.value == inner)
      #expect(document.utf8 == Array(text.utf8))
    }
  }

  @Test(arguments: [
    #""""#, #""{""#, #""[1,]""#, #""\uFEFF{}""#, #""{\"a\":\"\\ud800\"}""#,
    #""{\"a\":\"\ud800\"}""#,
    #""\u0000""#, "1", "{}",
  ])
  func `a string has the faults of its decoded text`(json: String) throws {
    let node = try JSONDocument(parsing: json).root
    let parsed = Result { try JSONDocument(parsingTextOf: node).root.value }
    let expected = Result { try JSONDocument(parsing: node.string ?? "").root.value }
    #expect((try? parsed.get()) == (try? expected.get()))
    #expect(error(of: parsed) == error(of: expected))
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `a part of a document is nested as deeply as its value`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let value = random.value(levels: 6)
    let root = try JSONDocument(parsing: value.canonicalUTF8()).root
    for levels in 0...7 {
      #expect(root.isNested(deeperThan: levels) == value.isNested(deeperThan: levels))
      for element in root.elements {
        #expect(element.isNested(deeperThan: levels) == element.value.isNested(deeperThan: levels))
      }
    }
  }

  @Test(arguments: [
    (#"{"$a": 1}"#, true), (#"[[{"a": {"b": 1, "$": 2}}]]"#, true), (#"{"\u0024a": 1}"#, true),
    (#"{"a$": "$b", "": ["$c"]}"#, false), (#""$a""#, false), ("[]", false),
  ])
  func `keys with a first character are found at every depth`(
    json: String,
    isFound: Bool
  ) throws {
    let root = try JSONDocument(parsing: json).root
    #expect(root.mayHaveKey(startingWith: UInt8(ascii: "$")) == isFound)
  }

  private func error(of result: Result<JSONValue, any Error>) -> String? {
    if case .failure(let error) = result {
      "\(error)"
    } else {
      nil
    }
  }
}
