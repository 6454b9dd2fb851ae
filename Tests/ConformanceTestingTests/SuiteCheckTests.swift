import ConformanceTesting
import Foundation
import MessageSnapshot
import Testing

/// `ConformanceSuite.check`: one call that checks all cases.
struct SuiteCheckTests {
  private let messages = MessageSnapshot("Checks of a suite in Swift tests")
  private let own: OwnSuite

  init() throws { own = try OwnSuite() }

  @Test func `code that conforms passes every case`() async throws {
    try await own.recordAll()
    let report = try await check(Slugs())
    #expect(report.passed, "\(report.summary)")
    #expect(report.passedCount == 3)
    #expect(report.failedCases.isEmpty)
    messages.expect(report.summary, "code that conforms")
  }

  @Test func `a mistake fails its cases, with the causes first`() async throws {
    try await own.recordAll()
    let report = try await check(Slugs(separator: "_"))
    #expect(!report.passed)
    #expect(report.failedCases == ["slug/two_words"])
    messages.expect(report.summary, "a mistake")
  }

  @Test func `another ordering fails a case, with the shortest ordering that differs`() async throws
  {
    try await own.recordAll()
    let report = try await check(Slugs(keepsOrder: true))
    #expect(report.failedCases == ["slug/three_parts"])
    #expect(report.summary.contains("shortest ordering"))
    #expect(report.summary.contains("PARITY_FILTER=slug/three_parts swift test"))
  }

  @Test func `the mistakes of a program fail the same cases in parity check, for the same reasons`()
    async throws
  {
    try await own.recordAll()
    let report = try await check(Slugs(keepsOrder: true))
    try own.addProgram(keepsOrder: true)
    let checked = try own.parity("check")
    #expect(checked.status == 1)
    func failure(in text: String) -> String? {
      text.firstMatch(of: #/(?s)the output depends on the order.*(?=\n  re-run)/#).map {
        String($0.output)
      }
    }
    let inTests = try #require(failure(in: report.summary))
    #expect(failure(in: checked.output) == inTests)
  }

  @Test func `without orderings, a mistake in the order isn't found`() async throws {
    try await own.recordAll()
    let report = try await own.withVariables {
      try await suite().check(orderings: .none, Slugs(keepsOrder: true).output)
    }
    #expect(report.passed)
  }

  @Test func `an error that the code throws fails the case, with its text`() async throws {
    struct Unwritten: Error, CustomStringConvertible { let description = "not written yet" }
    try await own.recordAll()
    let report = try await own.withVariables {
      try await suite().check { request -> Data in
        if request.operation == "join" { throw Unwritten() }
        return try Slugs().output(of: request)
      }
    }
    #expect(report.failedCases == ["slug/three_parts"])
    #expect(report.summary.contains("not written yet"))
  }

  @Test func `an edited golden and a case without a row are found as in parity check`() async throws
  {
    try await own.recordAll()
    try own.write("Golden/slug/one_word.json", #"{ "slug": "hello", "words": ["hello"] }"#)
    let report = try await check(Slugs())
    #expect(!report.passed)
    #expect(report.failedCases.isEmpty)
    #expect(report.summary.contains("Golden/slug/one_word.json: error:"))
  }

  @Test func `reports are written where they are asked for`() async throws {
    try await own.recordAll()
    let junit = own.root.appendingPathComponent("report.xml")
    let json = own.root.appendingPathComponent("report.json")
    let variables = ["PARITY_REPORT": "markdown=\(own.root.path)/{contract}.md"]
    _ = try await own.withVariables(variables) {
      try await suite().check(reports: [.junit(junit), .json(json)], Slugs(separator: "_").output)
    }
    #expect(own.read("report.xml")?.contains(#"failures="1""#) == true)
    #expect(own.read("report.json")?.contains(#""origin": "test""#) == true)
    #expect(own.read("slug.md") != nil)
  }

  @Test func `a report that can't be written is an error before the run`() async throws {
    try await own.recordAll()
    let file = own.root.appendingPathComponent("nowhere/report.xml")
    let error = await #expect(throws: ConformanceSuiteError.self) {
      try await own.withVariables {
        try await suite().check(reports: [.junit(file)]) { _ -> Data in
          Issue.record("the code runs although the report can't be written")
          return Data()
        }
      }
    }
    #expect(error?.message.contains("report.xml") == true)
  }

  // MARK: - Selection

  @Test func `patterns select cases, rows, clauses and files`() throws {
    let byCase = try ConformanceSuite("slug", in: own.folder, filter: ["*_word"])
    #expect(byCase.cases.map(\.id) == ["slug/one_word"])
    let byRow = try ConformanceSuite("slug", in: own.folder, filter: ["titles"])
    #expect(byRow.cases.count == 2)
    let byClause = try ConformanceSuite("slug", in: own.folder, filter: ["S2"])
    #expect(byClause.cases.map(\.id) == ["slug/three_parts"])
    let byFile = try ConformanceSuite("slug", in: own.folder, filter: ["Fixtures/slug/cases.json"])
    #expect(byFile.cases.count == 3)
  }

  @Test func `a pattern that matches nothing is an error with the nearest case`() throws {
    let error = #expect(throws: ConformanceSuiteError.self) {
      try ConformanceSuite("slug", in: own.folder, filter: ["two_word"])
    }
    messages.expect(error?.description ?? "", "a pattern that matches nothing")
  }

  @Test func `the environment selects from what the code selects`() async throws {
    func selected(_ filter: String) async throws -> [String] {
      try await own.withVariables(["PARITY_FILTER": filter]) {
        try ConformanceSuite("slug", in: own.folder, filter: ["titles"]).cases.map(\.id)
      }
    }
    #expect(try await selected("slug/two_words") == ["slug/two_words"])
    #expect(try await selected("one_word, two_words").count == 2)
    // It selects cases of other contracts, which other tests check.
    #expect(try await selected("session-detail/*") == [])
    await #expect(throws: ConformanceSuiteError.self) { try await selected("nothing") }
    await #expect(throws: ConformanceSuiteError.self) { try await selected("sesion-detail/*") }
  }

  @Test func `a check passes without a case only if the environment names another contract`()
    async throws
  {
    let skipped = try await own.withVariables(["PARITY_FILTER": "session-detail/*"]) {
      try await suite().check { _ in "{}" }
    }
    #expect(skipped.passed)
    #expect(skipped.summary == "PARITY_FILTER selects no case of 'slug'")

    let empty = try OwnSuite()
    try empty.write("Fixtures/slug/cases.json", #"{ "cases": [] }"#)
    let report = try await empty.withVariables {
      try await ConformanceSuite("slug", in: empty.folder).check { _ in "{}" }
    }
    #expect(!report.passed)
  }

  // MARK: - Known failures

  @Test func `a known failure is accepted if its output is the recorded one`() async throws {
    try await own.recordAll()
    try own.write("known-failures.jsonl", known())
    let report = try await check(Slugs(separator: "_"))
    #expect(report.passed, "\(report.summary)")
    #expect(report.knownFailureCount == 1)

    let other = try await check(Slugs(separator: "."))
    #expect(other.failedCases == ["slug/two_words"])
    let fixed = try await check(Slugs())
    #expect(!fixed.passed)
    #expect(fixed.failedCases.isEmpty)
  }

  @Test func `a report has the lines that accept its failures`() async throws {
    try await own.recordAll()
    let report = try await check(Slugs(separator: "_", keepsOrder: true))
    let lines = report.knownFailures(reason: "TICKET-1")
    #expect(lines.split(separator: "\n").count == 2)
    #expect(lines.contains(known()))

    try own.write("known-failures.jsonl", lines)
    let accepted = try await check(Slugs(separator: "_", keepsOrder: true))
    #expect(accepted.passed, "\(accepted.summary)")
    #expect(accepted.knownFailureCount == 2)
  }

  @Test func `another list can be named, and none`() async throws {
    try await own.recordAll()
    try own.write("ios.jsonl", known())
    let list = own.root.appendingPathComponent("ios.jsonl")
    let accepted = try await own.withVariables {
      try await suite().check(knownFailures: .file(list), Slugs(separator: "_").output)
    }
    #expect(accepted.passed, "\(accepted.summary)")
    #expect(try await check(Slugs(separator: "_")).failedCases == ["slug/two_words"])
  }

  @Test func `a list that isn't valid is an error with its place`() async throws {
    try await own.recordAll()
    try own.write("known-failures.jsonl", #"{"implementation":"app","case":"slug/two_words"}"#)
    let error = await #expect(throws: ConformanceSuiteError.self) { try await check(Slugs()) }
    #expect(error?.message.contains("known-failures.jsonl:1:1: error:") == true)
  }

  // MARK: - Help

  private func suite() throws -> ConformanceSuite { try ConformanceSuite("slug", in: own.folder) }

  private func check(_ slugs: Slugs) async throws -> ConformanceReport {
    try await own.withVariables { try await suite().check(slugs.output) }
  }

  /// Returns a line for the output of `two_words` with the separator `_`.
  private func known() -> String {
    let output = KnownOutput.digest(of: #"{"slug":"hello_world","words":["hello","world"]}"#)
    return """
      {"case":"slug/two_words","implementation":"app","kind":"differs","output":"\(output)","reason":"TICKET-1"}

      """
  }
}
