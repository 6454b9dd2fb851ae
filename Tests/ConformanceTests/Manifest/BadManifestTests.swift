import CanonicalJSON
import Conformance
import Testing

/// Tests of a contract that consists only of its manifest and has something wrong in it.
struct BadManifestTests {
  @Test func `one with nothing wrong has no problem`() throws {
    #expect(try DateRange().problems() == [])
  }

  @Test(
    arguments: [
      (
        #""clauses": [{ "id": "D4", "text": "Holidays have no order.", "level": "must" }]"#,
        #""source": "s""#,
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
    ] as [(String, String, [String])]
  )
  func `a manifest with a member that says nothing is told`(
    old: String,
    new: String,
    problems: [String]
  ) throws {
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

  @Test(arguments: ["date_range", "Date", "date.range", "-date", String(repeating: "d", count: 81)])
  func `a folder whose name is no id is told`(id: String) throws {
    let folder = TemporaryFolder()
    let manifest = DateRange().manifest.replacing(#""date-range""#, with: "\"\(id)\"")
    try folder.write(manifest, to: "Fixtures/\(id)/behavior-matrix.json")
    try folder.write(DateRange().cases, to: "Fixtures/\(id)/ranges.json")
    let (suite, diagnostics) = Suite.load(
      id,
      lock: GoldenLock.load(under: folder.root).lock,
      under: folder.root
    )
    #expect(
      diagnostics.map(\.description) == [
        "Fixtures/\(id)/behavior-matrix.json:1:1: error: '\(id)' can't be the id of a contract, which is "
          + "1 to 80 of a-z 0-9 - that begin with a letter or digit"
      ]
    )
    #expect(diagnostics.hasUnusableFiles && suite != nil)
  }
}
