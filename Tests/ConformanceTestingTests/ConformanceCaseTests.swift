import CanonicalJSON
import ConformanceTesting
import Foundation
import MessageSnapshot
import SessionDetail
import Testing

/// Tests written as an app would write them to check its own parser against a contract.
struct ConformanceCaseTests {
  private let messages = MessageSnapshot("Cases in tests of an app")

  @Test(arguments: try ConformanceCase.all(of: "session-detail"))
  func `a parser that conforms passes`(testCase: ConformanceCase) throws {
    try testCase.check(try Self.timeline(of: testCase.inputData))
  }

  @Test func `every case is there, under the name that it has everywhere`() throws {
    let cases = try ConformanceCase.all(of: "session-detail")
    #expect(cases.count > 500)
    #expect(Set(cases.map(\.id)).count == cases.count)
    let testCase = try #require(cases.first { $0.id == "session-detail/result_error_shown" })
    #expect("\(testCase)" == "session-detail/result_error_shown")
    #expect(testCase.operation == "timeline")
    #expect(try JSONDocument(parsing: testCase.inputData).root.value == testCase.input)
  }

  @Test func `what differs is told with its row, its clauses and the place`() throws {
    let testCase = try #require(
      try ConformanceCase.all(of: "session-detail").first {
        $0.id == "session-detail/result_error_shown"
      }
    )
    let error = try #require(throws: NonConformance.self) {
      try testCase.check(Data(#"{"rowCount":1,"entries":[]}"#.utf8))
    }
    let text = error.description
    #expect(text.hasPrefix("session-detail/result_error_shown\n"))
    #expect(
      text.contains(" Golden/session-detail/result_error_shown.json:")
        && text.contains(" /entries/0"),
      "got \(text)"
    )
  }

  @Test func `an output that is no JSON is told as such`() throws {
    let testCase = try #require(try ConformanceCase.all(of: "session-detail").first)
    let error = try #require(throws: NonConformance.self) { try testCase.check(Data("{".utf8)) }
    let line = error.description.split(separator: "\n").first { $0.contains(" 1:2: ") }
    messages.expect(String(line ?? "nothing"), "an output that is no JSON")
  }

  @Test func `a contract that there is not is told with those that there are`() throws {
    let error = try #require(throws: ConformanceSuiteError.self) {
      try ConformanceCase.all(of: "sesion-detail")
    }
    #expect(error.description.contains("session-detail"))
    messages.expect(error.description, "a contract that there is not")
  }

  private static func timeline(of input: Data) throws -> Data {
    do {
      let rows = try DecryptedRows(StoredSession(parsing: input))
      return SessionTimeline(rows: rows.rows, updates: rows.updates).jsonData
    } catch let error as SessionDecryptionError {
      return error.jsonData
    }
  }
}
