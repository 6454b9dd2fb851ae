import CanonicalJSON
import ConformanceTesting
import Foundation
import MessageSnapshot
import Testing

/// Tests of an app's own contract, in a folder outside this package.
struct OwnContractTests {
  private let messages = MessageSnapshot("Contracts of an app")
  private let root = FileManager.default.temporaryDirectory.appendingPathComponent(
    "parity-tests-\(UUID().uuidString)"
  )

  @Test
  func `its cases are arguments of the app's tests, and what it ignores is not judged`() throws {
    defer { try? FileManager.default.removeItem(at: root) }
    try write()
    let cases = try ConformanceCase.all(of: "date-range", in: .folder(root))
    #expect(cases.map(\.id) == ["date-range/one"])
    let testCase = try #require(cases.first)
    #expect(testCase.operation == "parse")
    #expect(testCase.summary == "One range.")
    #expect(testCase.input == ["text": "1..2,1..2,"])
    try testCase.check(Data(#"{"ranges": [{"from": 1, "to": 2}]}"#.utf8))
    try testCase.check(Data(#"{"ranges": [{"to": 2, "from": 1.0}], "took_ms": 12}"#.utf8))
    let error = try #require(throws: NonConformance.self) {
      try testCase.check(
        Data(#"{"ranges": [{"from": 1, "to": 3}, {"from": 4, "to": 5}], "took_ms": 12}"#.utf8)
      )
    }
    let text = error.description
    #expect(text.contains(" Fixtures/date-range/ranges.json:5:31\n"))
    #expect(text.contains(" Golden/date-range/one.json:\n"))
    #expect(text.contains(" /ranges/0/to  − ") && text.contains(" /ranges/1"))
    messages.expect(text, "an output that differs")
  }

  @Test func `the data of an input is what a program receives`() throws {
    defer { try? FileManager.default.removeItem(at: root) }
    try write(input: #"{ "to": 1.50, "from": -0 }"#)
    let testCase = try #require(try ConformanceCase.all(of: "date-range", in: .folder(root)).first)
    #expect(String(decoding: testCase.inputData, as: UTF8.self) == #"{"to":1.50,"from":-0}"#)
  }

  @Test func `a text of an input may be in a file of its own`() throws {
    defer { try? FileManager.default.removeItem(at: root) }
    try write(input: #"{ "text": { "$file": "texts/1.txt" } }"#)
    let file = root.appendingPathComponent("Fixtures/date-range/texts/1.txt")
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(),
      withIntermediateDirectories: true
    )
    try Data("1..2,\r\n".utf8).write(to: file)
    let testCase = try #require(try ConformanceCase.all(of: "date-range", in: .folder(root)).first)
    #expect(testCase.input == ["text": "1..2,\r\n"])
  }

  @Test func `a contract that there is not is told with those that there are`() throws {
    defer { try? FileManager.default.removeItem(at: root) }
    try write()
    let error = try #require(throws: ConformanceSuiteError.self) {
      try ConformanceCase.all(of: "session-detail", in: .folder(root))
    }
    messages.expect(error.description, "a contract that there is not")
  }

  @Test func `a folder without any contract is told`() throws {
    let error = try #require(throws: ConformanceSuiteError.self) {
      try ConformanceCase.all(of: "date-range", in: .folder(root))
    }
    messages.expect(error.description, "no contract at all")
  }

  @Test func `a manifest that says nothing is told with its place`() throws {
    defer { try? FileManager.default.removeItem(at: root) }
    try write(facet: #"{ "counts": "/ranges" }"#)
    let error = try #require(throws: ConformanceSuiteError.self) {
      try ConformanceCase.all(of: "date-range", in: .folder(root))
    }
    for place in ["behavior-matrix.json:2:58", "behavior-matrix.json:2:56", "ranges.json:5:17"] {
      #expect(error.description.contains("\nFixtures/date-range/\(place): error: "))
    }
    messages.expect(error.description, "a manifest that says nothing")
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
