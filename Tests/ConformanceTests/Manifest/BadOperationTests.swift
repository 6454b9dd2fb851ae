import CanonicalJSON
import Conformance
import MessageSnapshot
import TestSuites
import Testing

/// Tests of the operations in a manifest, with something wrong in their declarations.
struct BadOperationTests {
  private let messages = MessageSnapshot("Operations of manifests")

  @Test(
    arguments: [
      (
        "[]",
        ["behavior-matrix.json:2:1 error", "behavior-matrix.json:6:97 error unknownName one"],
        "an array"
      ),
      (
        "null",
        ["behavior-matrix.json:2:1 error", "behavior-matrix.json:6:97 error unknownName one"],
        "null"
      ),
      (
        "{}",
        ["behavior-matrix.json:2:1 error", "behavior-matrix.json:6:97 error unknownName one"],
        "no operations"
      ),
      (
        #"{"Parse": {}, "": {}, "a_b": {}, "-": {}}"#,
        [
          "behavior-matrix.json:2:2 error", "behavior-matrix.json:2:15 error",
          "behavior-matrix.json:2:23 error", "behavior-matrix.json:2:34 error",
          "behavior-matrix.json:6:97 error unknownName one", "ranges.json:1:41 error",
        ], "names that are none"
      ),
      (
        #"{"parse": []}"#,
        ["behavior-matrix.json:2:11 error", "behavior-matrix.json:6:97 error unknownName one"],
        "an operation that is an array"
      ),
      (#"{"parse": {"facet": {}}}"#, ["behavior-matrix.json:2:12 error"], "a misspelt member"),
      (
        #"{"parse": {"facets": [], "identity": {}, "anyOrder": 1, "ignored": "/x"}}"#,
        [
          "behavior-matrix.json:2:22 error", "behavior-matrix.json:2:38 error",
          "behavior-matrix.json:2:54 error", "behavior-matrix.json:2:68 error",
        ], "members of other types"
      ),
    ] as [(String, [String], String)]
  )
  func `operations that are none are told where they stand`(
    operations: String,
    places: [String],
    entry: String
  ) throws {
    messages.expect(try self.problems(operations), entry, at: places, below: DateRange.fixtures)
  }

  @Test(
    arguments: [
      (#"{"n": {}}"#, ["behavior-matrix.json:3:7 error"], "a facet without a path"),
      (
        #"{"n": {"count": "/a", "distinct": "/b"}}"#, ["behavior-matrix.json:3:7 error"],
        "a facet with two paths"
      ),
      (
        #"{"n": {"count": "/a", "unique": true}}"#, ["behavior-matrix.json:3:23 error"],
        "a facet with an unknown member"
      ),
      (
        #"{"at": {"count": "/a"}, "absent": {"count": "/a"}, "": {"count": "/a"}}"#,
        [
          "behavior-matrix.json:3:2 error", "behavior-matrix.json:3:25 error",
          "behavior-matrix.json:3:52 error",
        ], "names that mean something else"
      ),
      (
        #"{"n": {"count": "a"}, "m": {"distinct": "/~2"}}"#,
        ["behavior-matrix.json:3:17 error", "behavior-matrix.json:3:41 error"],
        "paths that are no pointers"
      ),
      (
        #"{"n": {"count": 1}, "m": {"distinct": ["/a"]}}"#,
        ["behavior-matrix.json:3:17 error", "behavior-matrix.json:3:39 error"],
        "paths that are no strings"
      ),
      (
        #"{"n": {"count": "/a", "of": ["x"]}}"#, ["behavior-matrix.json:3:29 error"],
        "values of a count"
      ),
      (
        #"{"n": {"distinct": "/a", "of": []}}"#, ["behavior-matrix.json:3:32 error"],
        "a facet with no values"
      ),
      (
        #"{"n": {"distinct": "/a", "of": [1, ""]}}"#,
        ["behavior-matrix.json:3:33 error", "behavior-matrix.json:3:36 error"],
        "values that are none"
      ),
      (#"{"n": "/a"}"#, ["behavior-matrix.json:3:7 error"], "a facet that is a string"),
    ] as [(String, [String], String)]
  )
  func `a facet that is none is told where it stands`(
    facets: String,
    places: [String],
    entry: String
  ) throws {
    messages.expect(
      try self.problems("{\"parse\": {\"facets\":\n\(facets)}}"),
      entry,
      at: places,
      below: DateRange.fixtures
    )
  }

  @Test(
    arguments: [
      (#"[{"by": ["/id"]}]"#, ["behavior-matrix.json:3:2 error"], "an identity without elements"),
      (
        #"[{"elements": "/a", "by": ["/id"]}]"#, ["behavior-matrix.json:3:15 error"],
        "elements of no array"
      ),
      (
        #"[{"elements": "/*/a", "by": ["/id"]}]"#, ["behavior-matrix.json:3:15 error"],
        "elements that are members"
      ),
      (
        #"[{"elements": "", "by": ["/id"]}]"#, ["behavior-matrix.json:3:15 error"],
        "elements of nothing"
      ),
      (
        #"[{"elements": "a/*", "by": ["/id"]}]"#, ["behavior-matrix.json:3:15 error"],
        "elements without a slash"
      ),
      (
        #"[{"elements": 1, "by": ["/id"]}]"#, ["behavior-matrix.json:3:15 error"],
        "elements that are a number"
      ),
      (#"[{"elements": "/a/*"}]"#, ["behavior-matrix.json:3:2 error"], "an identity without parts"),
      (
        #"[{"elements": "/a/*", "by": []}]"#, ["behavior-matrix.json:3:29 error"],
        "an identity with no parts"
      ),
      (
        #"[{"elements": "/a/*", "by": "/id"}]"#, ["behavior-matrix.json:3:29 error"],
        "parts that are a string"
      ),
      (
        #"[{"elements": "/a/*", "by": ["/*/id", "id", 1]}]"#,
        [
          "behavior-matrix.json:3:30 error", "behavior-matrix.json:3:39 error",
          "behavior-matrix.json:3:45 error",
        ], "parts that are none"
      ),
      (#"[7]"#, ["behavior-matrix.json:3:2 error"], "an identity that is a number"),
    ] as [(String, [String], String)]
  )
  func `an identity that is none is told where it stands`(
    identity: String,
    places: [String],
    entry: String
  ) throws {
    messages.expect(
      try self.problems("{\"parse\": {\"identity\":\n\(identity)}}"),
      entry,
      at: places,
      below: DateRange.fixtures
    )
  }

  @Test(
    arguments: [
      (#"[{"elements": "/a/*"}]"#, ["behavior-matrix.json:3:2 error"], "an order without a clause"),
      (#"[{"clause": "D4"}]"#, ["behavior-matrix.json:3:2 error"], "an order without elements"),
      (
        #"[{"elements": "/a", "clause": "D4"}]"#, ["behavior-matrix.json:3:15 error"],
        "an order of no array"
      ),
      (
        #"[{"elements": "/a/*", "clause": "D5"}]"#,
        ["behavior-matrix.json:3:33 error unknownName D5"], "an order with an unknown clause"
      ),
      (
        #"[{"elements": "/a/*", "clause": "D4", "by": "/id"}]"#,
        ["behavior-matrix.json:3:39 error"], "an order with an unknown member"
      ),
      (
        #"[{"elements": "/a/*", "clause": "D4"}, {"elements": "/a/*/b/*", "clause": "D4"}]"#,
        ["behavior-matrix.json:3:53 error operation parse"], "an order within another"
      ),
      (
        #"[{"elements": "/a/b/*", "clause": "D4"}, {"elements": "/*/b/*", "clause": "D4"}]"#,
        [
          "behavior-matrix.json:3:15 error operation parse",
          "behavior-matrix.json:3:55 error operation parse",
        ], "orders within each other"
      ),
      (#"["/a/*"]"#, ["behavior-matrix.json:3:2 error"], "an order that is a string"),
    ] as [(String, [String], String)]
  )
  func `arrays without an order that can't be had are told where they stand`(
    anyOrder: String,
    places: [String],
    entry: String
  ) throws {
    messages.expect(
      try self.problems("{\"parse\": {\"anyOrder\":\n\(anyOrder)}}"),
      entry,
      at: places,
      below: DateRange.fixtures
    )
  }

  @Test(
    arguments: [
      (#"[""]"#, ["behavior-matrix.json:9:2 error"], "the whole output"),
      (
        #"["took_ms", 1, {}]"#,
        [
          "behavior-matrix.json:9:2 error", "behavior-matrix.json:9:13 error",
          "behavior-matrix.json:9:16 error",
        ], "ignored paths that are none"
      ),
      (
        #"["/ranges"]"#,
        [
          "behavior-matrix.json:4:40 error operation parse",
          "behavior-matrix.json:5:38 error operation parse",
          "behavior-matrix.json:6:50 error operation parse",
          "behavior-matrix.json:6:59 error operation parse",
          "ranges.json:3:61 error operation parse",
        ], "what all facets are about"
      ),
      (
        #"["/*/0/kind"]"#,
        [
          "behavior-matrix.json:5:38 error operation parse",
          "behavior-matrix.json:6:50 error operation parse",
        ], "what one facet is about"
      ),
      (
        #"["/ranges/*/from"]"#,
        [
          "behavior-matrix.json:6:59 error operation parse",
          "ranges.json:3:61 error operation parse",
        ], "a part of an identity"
      ),
      (#"["/error"]"#, ["ranges.json:3:102 error operation parse"], "an absent member"),
      (
        #"["/ranges/0/from"]"#,
        [
          "behavior-matrix.json:6:59 error operation parse",
          "ranges.json:3:61 error operation parse",
        ], "a member of one element"
      ),
    ] as [(String, [String], String)]
  )
  func `what is ignored and yet spoken of is told where that stands`(
    ignored: String,
    places: [String],
    entry: String
  ) throws {
    var contract = DateRange()
    try contract.replace(#"["/took_ms"]"#, with: "\n\(ignored)", in: \.manifest)
    messages.expect(try contract.problems(), entry, at: places, below: DateRange.fixtures)
  }

  @Test
  func `a golden that holds something ignored is told, with the way to record it without`() throws {
    var contract = DateRange()
    contract.golden = ["ranges": [["from": 1, "kind": "open"]], "took_ms": 3]
    messages.expect(
      try contract.problems(),
      "a golden with something ignored",
      at: ["Golden/date-range/one.json error ignoredGolden one"]
    )
  }

  @Test func `orders beside those of linked support are told`() throws {
    var contract = DateRange()
    try contract.replace(#""title""#, with: #""support": "words", "title""#, in: \.manifest)
    let support = Words(operations: ["parse"], space: { _ in nil }).support
    messages.expect(
      try contract.problems(linked: [support]),
      "orders beside those of support",
      at: ["behavior-matrix.json:7:30 error operation parse"],
      below: DateRange.fixtures
    )
    let without = try contract.problems()
    #expect(without == [], "support that isn't linked brings none")
  }

  private func problems(_ operations: String) throws -> [Diagnostic] {
    var contract = DateRange()
    contract.manifest = DateRange.manifest(operations: operations)
    contract.cases = #"{ "cases": [{ "id": "one", "operation": "parse", "input": 1 }] }"#
    return try contract.problems()
  }
}
