import CanonicalJSON
import Conformance
import MessageSnapshot
import TestSuites
import Testing

/// Tests of a contract that consists only of its manifest and has something wrong in it.
struct BadManifestTests {
  private let messages = MessageSnapshot("Manifests")

  @Test func `one with nothing wrong has no problem`() throws {
    #expect(try DateRange().problems() == [])
  }

  @Test(
    arguments: [
      (
        #""clauses": [{ "id": "D4", "text": "Holidays have no order.", "level": "must" }]"#,
        #""source": "s""#,
        [
          "behavior-matrix.json:1:1 error", "behavior-matrix.json:7:55 error unknownName D4",
          "behavior-matrix.json:13:80 error unknownName D4",
        ], "no clauses"
      ),
      (
        #""rows": ["#, #""untestable": ["#,
        [
          "behavior-matrix.json:1:1 error", "behavior-matrix.json:11:23 error uncoveredClause D4",
          "behavior-matrix.json:13:5 error", "behavior-matrix.json:13:5 error",
          "behavior-matrix.json:13:7 error", "behavior-matrix.json:13:26 error",
          "behavior-matrix.json:13:43 error", "behavior-matrix.json:13:68 error",
          "behavior-matrix.json:13:87 error", "ranges.json:2:3 error caseWithoutRow one",
        ], "no rows"
      ),
      (
        #""contract": "date-range""#, #""contract": "date-rang""#,
        ["behavior-matrix.json:1:15 error wrongContract date-rang"], "the id of another contract"
      ),
      (
        #""contract": "date-range""#, #""contract": 1"#, ["behavior-matrix.json:1:15 error"],
        "an id that is a number"
      ),
      (
        #""version": "0.1.0""#, #""version": "v1""#, ["behavior-matrix.json:1:40 error"],
        "a version that is none"
      ),
      (
        #"["ranges.json"]"#, #"["rnges.json"]"#,
        [
          "behavior-matrix.json:10:17 error", "behavior-matrix.json:13:97 error unknownName one",
          "ranges.json error strayFile ranges.json",
        ], "a case file that isn't there"
      ),
      (
        #"["ranges.json"]"#, #"["../ranges.json"]"#,
        [
          "behavior-matrix.json:10:17 error", "behavior-matrix.json:13:97 error unknownName one",
          "ranges.json error strayFile ranges.json",
        ], "a case file elsewhere"
      ),
      (
        #""title": "Date ranges""#, #""title": "", "support": """#,
        ["behavior-matrix.json:1:58 error", "behavior-matrix.json:1:73 error"], "empty texts"
      ),
      (
        #""title": "Date ranges""#, #""title": "Date ranges", "operation": {}"#,
        ["behavior-matrix.json:1:73 error"], "a misspelt member"
      ),
    ] as [(String, String, [String], String)]
  )
  func `a manifest with a member that says nothing is told`(
    old: String,
    new: String,
    places: [String],
    entry: String
  ) throws {
    var contract = DateRange()
    try contract.replace(old, with: new, in: \.manifest)
    messages.expect(try contract.problems(), entry, at: places, below: DateRange.fixtures)
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
    #expect(try contract.load().value?.matrix.isSpecified == false)
  }

  @Test(arguments: ["date_range", "Date", "date.range", "-date", String(repeating: "d", count: 81)])
  func `a folder whose name is no id is told`(id: String) throws {
    let folder = ScratchFolder()
    let manifest = DateRange().manifest.replacing(#""date-range""#, with: "\"\(id)\"")
    try folder.write(manifest, to: "Fixtures/\(id)/behavior-matrix.json")
    try folder.write(DateRange().cases, to: "Fixtures/\(id)/ranges.json")
    let loaded = Suite.load(
      id,
      lock: GoldenLock.load(under: folder.root).value,
      under: folder.root
    )
    let diagnostics = loaded.diagnostics
    #expect(diagnostics.places == ["Fixtures/\(id)/behavior-matrix.json:1:1 error"])
    let texts = diagnostics.map { $0.message.replacing("'\(id)'", with: "'ID'") }
    messages.expect(texts, "a folder whose name is no id")
    #expect(diagnostics.hasUnusableFiles && loaded.value != nil)
  }
}
