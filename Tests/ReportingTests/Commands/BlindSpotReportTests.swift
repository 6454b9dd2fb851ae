import CanonicalJSON
import Conformance
import Fuzzing
import MessageSnapshot
import Reporting
import TestSuites
import Testing

struct BlindSpotReportTests {
  private let messages = MessageSnapshot("Reports of blind spots")
  private let suite = SuiteFolder()

  /// Searches a suite for blind spots.
  ///
  /// - Parameters:
  ///   - inputs: The inputs of the cases.
  ///   - answer: What the reference answers.
  private func findings(
    _ inputs: [JSONValue],
    operations: [String] = ["split"],
    _ answer: @escaping @Sendable (JSONValue) throws -> JSONValue
  ) async throws -> BlindSpotFindings {
    let words = Words(operations: operations)
    let cases = inputs.enumerated().map { number, input -> JSONValue in
      ["id": .string("c\(number)"), "operation": .string(operations[0]), "input": input]
    }
    try suite.write(cases, of: words)
    let loaded = try suite.suite(words)
    let reference = InProcessImplementation(name: "reference") { try answer($0.input) }
    let results = await BlindSpotSearch(loaded.cases) { _ in reference }.results()
    return BlindSpotFindings(suite: loaded, results: results)
  }

  /// Returns a value with many members that are not read, and so are blind spots.
  private static func members(_ count: Int) -> JSONValue {
    .object(JSONObject((0..<count).map { ("member \($0)", .number(JSONNumber($0))) }))
  }

  private static let refusing: @Sendable (JSONValue) throws -> JSONValue = { input in
    guard let text = input["text"]?.string, text.hasSuffix(" ") else {
      throw InputRefusal("'text' must end with a space", at: JSONPointer(tokens: ["text"]))
    }
    return .string(text)
  }

  @Test func `JSON has the blind spots and the counts of the search`() async throws {
    let findings = try await findings([["text": "a", "n": 1]]) { $0["text"] ?? .null }
    let results = try #require(findings.results)
    let contract = try #require([findings].json["contracts"]?.elements?.first)
    #expect(contract["contract"] == "words")
    #expect(contract["misreadings"] == .number(JSONNumber(results.misreadings)))
    #expect(contract["unchecked"] == [])
    let spots = try #require(contract["blindSpots"]?.elements)
    #expect(spots.count == results.spots.count)
    #expect(
      spots.contains(["operation": "split", "at": "/n", "distortion": "dropped", "tried": true])
    )
    #expect(
      spots.contains(["operation": "split", "at": "/text", "distortion": "trimmed", "tried": false])
    )
  }

  @Test func `JSON has the misreadings that can't be checked apart`() async throws {
    let findings = try await findings([["text": "a "]], Self.refusing)
    let contract = try #require([findings].json["contracts"]?.elements?.first)
    #expect(contract["blindSpots"] == [])
    let unchecked = try #require(contract["unchecked"]?.elements)
    #expect(unchecked.count == findings.results?.unchecked.count)
    #expect(
      unchecked.contains(
        ["operation": "split", "at": "/text", "distortion": "trimmed", "tried": true]
      )
    )
  }

  @Test func `a contract without a reference has a line and no counts`() async throws {
    try suite.write([.words("a")])
    let findings = BlindSpotFindings(suite: try suite.suite(), results: nil)
    messages.expect(findings.lines(isVerbose: false).plainText, "no reference")
    #expect(findings.lines(isVerbose: true).count == 1)
    #expect([findings].json == ["contracts": [["contract": "words", "blindSpots": []]]])
  }

  @Test func `twenty blind spots are listed, and all of them verbosely`() async throws {
    let findings = try await findings([Self.members(30)]) { _ in 0 }
    #expect(findings.results?.spots.count == 30)
    let lines = findings.lines(isVerbose: false)
    #expect(lines.count == 20 + 2)
    #expect(lines.texts[20].contains(" 10 "))
    #expect(lines.texts(in: .command).count == 1)
    let verbose = findings.lines(isVerbose: true)
    #expect(verbose.count == 30 + 1)
    #expect(verbose.texts(in: .command).isEmpty)
    #expect(verbose.last == lines.last)
  }

  @Test func `a line has the place, the misreading, and whether a case tries it`() async throws {
    let findings = try await findings([["text": "a", "n": 1]]) { $0["text"] ?? .null }
    messages.expect(findings.lines(isVerbose: false).plainText, "tried and not tried")
    let lines = findings.lines(isVerbose: false).dropLast()
    #expect(lines.allSatisfy { $0.spans.map(\.style) == [.plain, .dim] })
  }

  @Test func `misreadings that can't be checked are counted, and listed verbosely`() async throws {
    let findings = try await findings([["text": "a "]], Self.refusing)
    let lines = findings.lines(isVerbose: false)
    messages.expect(lines.plainText, "misreadings that can't be checked")
    #expect(lines.texts(in: .command).count == 1)
    let unchecked = try #require(findings.results?.unchecked.count)
    #expect(findings.lines(isVerbose: true).count == lines.count - 1 + unchecked)
  }

  @Test func `the operation is named only if the contract has several`() async throws {
    let one = try await findings([["n": 1]]) { _ in 0 }
    #expect(one.lines(isVerbose: false).texts.first?.hasPrefix("/n") == true)
    let two = try await findings([["n": 1]], operations: ["join", "split"]) { _ in 0 }
    #expect(two.lines(isVerbose: false).texts.first?.hasPrefix("join /n") == true)
  }
}
