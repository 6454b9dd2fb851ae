import CanonicalJSON
import Testing

struct JSONNodeTests {
  @Test(
    arguments: [
      ("null", .null),
      ("true", .bool),
      ("1", .number),
      ("\"a\"", .string),
      ("[1]", .array),
      ("{\"a\":1}", .object),
    ] as [(String, JSONNode.Kind)]
  )
  func `a node answers for its own kind only`(text: String, kind: JSONNode.Kind) throws {
    let node = try JSONDocument(parsing: text).root
    #expect(node.kind == kind)
    #expect((node.bool != nil) == (kind == .bool))
    #expect((node.number != nil) == (kind == .number))
    #expect((node.string != nil) == (kind == .string))
    #expect(node.isString("a") == (kind == .string))
    #expect(node.elements.isEmpty == (kind != .array))
    #expect(node.members.isEmpty == (kind != .object))
    #expect((node["a"] != nil) == (kind == .object))
    #expect(node.sourceRange == 0..<text.utf8.count)
  }

  @Test func `elements are walked in order, whatever they contain`() throws {
    let node = try JSONDocument(parsing: #"[[1,[2]],{"a":[3]},"x",[],{},false]"#).root
    #expect(node.elements.map(\.kind) == [.array, .object, .string, .array, .object, .bool])
    #expect(node.elements.count == 6)
    #expect(node.elements.map(\.bool).last == false)
  }

  @Test func `members are walked in the order of the text, repeats included`() throws {
    let node = try JSONDocument(parsing: #"{"b":{"x":1},"a":[{}],"b":2,"\u0061":3}"#).root
    #expect(node.members.map(\.key.string) == ["b", "a", "b", "a"])
    #expect(node.members.count == 4)
    #expect(node["b"]?.value == 2 && node["a"]?.value == 3, "the last wins")
    #expect(node["x"] == nil, "a key of a member is not a key of the object")
    #expect(node.value == ["a": 3, "b": 2])
  }

  @Test(arguments: [
    (#""\ud800""#, "\u{FFFD}"),
    (#""\udc00""#, "\u{FFFD}"),
    (#""\ud800\ud800""#, "\u{FFFD}\u{FFFD}"),
    (#""\udc00\ud800""#, "\u{FFFD}\u{FFFD}"),
    (#""\ud800\ud83d\ude00""#, "\u{FFFD}😀"),
    (#""\ud83d\ude00\ude00""#, "😀\u{FFFD}"),
    (#""\ud800a\udc00""#, "\u{FFFD}a\u{FFFD}"),
    (#""\ud800\n""#, "\u{FFFD}\n"),
    (#""\ud800\\udc00""#, "\u{FFFD}\\udc00"),
    (#""\uD83D\uDE00""#, "😀"),
    (#""\ud800\udc00""#, "\u{10000}"),
    (#""\udbff\udfff""#, "\u{10FFFF}"),
    (#""\ud7ff\ue000""#, "\u{D7FF}\u{E000}"),
    (#""\ufeff""#, "\u{FEFF}"),
  ])
  func `a lone surrogate escape decodes to U+FFFD and a pair to its scalar`(
    text: String,
    expected: String
  ) throws {
    let node = try JSONDocument(parsing: text).root
    let string = try #require(node.string)
    #expect(string.hasSameBytes(as: expected), "\(string.debugDescription)")
    #expect(node.isString(expected))
  }

  @Test func `a string is compared byte by byte`() throws {
    let node = try JSONDocument(parsing: "[\"\u{E9}\",\"e\u{301}\",\"\\u00e9\"]").root
    #expect(node.elements.map { $0.isString("\u{E9}") } == [true, false, true])
    #expect(node.elements.map { $0.isString("e\u{301}") } == [false, true, false])
  }

  @Test func `a node is where it stands in the text`() throws {
    let text = "\r\n{\n  \"é\": [1,\t\"\\n\"],\r\n\n  \"b\" : {}}"
    let document = try JSONDocument(parsing: text)
    let places = try ["", "/é", "/é/0", "/é/1", "/b"].map {
      try #require(document.root.node(at: JSONPointer($0)), "\($0) is there").location
    }
    #expect(places.map(\.description) == ["2:1", "3:9", "3:10", "3:13", "5:9"])
    #expect(document.root.members.map(\.key.location.description) == ["3:3", "5:3"])
    #expect(document.location(ofByte: -1).description == "1:1", "before the text")
    #expect(
      document.location(ofByte: 1_000_000) == document.location(ofByte: text.utf8.count),
      "beyond the text"
    )
    for offset in 0...text.utf8.count {
      let before = text.utf8.prefix(offset)
      let column = before.reversed().prefix { $0 != 0x0A }.count + 1
      let expected = TextLocation(line: before.count { $0 == 0x0A } + 1, column: column)
      #expect(document.location(ofByte: offset) == expected, "of byte \(offset)")
    }
  }

  @Test func `a syntax error has the line and column of its byte`() throws {
    let error = #expect(throws: JSONSyntaxError.self) {
      try JSONDocument(parsing: "{\n \"é\": 1,\n \"é\" 2}")
    }
    #expect(error?.location == TextLocation(line: 3, column: 7))
    #expect(error?.reason == .unexpected("2", expected: .colon))
    #expect(error?.description == "3:7: \(error?.message ?? "")")
    let second = #expect(throws: JSONSyntaxError.self) {
      try JSONDocument(parsing: "[\"a\n\",\n1]")
    }
    #expect(
      second?.location == TextLocation(line: 1, column: 4),
      "the line feed itself is on the line that it ends"
    )
  }
}
