import Conformance
import MessageSnapshot
import TestSuites
import Testing

struct SelectionTests {
  private let messages = MessageSnapshot("Patterns of selections")
  private let folder = SuiteFolder()

  @Test(
    arguments: [
      ([], [], [], ["one", "two", "twelve", "three"]),
      (["two"], [], [], ["two"]),
      (["tw*"], [], [], ["two", "twelve"]),
      (["words/tw*", "one"], [], [], ["one", "two", "twelve"]),
      (["other/*"], [], [], []),
      (["word?/one"], [], [], ["one"]),
      ([], ["tw*"], [], ["one", "three"]),
      (["tw*"], ["twelve"], [], ["two"]),
      ([], [], ["low"], ["one", "two"]),
      ([], [], ["words/*"], ["one", "two", "twelve"]),
      ([], ["one"], ["low", "high"], ["two", "twelve"]),
      (["t*"], [], ["low"], ["two"]),
    ] as [([String], [String], [String], [String])]
  )
  func `cases are selected by name and row`(
    only: [String],
    skip: [String],
    rows: [String],
    ids: [String]
  ) throws {
    let suite = try writtenSuite()
    let selection = Selection(
      only: only.map(Glob.init),
      skip: skip.map(Glob.init),
      rows: rows.map(Glob.init)
    )
    #expect(selection.cases(of: suite).map(\.id) == ids)
    #expect(selection.isComplete == (only + skip + rows).isEmpty)
  }

  @Test func `what matches nothing is a problem, with what was probably meant`() throws {
    let suite = try writtenSuite()
    let selection = Selection(
      only: ["twelv", "one", "words/thre", "x*"].map(Glob.init),
      skip: ["tow", "two"].map(Glob.init),
      rows: ["hihg", "other/low", "low"].map(Glob.init)
    )
    let problems = selection.problems(in: [suite])
    #expect(problems.count == 6)
    messages.expect(problems, "patterns that match nothing")
    #expect(Selection().problems(in: [suite]) == [])
  }

  @Test(arguments: [
    ("two", true), ("words/two", true), ("tw?", false), ("*", false), ("twelve", false),
  ])
  func `only a pattern without wildcards names a case`(pattern: String, isNamed: Bool) throws {
    let testCase = try #require(try writtenSuite().cases.first { $0.id == "two" })
    #expect(Selection(only: [Glob(pattern)]).names(testCase) == isNamed)
    #expect(!Selection(skip: [Glob(pattern)]).names(testCase))
  }

  private func writtenSuite() throws -> Suite {
    try folder.folder.write(
      """
      { "contract": "words", "version": "1.0.0", "title": "T", \(Words.members), "caseFiles": ["cases.json"],
        "clauses": [ { "id": "C1", "text": "t", "level": "must" } ],
        "rows": [
          { "id": "low", "scenario": "s", "expectedBehavior": "e", "clauses": ["C1"], "cases": ["one", "two"] },
          { "id": "high", "scenario": "s", "expectedBehavior": "e", "clauses": ["C1"], "cases": ["twelve"] } ] }
      """,
      to: SuiteFolder.matrixPath
    )
    try folder.folder.write(
      """
      { "cases": [ { "id": "one", "input": {} }, { "id": "two", "input": {} }, { "id": "twelve", "input": {} },
                   { "id": "three", "input": {} } ] }
      """,
      to: SuiteFolder.casesPath
    )
    return try folder.suite()
  }
}
