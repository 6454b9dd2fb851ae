import CanonicalJSON
import Conformance
import Testing

/// Tests of the operations in a manifest, with something wrong in their declarations.
struct BadOperationTests {
  @Test(
    arguments: [
      (
        "[]",
        [
          "behavior-matrix.json:2:1: error: 'operations' is an object, not an array",
          "behavior-matrix.json:6:97: error: no case is called 'one'",
        ]
      ),
      (
        "null",
        [
          "behavior-matrix.json:2:1: error: 'operations' is an object, not null",
          "behavior-matrix.json:6:97: error: no case is called 'one'",
        ]
      ),
      (
        "{}",
        [
          "behavior-matrix.json:2:1: error: 'operations' declares none, so nothing can be asked",
          "behavior-matrix.json:6:97: error: no case is called 'one'",
        ]
      ),
      (
        #"{"Parse": {}, "": {}, "a_b": {}, "-": {}}"#,
        [
          "behavior-matrix.json:2:2: error: 'Parse' can't be an operation's name, which is 1 to 80 of a-z 0-9 "
            + "- that begin with a letter or digit",
          "behavior-matrix.json:2:15: error: '' can't be an operation's name, which is 1 to 80 of a-z 0-9 - "
            + "that begin with a letter or digit",
          "behavior-matrix.json:2:23: error: 'a_b' can't be an operation's name, which is 1 to 80 of a-z 0-9 - "
            + "that begin with a letter or digit",
          "behavior-matrix.json:2:34: error: '-' can't be an operation's name, which is 1 to 80 of a-z 0-9 - "
            + "that begin with a letter or digit",
          "behavior-matrix.json:6:97: error: no case is called 'one'",
          "ranges.json:1:41: error: date-range has no operation 'parse'; known are Parse, , a_b, -",
        ]
      ),
      (
        #"{"parse": []}"#,
        [
          "behavior-matrix.json:2:11: error: an operation is an object, not an array",
          "behavior-matrix.json:6:97: error: no case is called 'one'",
        ]
      ),
      (
        #"{"parse": {"facet": {}}}"#,
        [
          "behavior-matrix.json:2:12: error: an operation has no member 'facet'; did you mean 'facets'?"
        ]
      ),
      (
        #"{"parse": {"facets": [], "identity": {}, "anyOrder": 1, "ignored": "/x"}}"#,
        [
          "behavior-matrix.json:2:22: error: 'facets' is an object, not an array",
          "behavior-matrix.json:2:38: error: 'identity' is an array, not an object",
          "behavior-matrix.json:2:54: error: 'anyOrder' is an array, not a number",
          "behavior-matrix.json:2:68: error: 'ignored' is an array, not a string",
        ]
      ),
    ] as [(String, [String])]
  )
  func `operations that are none are told where they stand`(
    operations: String,
    problems: [String]
  ) throws {
    let found = try self.problems(operations)
    #expect(found == problems)
  }

  @Test(
    arguments: [
      (
        #"{"n": {}}"#,
        ["behavior-matrix.json:3:7: error: a facet has either 'count' or 'distinct', with a path"]
      ),
      (
        #"{"n": {"count": "/a", "distinct": "/b"}}"#,
        [
          "behavior-matrix.json:3:7: error: a facet has either 'count' or 'distinct', with a path"
        ]
      ),
      (
        #"{"n": {"count": "/a", "unique": true}}"#,
        [
          "behavior-matrix.json:3:23: error: a facet has no member 'unique'; known are 'count', 'distinct', 'of'"
        ]
      ),
      (
        #"{"at": {"count": "/a"}, "absent": {"count": "/a"}, "": {"count": "/a"}}"#,
        [
          "behavior-matrix.json:3:2: error: 'at' can't be a facet's name, since it means something else in 'expect'",
          "behavior-matrix.json:3:25: error: 'absent' can't be a facet's name, since it means something else "
            + "in 'expect'",
          "behavior-matrix.json:3:52: error: '' can't be a facet's name, since it means something else in 'expect'",
        ]
      ),
      (
        #"{"n": {"count": "a"}, "m": {"distinct": "/~2"}}"#,
        [
          "behavior-matrix.json:3:17: error: 'count': a JSON pointer is empty or starts with '/'",
          "behavior-matrix.json:3:41: error: 'distinct': '~' at byte 1 of a JSON pointer is not followed by "
            + "'0' or '1'",
        ]
      ),
      (
        #"{"n": {"count": 1}, "m": {"distinct": ["/a"]}}"#,
        [
          "behavior-matrix.json:3:17: error: 'count' is a JSON Pointer, not a number",
          "behavior-matrix.json:3:39: error: 'distinct' is a JSON Pointer, not an array",
        ]
      ),
      (
        #"{"n": {"count": "/a", "of": ["x"]}}"#,
        ["behavior-matrix.json:3:29: error: 'of' goes with 'distinct' alone"]
      ),
      (
        #"{"n": {"distinct": "/a", "of": []}}"#,
        [
          "behavior-matrix.json:3:32: error: 'of' names no value; leave it out where any may appear"
        ]
      ),
      (
        #"{"n": {"distinct": "/a", "of": [1, ""]}}"#,
        [
          "behavior-matrix.json:3:33: error: an item of 'of' is a string, not a number",
          "behavior-matrix.json:3:36: error: an item of 'of' is empty",
        ]
      ),
      (#"{"n": "/a"}"#, ["behavior-matrix.json:3:7: error: a facet is an object, not a string"]),
    ] as [(String, [String])]
  )
  func `a facet that is none is told where it stands`(facets: String, problems: [String]) throws {
    let found = try self.problems("{\"parse\": {\"facets\":\n\(facets)}}")
    #expect(found == problems)
  }

  @Test(
    arguments: [
      (
        #"[{"by": ["/id"]}]"#,
        ["behavior-matrix.json:3:2: error: an identity needs the member 'elements'"]
      ),
      (
        #"[{"elements": "/a", "by": ["/id"]}]"#,
        [
          "behavior-matrix.json:3:15: error: 'elements' names the elements of an array, so it ends with '/*'"
        ]
      ),
      (
        #"[{"elements": "/*/a", "by": ["/id"]}]"#,
        [
          "behavior-matrix.json:3:15: error: 'elements' names the elements of an array, so it ends with '/*'"
        ]
      ),
      (
        #"[{"elements": "", "by": ["/id"]}]"#,
        [
          "behavior-matrix.json:3:15: error: 'elements' names the elements of an array, so it ends with '/*'"
        ]
      ),
      (
        #"[{"elements": "a/*", "by": ["/id"]}]"#,
        [
          "behavior-matrix.json:3:15: error: 'elements': a JSON pointer is empty or starts with '/'"
        ]
      ),
      (
        #"[{"elements": 1, "by": ["/id"]}]"#,
        [
          "behavior-matrix.json:3:15: error: 'elements' is a JSON Pointer, not a number"
        ]
      ),
      (
        #"[{"elements": "/a/*"}]"#,
        ["behavior-matrix.json:3:2: error: an identity needs the member 'by'"]
      ),
      (
        #"[{"elements": "/a/*", "by": []}]"#,
        [
          "behavior-matrix.json:3:29: error: 'by' names nothing that tells elements apart"
        ]
      ),
      (
        #"[{"elements": "/a/*", "by": "/id"}]"#,
        ["behavior-matrix.json:3:29: error: 'by' is an array, not a string"]
      ),
      (
        #"[{"elements": "/a/*", "by": ["/*/id", "id", 1]}]"#,
        [
          "behavior-matrix.json:3:30: error: an item of 'by' names one value, so it has no '*'",
          "behavior-matrix.json:3:39: error: an item of 'by': a JSON pointer is empty or starts with '/'",
          "behavior-matrix.json:3:45: error: an item of 'by' is a JSON Pointer, not a number",
        ]
      ),
      (#"[7]"#, ["behavior-matrix.json:3:2: error: an identity is an object, not a number"]),
    ] as [(String, [String])]
  )
  func `an identity that is none is told where it stands`(
    identity: String,
    problems: [String]
  ) throws {
    let found = try self.problems("{\"parse\": {\"identity\":\n\(identity)}}")
    #expect(found == problems)
  }

  @Test(
    arguments: [
      (
        #"[{"elements": "/a/*"}]"#,
        ["behavior-matrix.json:3:2: error: an item of 'anyOrder' needs the member 'clause'"]
      ),
      (
        #"[{"clause": "D4"}]"#,
        ["behavior-matrix.json:3:2: error: an item of 'anyOrder' needs the member 'elements'"]
      ),
      (
        #"[{"elements": "/a", "clause": "D4"}]"#,
        [
          "behavior-matrix.json:3:15: error: 'elements' names the elements of an array, so it ends with '/*'"
        ]
      ),
      (
        #"[{"elements": "/a/*", "clause": "D5"}]"#,
        [
          "behavior-matrix.json:3:33: error: no clause is called 'D5'; did you mean 'D4'?"
        ]
      ),
      (
        #"[{"elements": "/a/*", "clause": "D4", "by": "/id"}]"#,
        [
          "behavior-matrix.json:3:39: error: an item of 'anyOrder' has no member 'by'; known are 'elements', 'clause'"
        ]
      ),
      (
        #"[{"elements": "/a/*", "clause": "D4"}, {"elements": "/a/*/b/*", "clause": "D4"}]"#,
        [
          "behavior-matrix.json:3:53: error: these elements are part of those of another 'anyOrder', which is "
            + "not supported\n  note: the other at behavior-matrix.json:3:15"
        ]
      ),
      (
        #"[{"elements": "/a/b/*", "clause": "D4"}, {"elements": "/*/b/*", "clause": "D4"}]"#,
        [
          "behavior-matrix.json:3:15: error: these elements are part of those of another 'anyOrder', which is "
            + "not supported\n  note: the other at behavior-matrix.json:3:55",
          "behavior-matrix.json:3:55: error: these elements are part of those of another 'anyOrder', which is "
            + "not supported\n  note: the other at behavior-matrix.json:3:15",
        ]
      ),
      (
        #"["/a/*"]"#,
        ["behavior-matrix.json:3:2: error: an item of 'anyOrder' is an object, not a string"]
      ),
    ] as [(String, [String])]
  )
  func `arrays without an order that can't be had are told where they stand`(
    anyOrder: String,
    problems: [String]
  ) throws {
    let found = try self.problems("{\"parse\": {\"anyOrder\":\n\(anyOrder)}}")
    #expect(found == problems)
  }

  @Test(
    arguments: [
      (
        #"[""]"#,
        [
          "behavior-matrix.json:9:2: error: an item of 'ignored' names a member, not the whole output"
        ]
      ),
      (
        #"["took_ms", 1, {}]"#,
        [
          "behavior-matrix.json:9:2: error: an item of 'ignored': a JSON pointer is empty or starts with '/'",
          "behavior-matrix.json:9:13: error: an item of 'ignored' is a JSON Pointer, not a number",
          "behavior-matrix.json:9:16: error: an item of 'ignored' is a JSON Pointer, not an object",
        ]
      ),
      (
        #"["/ranges"]"#,
        [
          "behavior-matrix.json:4:40: error: the facet 'rangeCount' is ignored\n  note: it is in 'ignored' at "
            + "behavior-matrix.json:9:2",
          "behavior-matrix.json:5:38: error: the facet 'kinds' is ignored\n  note: it is in 'ignored' at "
            + "behavior-matrix.json:9:2",
          "behavior-matrix.json:6:50: error: this part of an identity is ignored\n  note: it is in 'ignored' "
            + "at behavior-matrix.json:9:2",
          "behavior-matrix.json:6:59: error: this part of an identity is ignored\n  note: it is in 'ignored' "
            + "at behavior-matrix.json:9:2",
          "ranges.json:3:61: error: this expectation is about something that is ignored\n  note: it is in "
            + "'ignored' at behavior-matrix.json:9:2",
        ]
      ),
      (
        #"["/*/0/kind"]"#,
        [
          "behavior-matrix.json:5:38: error: the facet 'kinds' is ignored\n  note: it is in 'ignored' at "
            + "behavior-matrix.json:9:2",
          "behavior-matrix.json:6:50: error: this part of an identity is ignored\n  note: it is in 'ignored' "
            + "at behavior-matrix.json:9:2",
        ]
      ),
      (
        #"["/ranges/*/from"]"#,
        [
          "behavior-matrix.json:6:59: error: this part of an identity is ignored\n  note: it is in 'ignored' "
            + "at behavior-matrix.json:9:2",
          "ranges.json:3:61: error: this expectation is about something that is ignored\n  note: it is in "
            + "'ignored' at behavior-matrix.json:9:2",
        ]
      ),
      (
        #"["/error"]"#,
        [
          "ranges.json:3:102: error: this expectation is about something that is ignored\n  note: it is in "
            + "'ignored' at behavior-matrix.json:9:2"
        ]
      ),
      (
        #"["/ranges/0/from"]"#,
        [
          "behavior-matrix.json:6:59: error: this part of an identity is ignored\n  note: it is in 'ignored' "
            + "at behavior-matrix.json:9:2",
          "ranges.json:3:61: error: this expectation is about something that is ignored\n  note: it is in "
            + "'ignored' at behavior-matrix.json:9:2",
        ]
      ),
    ] as [(String, [String])]
  )
  func `what is ignored and yet spoken of is told where that stands`(
    ignored: String,
    problems: [String]
  ) throws {
    var contract = DateRange()
    try contract.replace(#"["/took_ms"]"#, with: "\n\(ignored)", in: \.manifest)
    let found = try contract.problems()
    #expect(found == problems)
  }

  @Test
  func `a golden that holds something ignored is told, with the way to record it without`() throws {
    var contract = DateRange()
    contract.golden = ["ranges": [["from": 1, "kind": "open"]], "took_ms": 3]
    let found = try contract.problems()
    #expect(
      found == [
        """
        Golden/date-range/one.json: error: this golden holds something that is ignored
          note: it is in 'ignored' at behavior-matrix.json:8:15
          note: record it without: parity regenerate --only date-range/one
        """
      ]
    )
  }

  @Test func `orders beside those of linked support are told`() throws {
    var contract = DateRange()
    try contract.replace(#""title""#, with: #""support": "words", "title""#, in: \.manifest)
    let support = Words(operations: ["parse"], space: { _ in nil }).support
    let found = try contract.problems(linked: [support])
    #expect(
      found == [
        """
        behavior-matrix.json:7:30: error: the support 'words' brings orders of arrival of its own for 'parse'
          note: leave 'anyOrder' out
        """
      ]
    )
    let without = try contract.problems()
    #expect(without == [], "support that isn't linked brings none")
  }

  private func problems(_ operations: String) throws -> [String] {
    var contract = DateRange()
    contract.manifest = DateRange.manifest(operations: operations)
    contract.cases = #"{ "cases": [{ "id": "one", "operation": "parse", "input": 1 }] }"#
    return try contract.problems()
  }
}
