import CanonicalJSON
import Conformance
import TestRandomness
import Testing

/// Tests that implementations which read an input typed, from bytes to bytes, return what they
/// return for the value of the input.
struct TypedInputTests {
  private static let suite = Repository.here.suites.first { $0.contract.id == "session-detail" }

  @Test func `each case has the same output`() async throws {
    let suite = try #require(Self.suite)
    #expect(!suite.cases.isEmpty)
    for testCase in suite.cases {
      try await expectSameOutcomes(testCase.inputText, in: suite, testCase.name)
    }
  }

  @Test func `each broken input is refused for the same reason at the same place`() async throws {
    let suite = try #require(Self.suite)
    var refusals = 0
    for testCase in suite.cases.sampled(every: 5) {
      for input in testCase.input.broken(levels: 3) {
        refusals += try await expectSameOutcomes(input.writtenUTF8(), in: suite, testCase.name)
      }
    }
    #expect(refusals > 1_000)
  }

  @Test(arguments: [
    #"{"rows": [{"id": "a", "id": "b", "sequence_number": 1, "content": "x", "content": "y"}]}"#,
    #"{"rows": [{"\u0069d": "a", "sequence_number": 1, "conten\u0074": "\ud800"}]}"#,
    #"{"rows": [{"id": "a", "sequence_number": 1, "content": "\uFEFF{\"type\":\"user\"}"}]}"#,
    #"{"rows": [{"id": "a", "sequence_number": 1, "z": 1, "b": 2, "content": ""}], "u": []}"#,
    #"{"rows": [{"id": "a", "sequence_number": 1.50e1, "content": " {} "}], "updates": []}"#,
  ])
  func `unusual texts are read the same`(json: String) async throws {
    try await expectSameOutcomes(Array(json.utf8), in: try #require(Self.suite), json)
  }

  /// Expects that all implementations return the same for a part of a document as for its value.
  ///
  /// - Returns: The number of inputs that were refused.
  @discardableResult
  private func expectSameOutcomes(
    _ text: [UInt8],
    in suite: Suite,
    _ name: String
  ) async throws -> Int {
    let node = try JSONDocument(parsing: text).root
    let operation = try #require(suite.contract.operation("timeline"))
    let typed = Request(contract: suite.contract.id, operation: operation, inputNode: node)
    let tree = Request(contract: suite.contract.id, operation: operation, input: node.value)

    var refusals = 0
    for implementation in suite.contract.implementations {
      let outcome = await implementation.respond(to: typed)
      let expected = await implementation.respond(to: tree)
      #expect(outcome == expected, "\(name) (\(implementation.name))")
      #expect(self.text(of: outcome) == self.text(of: expected), "\(name) (\(implementation.name))")
      if outcome.output == nil { refusals += 1 }
    }
    return refusals
  }

  /// Returns the indented text of an output, or `nil` if there is none.
  private func text(of outcome: Outcome) -> [UInt8]? {
    guard let output = outcome.output else { return nil }
    var text: [UInt8] = []
    output.writeIndentedUTF8 { text += $0 }
    return text
  }
}

extension JSONValue {
  /// Values with one part replaced by another kind of value, removed or added, up to some levels
  /// deep. Of an array, only the first and the last element are broken.
  fileprivate func broken(levels: Int) -> [JSONValue] {
    let others: [JSONValue] = [.null, 1.5, "", ["a"], ["a": 1]]
    guard levels > 0 else { return others }

    switch self {
    case .null, .bool, .number, .string: return others
    case .array(let elements):
      return others
        + Set([0, elements.count - 1]).filter(elements.indices.contains).flatMap { index in
          elements[index].broken(levels: levels - 1).map { element in
            var elements = elements
            elements[index] = element
            return .array(elements)
          }
        }
    case .object(let object):
      func with(_ key: String, _ value: JSONValue?) -> JSONValue {
        var object = object
        object[key] = value
        return .object(object)
      }
      return others + [with("unknown", 1), with("", 1)]
        + object.flatMap { member in
          [with(member.key, nil)]
            + member.value.broken(levels: levels - 1).map { with(member.key, $0) }
        }
    }
  }
}
