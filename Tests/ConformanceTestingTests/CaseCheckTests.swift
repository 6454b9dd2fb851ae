import ConformanceTesting
import Foundation
import MessageSnapshot
import Testing

/// `ConformanceCase.check`: one case in a test of its own.
struct CaseCheckTests {
  private let messages = MessageSnapshot("Checks of a case in Swift tests")
  private let own: OwnSuite

  init() throws { own = try OwnSuite() }

  @Test func `a case that passes throws nothing`() async throws {
    try await own.recordAll()
    for testCase in try ConformanceCase.all(of: "slug", in: own.folder) {
      try await own.withVariables { try await testCase.check(Slugs().output) }
    }
  }

  @Test func `a case that fails throws what differs, its rules and both outputs`() async throws {
    try await own.recordAll()
    let error = try await error(of: "slug/two_words", Slugs(separator: "_"))
    #expect(error.caseID == "slug/two_words")
    #expect(error.rules == ["S1"])
    let difference = try #require(error.differences.first)
    #expect(difference.pointer == "/slug")
    #expect(difference.expected == #""hello-world""#)
    #expect(difference.actual == #""hello_world""#)
    #expect(error.actual?.contains(#""slug": "hello_world""#) == true)
    #expect(error.golden?.contains(#""slug": "hello-world""#) == true)
    #expect(!error.isRecorded)
    messages.expect(error.description, "a case that fails")
  }

  @Test func `another ordering fails the case, with the shortest ordering`() async throws {
    try await own.recordAll()
    let testCase = try self.testCase("slug/three_parts")
    let error = await #expect(throws: NonConformance.self) {
      try await own.withVariables {
        try await testCase.check(Slugs(keepsOrder: true).output)
      }
    }
    #expect(error?.rules == ["S2"])
    messages.expect(error?.description ?? "", "another ordering")
  }

  @Test func `a golden that isn't JSON is reported as that`() async throws {
    try await own.recordAll()
    try own.write("Golden/slug/two_words.json", "{ \"slug\": ")
    let error = try await error(of: "slug/two_words", Slugs())
    #expect(error.description.contains("Golden/slug/two_words.json:1:11: error:"))
    messages.expect(error.description, "a golden that isn't JSON")
    // The other cases aren't concerned.
    try await own.withVariables { try await testCase("slug/one_word").check(Slugs().output) }
  }

  @Test func `an expectation that is violated has the place of the expectation`() async throws {
    let error = try await error(of: "slug/two_words") { _ in
      Data(#"{"slug": "x", "words": ["x"]}"#.utf8)
    }
    #expect(error.differences.map(\.expected) == ["2"])
    #expect(error.description.contains("Fixtures/slug/cases.json:3:"))
  }

  @Test func `a known failure passes, and another failure of the case doesn't`() async throws {
    try await own.recordAll()
    let output = #"{"slug":"hello_world","words":["hello","world"]}"#
    try own.write("known-failures.jsonl", Self.known(output: output))
    let testCase = try self.testCase("slug/two_words")
    try await own.withVariables { try await testCase.check(Slugs(separator: "_").output) }
    _ = try await error(of: "slug/two_words", Slugs(separator: "."))
  }

  @Test func `an output can be given as data, as a text and as a value`() async throws {
    try await own.recordAll()
    let testCase = try self.testCase("slug/one_word")
    try testCase.check(Data(#"{"words": ["hello"], "slug": "hello"}"#.utf8))
    try testCase.check(#"{"words": ["hello"], "slug": "hello"}"#)
    try await own.withVariables {
      try await testCase.check { _ in #"{"words": ["hello"], "slug": "hello"}"# }
    }
    #expect(throws: NonConformance.self) { try testCase.check("{}") }
  }

  // MARK: - Help

  private func testCase(_ id: String) throws -> ConformanceCase {
    try #require(try ConformanceCase.all(of: "slug", in: own.folder).first { $0.id == id })
  }

  private func error(of id: String, _ slugs: Slugs) async throws -> NonConformance {
    try await error(of: id, slugs.output)
  }

  private func error(
    of id: String,
    _ body: @escaping @Sendable (ConformanceRequest) throws -> Data
  ) async throws -> NonConformance {
    let testCase = try testCase(id)
    return try #require(
      await #expect(throws: NonConformance.self) {
        try await own.withVariables { try await testCase.check { try body($0) } }
      }
    )
  }

  private static func known(output: String) -> String {
    let digest = KnownOutput.digest(of: output)
    return """
      {"case":"slug/two_words","implementation":"app","kind":"differs","output":"\(digest)","reason":"TICKET-1"}

      """
  }
}
