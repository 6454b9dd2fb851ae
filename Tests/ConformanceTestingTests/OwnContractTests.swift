import CanonicalJSON
import ConformanceTesting
import Foundation
import Testing

/// Tests of an app's own contract, in a folder outside this package.
struct OwnContractTests {
  private let root = FileManager.default.temporaryDirectory.appendingPathComponent(
    "parity-tests-\(UUID().uuidString)"
  )

  @Test
  func `its cases are arguments of the app's tests, and what it ignores is not judged`() throws {
    defer { try? FileManager.default.removeItem(at: root) }
    try write()
    let cases = try ConformanceCase.all(of: "date-range", root: root)
    #expect(cases.map(\.id) == ["date-range/one"])
    let testCase = try #require(cases.first)
    #expect(testCase.operation == "parse")
    #expect(testCase.summary == "One range.")
    #expect(testCase.input == ["text": "1..2,1..2,"])
    try testCase.judge(Data(#"{"ranges": [{"from": 1, "to": 2}]}"#.utf8))
    try testCase.judge(Data(#"{"ranges": [{"to": 2, "from": 1.0}], "took_ms": 12}"#.utf8))
    let error = try #require(throws: NonConformance.self) {
      try testCase.judge(
        Data(#"{"ranges": [{"from": 1, "to": 3}, {"from": 4, "to": 5}], "took_ms": 12}"#.utf8)
      )
    }
    #expect(
      error.description == """
        date-range/one
        One range.
        row ranges (D1): s
          not what the case expects:
          rangeCount
            − 1
            + 2
              expected at Fixtures/date-range/ranges.json:5:31
          not the golden Golden/date-range/one.json:
          at /ranges/0/to
            − 2
            + 3
          at /ranges/1: element 4 is not expected
            + {"from":4,"to":5}
        """
    )
  }

  @Test func `the data of an input is what a program receives`() throws {
    defer { try? FileManager.default.removeItem(at: root) }
    try write(input: #"{ "to": 1.50, "from": -0 }"#)
    let testCase = try #require(try ConformanceCase.all(of: "date-range", root: root).first)
    #expect(String(decoding: testCase.inputData, as: UTF8.self) == #"{"to":1.50,"from":-0}"#)
  }

  @Test func `a contract that there is not is told with those that there are`() throws {
    defer { try? FileManager.default.removeItem(at: root) }
    try write()
    let error = try #require(throws: ConformanceSuiteError.self) {
      try ConformanceCase.all(of: "session-detail", root: root)
    }
    #expect(error.description == "no contract is called 'session-detail'; there is date-range")
  }

  @Test func `a folder without any contract is told`() throws {
    let error = try #require(throws: ConformanceSuiteError.self) {
      try ConformanceCase.all(of: "date-range", root: root)
    }
    #expect(error.description == "no contract is called 'date-range'; there is none")
  }

  @Test func `a manifest that says nothing is told with its place`() throws {
    defer { try? FileManager.default.removeItem(at: root) }
    try write(facet: #"{ "counts": "/ranges" }"#)
    let error = try #require(throws: ConformanceSuiteError.self) {
      try ConformanceCase.all(of: "date-range", root: root)
    }
    #expect(
      error.description == """
        the suite of date-range can't be read:
        Fixtures/date-range/behavior-matrix.json:2:58: error: a facet has no member 'counts'; did you mean 'count'?
        Fixtures/date-range/behavior-matrix.json:2:56: error: a facet has either 'count' or 'distinct', with a path
        Fixtures/date-range/ranges.json:5:17: error: 'expect' has no member 'rangeCount'; known are 'at', 'absent'
        """
    )
  }

  private func write(
    facet: String = #"{ "count": "/ranges" }"#,
    input: String = #"{ "text": { "$repeat": "1..2,", "times": 2 } }"#
  ) throws {
    let files = [
      "Fixtures/date-range/behavior-matrix.json": """
      { "contract": "date-range", "version": "0.1.0", "title": "T",
        "operations": { "parse": { "facets": { "rangeCount": \(facet) },
          "identity": [{ "elements": "/ranges/*", "by": ["/from"] }], "ignored": ["/took_ms"] } },
        "clauses": [{ "id": "D1", "text": "t", "level": "must" }], "caseFiles": ["ranges.json"],
        "rows": [{ "id": "ranges", "scenario": "s", "expectedBehavior": "e", "clauses": ["D1"], "cases": ["one"] }] }
      """,
      "Fixtures/date-range/ranges.json": """
      { "cases": [
        { "id": "one",
          "description": "One range.",
          "input": \(input),
          "expect": { "rangeCount": 1 } }
      ] }
      """,
      "Golden/date-range/one.json": #"{ "ranges": [{ "from": 1, "to": 2 }] }"#,
    ]
    for (path, text) in files {
      let file = root.appendingPathComponent(path)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(),
        withIntermediateDirectories: true
      )
      try Data(text.utf8).write(to: file)
    }
  }
}
