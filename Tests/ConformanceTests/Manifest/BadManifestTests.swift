import CanonicalJSON
import Conformance
import Testing

/// A contract that is its manifest alone, with something wrong in it.
struct BadManifestTests {
  @Test func `one with nothing wrong has no problem`() throws {
    #expect(try DateRange().problems() == [])
  }

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
    ] as [(String, [String])])
  func `operations that are none are told where they stand`(operations: String, problems: [String]) throws {
    let found = try self.problems(operations)
    #expect(found == problems)
  }

  @Test(
    arguments: [
      (#"{"n": {}}"#, ["behavior-matrix.json:3:7: error: a facet has either 'count' or 'distinct', with a path"]),
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
      (#"{"n": {"count": "/a", "of": ["x"]}}"#, ["behavior-matrix.json:3:29: error: 'of' goes with 'distinct' alone"]),
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
    ] as [(String, [String])])
  func `a facet that is none is told where it stands`(facets: String, problems: [String]) throws {
    let found = try self.problems("{\"parse\": {\"facets\":\n\(facets)}}")
    #expect(found == problems)
  }

  @Test(
    arguments: [
      (#"[{"by": ["/id"]}]"#, ["behavior-matrix.json:3:2: error: an identity needs the member 'elements'"]),
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
      (#"[{"elements": "/a/*"}]"#, ["behavior-matrix.json:3:2: error: an identity needs the member 'by'"]),
      (
        #"[{"elements": "/a/*", "by": []}]"#,
        [
          "behavior-matrix.json:3:29: error: 'by' names nothing that tells elements apart"
        ]
      ),
      (#"[{"elements": "/a/*", "by": "/id"}]"#, ["behavior-matrix.json:3:29: error: 'by' is an array, not a string"]),
      (
        #"[{"elements": "/a/*", "by": ["/*/id", "id", 1]}]"#,
        [
          "behavior-matrix.json:3:30: error: an item of 'by' names one value, so it has no '*'",
          "behavior-matrix.json:3:39: error: an item of 'by': a JSON pointer is empty or starts with '/'",
          "behavior-matrix.json:3:45: error: an item of 'by' is a JSON Pointer, not a number",
        ]
      ),
      (#"[7]"#, ["behavior-matrix.json:3:2: error: an identity is an object, not a number"]),
    ] as [(String, [String])])
  func `an identity that is none is told where it stands`(identity: String, problems: [String]) throws {
    let found = try self.problems("{\"parse\": {\"identity\":\n\(identity)}}")
    #expect(found == problems)
  }

  @Test(
    arguments: [
      (#"[{"elements": "/a/*"}]"#, ["behavior-matrix.json:3:2: error: an identity needs the member 'by'"]),
      (#"[{"clause": "D4"}]"#, ["behavior-matrix.json:3:2: error: an item of 'anyOrder' needs the member 'elements'"]),
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
      (#"["/a/*"]"#, ["behavior-matrix.json:3:2: error: an item of 'anyOrder' is an object, not a string"]),
    ] as [(String, [String])])
  func `arrays without an order that can't be had are told where they stand`(
    anyOrder: String, problems: [String]
  ) throws {
    let found = try self.problems("{\"parse\": {\"anyOrder\":\n\(anyOrder)}}")
    #expect(found == problems)
  }

  @Test(
    arguments: [
      (#"[""]"#, ["behavior-matrix.json:9:2: error: an item of 'ignored' names a member, not the whole output"]),
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
    ] as [(String, [String])])
  func `what is ignored and yet spoken of is told where that stands`(ignored: String, problems: [String]) throws {
    var contract = DateRange()
    try contract.replace(#"["/took_ms"]"#, with: "\n\(ignored)", in: \.manifest)
    let found = try contract.problems()
    #expect(found == problems)
  }

  @Test func `a golden that holds something ignored is told, with the way to record it without`() throws {
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
      ])
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
      ])
    let without = try contract.problems()
    #expect(without == [], "support that isn't linked brings none")
  }

  @Test(
    arguments: [
      (
        #""clauses": [{ "id": "D4", "text": "Holidays have no order.", "level": "must" }]"#, #""source": "s""#,
        [
          "behavior-matrix.json:1:1: error: a behaviour matrix needs the member 'clauses'",
          "behavior-matrix.json:7:55: error: no clause is called 'D4'",
          "behavior-matrix.json:13:80: error: no clause is called 'D4'",
        ]
      ),
      (
        #""rows": ["#, #""untestable": ["#,
        [
          "behavior-matrix.json:1:1: error: a behaviour matrix needs the member 'rows'",
          "behavior-matrix.json:11:23: error: no row covers the clause 'D4'\n  note: name it in a row's "
            + "'clauses', or give the reason under 'untestable'",
          "behavior-matrix.json:13:5: error: an exemption needs the member 'clause'",
          "behavior-matrix.json:13:5: error: an exemption needs the member 'reason'",
          "behavior-matrix.json:13:7: error: an exemption has no member 'id'; known are 'clause', 'reason'",
          "behavior-matrix.json:13:26: error: an exemption has no member 'scenario'; known are 'clause', 'reason'",
          "behavior-matrix.json:13:43: error: an exemption has no member 'expectedBehavior'; known are "
            + "'clause', 'reason'",
          "behavior-matrix.json:13:68: error: an exemption has no member 'clauses'; did you mean 'clause'?",
          "behavior-matrix.json:13:87: error: an exemption has no member 'cases'; known are 'clause', 'reason'",
          "ranges.json:2:3: error: the case 'one' belongs to no row\n  note: name it in the 'cases' of a row "
            + "in behavior-matrix.json",
        ]
      ),
      (
        #""contract": "date-range""#, #""contract": "date-rang""#,
        [
          "behavior-matrix.json:1:15: error: this is the matrix of 'date-rang', in the folder of 'date-range'"
        ]
      ),
      (
        #""contract": "date-range""#, #""contract": 1"#,
        [
          "behavior-matrix.json:1:15: error: 'contract' is a string, not a number"
        ]
      ),
      (
        #""version": "0.1.0""#, #""version": "v1""#,
        [
          "behavior-matrix.json:1:40: error: 'v1' is no version; it is MAJOR.MINOR.PATCH, '1.0.0' say, of at "
            + "most nine digits each"
        ]
      ),
      (
        #"["ranges.json"]"#, #"["rnges.json"]"#,
        [
          "behavior-matrix.json:10:17: error: there is no case file 'rnges.json'",
          "behavior-matrix.json:13:97: error: no case is called 'one'",
          "ranges.json: error: the matrix doesn't name this file, so nothing in it is judged\n  note: name it "
            + "in 'caseFiles', or move it elsewhere",
        ]
      ),
      (
        #"["ranges.json"]"#, #"["../ranges.json"]"#,
        [
          "behavior-matrix.json:10:17: error: '../ranges.json' is no file name; case files stand beside the matrix",
          "behavior-matrix.json:13:97: error: no case is called 'one'",
          "ranges.json: error: the matrix doesn't name this file, so nothing in it is judged\n  note: name it "
            + "in 'caseFiles', or move it elsewhere",
        ]
      ),
      (
        #""title": "Date ranges""#, #""title": "", "support": """#,
        [
          "behavior-matrix.json:1:58: error: 'title' is empty",
          "behavior-matrix.json:1:73: error: 'support' is empty",
        ]
      ),
      (
        #""title": "Date ranges""#, #""title": "Date ranges", "operation": {}"#,
        [
          "behavior-matrix.json:1:73: error: a behaviour matrix has no member 'operation'; did you mean 'operations'?"
        ]
      ),
    ] as [(String, String, [String])])
  func `a manifest with a member that says nothing is told`(old: String, new: String, problems: [String]) throws {
    var contract = DateRange()
    try contract.replace(old, with: new, in: \.manifest)
    let found = try contract.problems()
    #expect(found == problems)
  }

  @Test func `a first golden comes before a specification`() throws {
    var contract = DateRange()
    contract.manifest = """
      { "contract": "date-range", "version": "0.1.0", "title": "T", "operations": { "parse": { "facets": {
        "rangeCount": { "count": "/ranges" }, "kinds": { "distinct": "/ranges/*/kind" } } } },
        "caseFiles": ["ranges.json"] }
      """
    let found = try contract.problems()
    #expect(found == [])
    #expect(try contract.load().suite?.matrix.isSpecified == false)
  }

  // MARK: - Cases

  @Test(
    arguments: [
      (
        #""operation": "parse""#, #""operation": "prase""#,
        [
          "behavior-matrix.json:13:97: error: no case is called 'one'",
          "ranges.json:2:31: error: date-range has no operation 'prase'; known are parse, format",
        ]
      ),
      (
        #""operation": "parse", "#, "",
        [
          "behavior-matrix.json:13:97: error: no case is called 'one'",
          "ranges.json:2:3: error: a case of date-range names its operation: parse, format",
        ]
      ),
      (
        #""operation": "parse""#, #""operation": "format""#,
        [
          "ranges.json:3:17: error: 'expect' has no member 'rangeCount'; did you mean 'lineCount'?",
          "ranges.json:3:34: error: 'expect' has no member 'kinds'; known are 'lineCount', 'at', 'absent'",
        ]
      ),
      (
        #""rangeCount": 1"#, #""lineCount": 1"#,
        [
          "ranges.json:3:17: error: 'expect' has no member 'lineCount'; did you mean 'rangeCount'?"
        ]
      ),
      (
        #""rangeCount": 1"#, #""rangeCount": 1.5"#,
        [
          "ranges.json:3:31: error: 'rangeCount' is a count, a whole number from 0"
        ]
      ),
      (
        #"["open"]"#, #"["opne", "shut", 1]"#,
        [
          "ranges.json:3:44: error: 'kinds' knows no 'opne'; did you mean 'open'? known are open, closed",
          "ranges.json:3:52: error: 'kinds' knows no 'shut'; known are open, closed",
          "ranges.json:3:60: error: an item of 'kinds' is a string, not a number",
        ]
      ),
      (#"["open"]"#, #""open""#, ["ranges.json:3:43: error: 'kinds' is an array, not a string"]),
      (#""/ranges/0": {"#, #""ranges/0": {"#, ["ranges.json:3:61: error: a JSON pointer is empty or starts with '/'"]),
      (#"["/error"]"#, #"["error"]"#, ["ranges.json:3:102: error: a JSON pointer is empty or starts with '/'"]),
      (
        #"{ "holidays": [1, 2, 1], "days": [] }"#, #"{ "$jsno": [1, 2, 1] }"#,
        [
          "behavior-matrix.json:13:97: error: no case is called 'one'",
          "ranges.json:2:51: error: '$jsno' is no written form; did you mean '$json'?\n  note: a member of "
            + "that name is written {\"$literal\": {\"$jsno\": …}}",
        ]
      ),
      (
        #""input""#, #""inputs""#,
        [
          "behavior-matrix.json:13:97: error: no case is called 'one'",
          "ranges.json:2:3: error: a case needs the member 'input'",
          "ranges.json:2:40: error: a case has no member 'inputs'; did you mean 'input'?",
        ]
      ),
      (
        #""id": "one""#, #""id": "One""#,
        [
          "behavior-matrix.json:13:97: error: no case is called 'one'; did you mean 'One'?",
          "ranges.json:2:3: error: the case 'One' belongs to no row\n  note: name it in the 'cases' of a row "
            + "in behavior-matrix.json",
          "ranges.json:2:11: error: 'One' can't be a case's id, which is 1 to 80 of a-z 0-9 _ . - that begin "
            + "with a letter or digit",
        ]
      ),
      (
        #""id": "one""#, #""id": "two""#,
        [
          "behavior-matrix.json:13:97: error: no case is called 'one'",
          "ranges.json:2:3: error: the case 'two' belongs to no row\n  note: name it in the 'cases' of a row "
            + "in behavior-matrix.json",
        ]
      ),
      (
        #"[1, 2, 1]"#, #"[1, 2, 1"#,
        [
          "behavior-matrix.json:13:97: error: no case is called 'one'",
          "ranges.json:2:79: error: expected ',' or ']' after an array element, found ':'",
        ]
      ),
    ] as [(String, String, [String])])
  func `a case that says nothing is told where it stands`(old: String, new: String, problems: [String]) throws {
    var contract = DateRange()
    try contract.replace(old, with: new, in: \.cases)
    let found = try contract.problems()
    #expect(found == problems)
  }

  @Test(arguments: ["date_range", "Date", "date.range", "-date", String(repeating: "d", count: 81)])
  func `a folder whose name is no id is told`(id: String) throws {
    let folder = TemporaryFolder()
    let manifest = DateRange().manifest.replacing(#""date-range""#, with: "\"\(id)\"")
    try folder.write(manifest, to: "Fixtures/\(id)/behavior-matrix.json")
    try folder.write(DateRange().cases, to: "Fixtures/\(id)/ranges.json")
    let (suite, diagnostics) = Suite.load(id, lock: GoldenLock.load(under: folder.root).lock, under: folder.root)
    #expect(
      diagnostics.map(\.description) == [
        "Fixtures/\(id)/behavior-matrix.json:1:1: error: '\(id)' can't be the id of a contract, which is "
          + "1 to 80 of a-z 0-9 - that begin with a letter or digit"
      ])
    #expect(diagnostics.hasUnusableFiles && suite != nil)
  }

  private func problems(_ operations: String) throws -> [String] {
    var contract = DateRange()
    contract.manifest = DateRange.manifest(operations: operations)
    contract.cases = #"{ "cases": [{ "id": "one", "operation": "parse", "input": 1 }] }"#
    return try contract.problems()
  }
}
