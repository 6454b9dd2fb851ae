import CanonicalJSON
import Conformance
import MessageSnapshot
import Reporting
import TestSuites
import Testing

/// Tests of input arrays whose elements may come in any order, as a manifest declares them.
struct ElementOrderTests {
  private let messages = MessageSnapshot("Orders of elements")
  private let suite = SuiteFolder()

  // MARK: - Orderings

  @Test(
    arguments: [
      (["/items/*"], ["items": ["a", "b"]], 2),
      (["/items/*"], ["items": ["a", "b", "c", "d"], "others": [1, 2]], 24),
      (["/items/*"], ["items": ["a", "b", "a"]], 3),
      (["/items/*"], ["items": [1, 1.0, ["x": 1, "y": 2], ["y": 2, "x": 1]]], 6),
      (["/items/*"], ["items": ["é", "e\u{301}"]], 2),
      (["/items/*"], ["items": [1, 2, 3, 4, 5, 6, 7]], 5_040),
      (["/items/*", "/others/*"], ["items": ["a", "b"], "others": [1, 2, 3]], 12),
      (["/*/items/*"], [["items": ["a", "b"]], ["items": ["a"]], ["items": ["a", "b"]]], 4),
      (["/*"], ["a", "b", "c"], 6),
    ] as [([JSONValue], JSONValue, Int)]
  )
  func `every order is tried where there are few, once each, and equal elements keep theirs`(
    paths: [JSONValue],
    input: JSONValue,
    count: Int
  ) throws {
    let space = try #require(try schedules(paths, of: input))
    #expect(space.count == count)
    let inputs = inputs(of: space)
    #expect(Set(inputs).count == count)
    #expect(inputs.contains(input))
    for other in inputs { #expect(sorted(other) == sorted(input), "each has the same elements") }
  }

  @Test func `where there are more than seven elements orders are drawn`() throws {
    let input: JSONValue = ["items": [1, 2, 3, 4, 5, 6, 7, 8]]
    let space = try #require(try schedules(["/items/*"], of: input))
    #expect(space.count == nil)
    let drawn = drawn(of: space)
    #expect(Set(drawn).count > 15)
    for other in drawn { #expect(sorted(other) == sorted(input)) }
  }

  @Test(
    arguments: [
      ["items": []], ["items": ["a"]], ["items": ["a", "a", "a"]], ["items": "text"],
      ["items": ["0": 1, "1": 2]], [:],
      ["others": [1, 2]], .null,
    ] as [JSONValue]
  )
  func `an input without two different elements has one order`(input: JSONValue) throws {
    #expect(try schedules(["/items/*"], of: input) == nil)
  }

  @Test func `an order changes neither the numbers nor the order of members`() throws {
    let text = #"{"z":1.0,"items":[{"b":1e3,"a":-0},1.50],"a":0}"#
    let input = try JSONDocument(parsing: text).root.value
    let space = try #require(try schedules(["/items/*"], of: input))
    let texts = inputs(of: space).map { $0.writtenText() }
    #expect(Set(texts) == [text, #"{"z":1.0,"items":[1.50,{"b":1e3,"a":-0}],"a":0}"#])
  }

  // MARK: - A wrong implementation

  @Test(arguments: 0..<4 as Range<UInt64>)
  func `one that depends on the order fails, with the clause, shrunk to two elements`(
    seed: UInt64
  ) async throws {
    let findings = try await check(
      ["/items/*"],
      input: ["items": ["d", "a", "a", "c", "b", "e", "f", "g", "h"]],
      seed: seed
    ) { input in
      // The second of two neighbors is lost if they come in the wrong order.
      let items = (input["items"]?.elements ?? []).compactMap(\.string)
      return .array(
        items.indices.filter { $0 == 0 || items[$0 - 1] != "c" || items[$0] != "a" }.map {
          .string(items[$0])
        }.sorted {
          $0.canonicalText() < $1.canonicalText()
        }
      )
    }
    guard case .dependsOnOrder(let dependence)? = findings.verdicts.first?.failures.first else {
      Issue.record("expected a dependence on order, and got \(findings.verdicts.map(\.result))")
      return
    }
    #expect(dependence.arrivals == [#"/items/3  "c""#, #"/items/2  "a""#])
    #expect(dependence.clauses == ["C1"])
    let lines = findings.console().split(separator: "\n").map(String.init)
    let first = try #require(lines.firstIndex(of: #"    /items/3  "c""#))
    #expect(lines[first + 1] == #"    /items/2  "a""#)
    messages.expect(lines[first - 1], "an order that makes a difference")
  }

  @Test func `of two arrays the one that makes no difference comes in its order`() async throws {
    let findings = try await check(
      ["/items/*", "/others/*"],
      input: ["items": [1, 2, 3], "others": ["x", "y"]]
    ) { $0["others"]?.elements?.first ?? .null }
    guard case .dependsOnOrder(let dependence)? = findings.verdicts.first?.failures.first else {
      Issue.record("expected a dependence on order, and got \(findings.verdicts.map(\.result))")
      return
    }
    #expect(dependence.arrivals == [#"/others/1  "y""#, #"/others/0  "x""#])
    #expect(dependence.clauses == ["C2"])
    #expect(dependence.differences.map { "\($0.pointer)" } == [""])
  }

  @Test func `JSON tells the clauses of an order`() async throws {
    let findings = try await check(
      ["/items/*", "/others/*"],
      input: ["items": [1, 2], "others": [1, 2]]
    ) { $0 }
    let text = findings.report.jsonReport
    let failure = try JSONPointer("/verdicts/0/failures/0")
    let told = try #require(try JSONDocument(parsing: text).root.value[failure])
    #expect(told["kind"] == "dependsOnOrder" && told["clauses"]?.elements?.isEmpty == false)
    #expect(try RunRecord(parsingReport: Array(text.utf8)) == findings.report)
  }

  @Test
  func `one to which the order makes no difference passes, and the orders are counted`()
    async throws
  {
    let findings = try await check(
      ["/items/*"],
      input: ["items": [1, 2, 3], "others": ["x", "y"]]
    ) { input in
      .number(JSONNumber(input["items"]?.elements?.count ?? 0))
    }
    #expect(findings.exitStatus == .success, "\(findings.verdicts.map(\.result))")
    #expect(findings.counts.schedules == 6)
  }

  // MARK: - Helpers

  /// Returns the contract with unordered arrays. The first path has the clause C1, the second C2,
  /// and so on.
  private func words(
    _ paths: [JSONValue],
    _ output: @escaping @Sendable (JSONValue) -> JSONValue = { $0 }
  ) -> Words {
    var words = Words.answering { .output(Output(output($0))) }
    let anyOrder = paths.enumerated().map { index, path -> JSONValue in
      ["elements": path, "clause": .string("C\(index + 1)")]
    }
    words.declared = ["split": .object(["anyOrder": .array(anyOrder)])]
    return words
  }

  private func schedules(_ paths: [JSONValue], of input: JSONValue) throws -> (any ScheduleSpace)? {
    let words = words(paths)
    let testCase = try #require(try CaseText(input: input.writtenText(), of: words).testCase)
    return try words.contract.schedules(of: testCase)
  }

  private func check(
    _ paths: [JSONValue],
    input: JSONValue,
    seed: UInt64 = 0,
    _ output: @escaping @Sendable (JSONValue) -> JSONValue
  ) async throws -> Findings {
    let words = words(paths, output)
    try suite.write([["id": "a", "input": input]], of: words)
    let path = SuiteFolder.matrixPath
    let matrix = try #require(try suite.folder.text(path))
    // C2 is covered by the cases of C1.
    let second = #""refines": ["C2"] }, { "id": "C2", "text": "t", "level": "must" }"#
    try suite.folder.write(
      matrix.replacing(
        #""words are split at spaces""# + "\n    }",
        with: #""words are split at spaces", "# + second
      ),
      to: path
    )
    try await suite.regenerate(words)
    return try await suite.check(
      words,
      orderIndependence: OrderIndependence(schedules: 200, seed: seed)
    )
  }

  private func inputs(of space: some ScheduleSpace) -> [JSONValue] {
    (0..<(space.count ?? 0)).map { space.input(of: space.schedule(number: $0)) }
  }

  private func drawn(of space: some ScheduleSpace) -> [JSONValue] {
    var generator = SplitMix64(seed: 1)
    return (0..<20).map { _ in space.input(of: space.schedule(using: &generator)) }
  }

  /// Returns the value with the elements of every array sorted.
  private func sorted(_ value: JSONValue) -> JSONValue {
    switch value {
    case .array(let elements):
      .array(
        elements.map(sorted).sorted { TextKey($0.canonicalText()) < TextKey($1.canonicalText()) }
      )
    case .object(let members): .object(JSONObject(members.map { ($0.key, sorted($0.value)) }))
    default: value
    }
  }
}
