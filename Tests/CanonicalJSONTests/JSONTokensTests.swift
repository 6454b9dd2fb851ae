import CanonicalJSON
import Testing

struct JSONTokensTests {
  @Test(arguments: [
    ("null", " null\n"),
    ("[1,true]", "[ 1 , true ]"),
    (#"{"a":{"b":[]},"c":{}}"#, "{\n\"a\" : {\"b\":[ ]},\"c\":{ }}"),
    (#""A/é""#, #""\u0041\/\u00e9""#),
    (#""\n""#, #""\u000a""#),
    (#"{"A":1}"#, #"{"\u0041":1}"#),
    ("[-0]", "[-0]"),
    (#"{"a":1,"a":2}"#, #"{"a" :1, "a" :2}"#),
    (#""\ud800""#, #""\udc00""#),
  ])
  func `texts of the same tokens are the same value`(text: String, other: String) throws {
    let node = try JSONDocument(parsing: text).root
    let otherNode = try JSONDocument(parsing: other).root
    #expect(node.hasSameTokens(as: otherNode) && otherNode.hasSameTokens(as: node))
    #expect(node.value == otherNode.value)
  }

  @Test(arguments: [
    ("null", "false"),
    ("true", "false"),
    ("1", "2"),
    ("1", "11"),
    ("9007199254740993", "9007199254740992"),
    (#""a""#, #""b""#),
    (#""caf\u00e9""#, #""cafe\u0301""#),
    (#""a""#, #""\u0062""#),
    ("[]", "{}"),
    ("[]", "[1]"),
    ("[[1],2]", "[[1,2]]"),
    ("[1,[2]]", "[[1],2]"),
    ("[1,2]", "[2,1]"),
    (#"{"a":1}"#, #"["a",1]"#),
    (#"{"a":1}"#, #"{"b":1}"#),
    (#"{"a":1}"#, #"{"a":1,"b":2}"#),
    (#"{"a":{"b":1}}"#, #"{"a":{},"b":1}"#),
  ])
  func `texts of two values have other tokens`(text: String, other: String) throws {
    let node = try JSONDocument(parsing: text).root
    let otherNode = try JSONDocument(parsing: other).root
    #expect(!node.hasSameTokens(as: otherNode) && !otherNode.hasSameTokens(as: node))
    #expect(node.value != otherNode.value)
  }

  @Test(arguments: [
    ("[1,100]", "[1.0,1e2]"), ("0", "-0"), (#"{"a":1,"b":[2]}"#, #"{"b":[2],"a":1}"#),
  ])
  func `the same value may have other tokens`(text: String, other: String) throws {
    let node = try JSONDocument(parsing: text).root
    let otherNode = try JSONDocument(parsing: other).root
    #expect(!node.hasSameTokens(as: otherNode))
    #expect(node.value == otherNode.value)
  }

  @Test func `parts of texts are compared for themselves`() throws {
    let text = try JSONDocument(parsing: #"{"id": 1, "result": {"a": [1, "x"]}, "more": 2}"#).root
    let whole = try JSONDocument(parsing: #"{"a":[1,"x"]}"#).root
    #expect(text["result"]?.hasSameTokens(as: whole) == true)
    #expect(text["more"]?.hasSameTokens(as: whole) == false)
  }
}
