import CanonicalJSON
import MessageSnapshot
import Testing

struct JSONPointerTests {
  private let messages = MessageSnapshot("JSON pointers")

  /// The document in RFC 6901 section 5.
  private static let example = #"""
    {"foo": ["bar", "baz"], "": 0, "a/b": 1, "c%d": 2, "e^f": 3, "g|h": 4, "i\\j": 5, "k\"l": 6, " ": 7, "m~n": 8}
    """#

  @Test(
    arguments: [
      ("/foo", ["bar", "baz"]),
      ("/foo/0", "bar"),
      ("/", 0),
      ("/a~1b", 1),
      ("/c%d", 2),
      ("/e^f", 3),
      ("/g|h", 4),
      ("/i\\j", 5),
      ("/k\"l", 6),
      ("/ ", 7),
      ("/m~0n", 8),
    ] as [(String, JSONValue)]
  )
  func `the pointers of RFC 6901 section 5 lead to their values`(
    text: String,
    expected: JSONValue
  ) throws {
    let root = try JSONDocument(parsing: Self.example).root
    let pointer = try JSONPointer(text)
    #expect(root.node(at: pointer)?.value == expected)
    #expect(root.value[pointer] == expected)
    #expect(pointer.description == text)
  }

  @Test func `the empty pointer leads to the whole document`() throws {
    let root = try JSONDocument(parsing: Self.example).root
    #expect(root.node(at: try JSONPointer(""))?.value == root.value)
    #expect(root.value[try JSONPointer("")] == root.value)
    #expect(try JSONPointer("").tokens.isEmpty)
  }

  @Test(arguments: [
    "/foo/2", "/foo/-", "/foo/01", "/foo/00", "/foo/+1", "/foo/-1", "/foo/", "/foo/1 ", "/foo/１",
    "/foo/99999999999999999999",
    "/foo/0/0", "/bar", "//", "/a~01b", "/FOO",
  ])
  func `a pointer to what is absent leads nowhere`(text: String) throws {
    let root = try JSONDocument(parsing: Self.example).root
    let pointer = try JSONPointer(text)
    #expect(root.node(at: pointer) == nil)
    #expect(root.value[pointer] == nil)
  }

  @Test(
    arguments: [
      ("foo", 0, .missingSlash),
      ("#/foo", 0, .missingSlash),
      ("~0", 0, .missingSlash),
      ("/a~", 2, .unknownEscape),
      ("/~2", 1, .unknownEscape),
      ("/é~~0", 3, .unknownEscape),
      ("/~/", 1, .unknownEscape),
    ] as [(String, Int, JSONPointerError.Reason)]
  )
  func `a malformed pointer is an error that says why`(
    text: String,
    offset: Int,
    reason: JSONPointerError.Reason
  ) {
    let error = #expect(throws: JSONPointerError.self) { try JSONPointer(text) }
    #expect(error?.offset == offset)
    #expect(error?.reason == reason)
    let told = error?.message.replacing(" \(offset) ", with: " OFFSET ") ?? "nothing"
    messages.expect(told, reason == .missingSlash ? "a missing slash" : "an unknown escape")
  }

  @Test(arguments: [
    ([], ""),
    ([""], "/"),
    (["", ""], "//"),
    (["~1"], "/~01"),
    (["/~"], "/~1~0"),
    (["\u{301}"], "/\u{301}"),
    (["a", "0"], "/a/0"),
  ])
  func `tokens are written so that they are read back`(tokens: [String], text: String) throws {
    #expect(JSONPointer(tokens: tokens).description.hasSameBytes(as: text))
    #expect(try JSONPointer(text) == JSONPointer(tokens: tokens))
  }

  @Test func `a pointer grows by keys and indices`() throws {
    #expect(JSONPointer().appending("a/b").appending(3).description == "/a~1b/3")
    #expect(JSONPointer().appending(3) == JSONPointer(tokens: ["3"]))
  }

  @Test func `of a repeated key the last is followed`() throws {
    let root = try JSONDocument(parsing: #"{"a":{"b":1},"a":{"c":2}}"#).root
    #expect(root.node(at: try JSONPointer("/a/c"))?.value == 2)
    #expect(root.node(at: try JSONPointer("/a/b")) == nil)
  }
}
