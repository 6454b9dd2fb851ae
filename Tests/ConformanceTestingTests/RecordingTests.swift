import ConformanceTesting
import Foundation
import MessageSnapshot
import Synchronization
import Testing

/// Goldens that tests record.
struct RecordingTests {
  private let messages = MessageSnapshot("Recording in Swift tests")
  private let own: OwnSuite

  init() throws { own = try OwnSuite() }

  @Test func `missing goldens are recorded once, and the test fails once`() async throws {
    let first = try await check(Slugs(), record: .missing)
    #expect(!first.passed)
    #expect(first.recordedCases == ["slug/one_word", "slug/three_parts", "slug/two_words"])
    #expect(own.read("Golden/slug/one_word.json") != nil)
    messages.expect(first.summary, "missing goldens")

    let second = try await check(Slugs(), record: .missing)
    #expect(second.passed, "\(second.summary)")
    #expect(second.recordedCases.isEmpty)
  }

  @Test func `what tests record is what parity regenerate writes, and parity lint accepts it`()
    async throws
  {
    _ = try await check(Slugs(), record: .missing)
    let recorded = try files()
    let lint = try own.parity("lint")
    #expect(lint.status == 0, "\(lint.output)")
    try own.addProgram(isReference: true)
    #expect(try own.parity("lint").status == 0)
    #expect(try own.parity("check").status == 0)

    try FileManager.default.removeItem(at: own.root.appendingPathComponent("Golden"))
    #expect(try own.parity("regenerate").status == 0)
    #expect(try files() == recorded)
  }

  @Test func `cases that are recorded one by one have the same lock as those of one check`()
    async throws
  {
    _ = try await check(Slugs(), record: .missing)
    let together = try files()
    let other = try OwnSuite()
    for testCase in try ConformanceCase.all(of: "slug", in: other.folder) {
      let error = await #expect(throws: NonConformance.self) {
        try await other.withVariables {
          try await testCase.check(record: .missing, Slugs().output)
        }
      }
      #expect(error?.isRecorded == true)
    }
    #expect(try Self.files(under: other.root) == together)
  }

  @Test func `a case without a golden fails alone`() async throws {
    try await own.recordAll()
    try FileManager.default.removeItem(
      at: own.root.appendingPathComponent("Golden/slug/one_word.json")
    )
    let report = try await check(Slugs())
    #expect(report.failedCases == ["slug/one_word"])
    #expect(report.passedCount == 2)
    messages.expect(report.summary, "a case without a golden")
  }

  @Test func `missing leaves the golden of a case that fails`() async throws {
    try await own.recordAll()
    let before = own.read("Golden/slug/two_words.json")
    let report = try await check(Slugs(separator: "_"), record: .missing)
    #expect(report.failedCases == ["slug/two_words"])
    #expect(report.recordedCases.isEmpty)
    #expect(own.read("Golden/slug/two_words.json") == before)
  }

  @Test func `failed records the outputs of the cases that fail, and of no other`() async throws {
    try await own.recordAll()
    let before = own.read("Golden/slug/one_word.json")
    let report = try await check(Slugs(separator: "_"), record: .failed)
    #expect(report.recordedCases == ["slug/two_words"])
    #expect(own.read("Golden/slug/two_words.json")?.contains("hello_world") == true)
    #expect(own.read("Golden/slug/one_word.json") == before)
  }

  @Test func `an output that violates the expectation is never recorded`() async throws {
    let report = try await own.withVariables {
      try await suite().check(record: .all) { request -> Data in
        request.operation == "slug"
          ? Data(#"{"slug": "x", "words": []}"#.utf8) : try Slugs().output(of: request)
      }
    }
    #expect(report.recordedCases == ["slug/three_parts"])
    #expect(own.read("Golden/slug/two_words.json") == nil)
    messages.expect(report.summary, "outputs that violate the expectation")
  }

  @Test func `a case doesn't count as recorded if the code fails when it runs again`() async throws
  {
    let calls = Mutex(0)
    let report = try await own.withVariables {
      try await suite().check(orderings: .none, record: .missing) { request -> Data in
        let isAgain = calls.withLock { count in
          count += 1
          return count > 3
        }
        if isAgain, request.operation == "join" { throw CancellationError() }
        return try Slugs().output(of: request)
      }
    }
    #expect(report.recordedCases == ["slug/one_word", "slug/two_words"])
    #expect(report.failedCases == ["slug/three_parts"])
    #expect(own.read("Golden/slug/one_word.json") != nil)
    #expect(own.read("Golden/slug/three_parts.json") == nil)
  }

  @Test func `a golden that was edited by hand is kept`() async throws {
    try await own.recordAll()
    let edited = #"{ "slug": "by-hand", "words": ["by", "hand"] }"#
    try own.write("Golden/slug/two_words.json", edited)
    let report = try await check(Slugs(), record: .failed)
    #expect(report.recordedCases.isEmpty)
    #expect(!report.passed)
    #expect(own.read("Golden/slug/two_words.json") == edited)
  }

  @Test func `all removes the golden of a case that is gone`() async throws {
    try await own.recordAll()
    try own.write("Fixtures/slug/cases.json", Self.onlyCase)
    let report = try await check(Slugs(), record: .all)
    #expect(own.read("Golden/slug/one_word.json") == nil)
    #expect(own.read("Golden/slug/two_words.json") != nil)
    #expect(!report.passed)
  }

  @Test func `nothing is recorded in CI`() async throws {
    let report = try await own.withVariables(["CI": "true", "PARITY_RECORD": "all"]) {
      try await suite().check(Slugs().output)
    }
    #expect(report.failedCases.count == 3)
    #expect(report.recordedCases.isEmpty)
    #expect(own.read("Golden/slug/one_word.json") == nil)
    #expect(report.summary.contains("because CI is set"))
  }

  @Test func `the environment decides before the code`() async throws {
    let report = try await own.withVariables(["PARITY_RECORD": "missing"]) {
      try await suite().check(record: .never, Slugs().output)
    }
    #expect(report.recordedCases.count == 3)
    let error = await #expect(throws: ConformanceSuiteError.self) {
      try await own.withVariables(["PARITY_RECORD": "mising"]) {
        try await suite().check(Slugs().output)
      }
    }
    messages.expect(error?.description ?? "", "a word that says nothing about recording")
  }

  @Test(.goldens(record: .missing)) func `the trait decides for the tests that have it`()
    async throws
  {
    let report = try await own.withVariables { try await suite().check(Slugs().output) }
    #expect(report.recordedCases.count == 3)
  }

  @Test func `a contract that is bundled with the library can't be recorded`() async throws {
    let error = await #expect(throws: ConformanceSuiteError.self) {
      try await own.withVariables {
        try await ConformanceSuite("chat-history").check(record: .missing) { _ in "{}" }
      }
    }
    messages.expect(error?.description ?? "", "a contract of the library")
  }

  // MARK: - Help

  private static let onlyCase = """
    { "cases": [
      { "id": "two_words", "operation": "slug", "input": { "title": "Hello World" },
        "expect": { "wordCount": 2 } }
    ] }
    """

  private func suite() throws -> ConformanceSuite { try ConformanceSuite("slug", in: own.folder) }

  private func check(
    _ slugs: Slugs,
    record: GoldenRecording? = nil
  ) async throws -> ConformanceReport {
    try await own.withVariables { try await suite().check(record: record, slugs.output) }
  }

  private func files() throws -> [String: String] { try Self.files(under: own.root) }

  /// Returns the files in Golden, by name.
  private static func files(under root: URL) throws -> [String: String] {
    let folder = root.appendingPathComponent("Golden")
    let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".json") || $0.hasSuffix(".jsonl") }
    return try Dictionary(
      uniqueKeysWithValues: paths.map { path in
        (path, try String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8))
      }
    )
  }
}
