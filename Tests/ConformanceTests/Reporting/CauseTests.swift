import CanonicalJSON
import Conformance
import MessageSnapshot
import Reporting
import Testing

struct CauseTests {
  private let messages = MessageSnapshot("Causes")
  private let suite = SuiteFolder()

  @Test(
    arguments: [
      (["text": "a"], ["text": "b"], "another text"),
      (["text": "a"], ["text": " a\u{2003}"], "white space"),
      (["text": "a"], ["text": "A"], "letter case"),
      (["text": "caf\u{E9}"], ["text": "cafe\u{301}"], "normalization"),
      (["text": "a"], ["text": 1], "another type"),
      (["isLast": true], ["isLast": false], "another boolean"),
      (["text": "a"], [:], "a missing member"),
      ([:], ["text": "a"], "a member too many"),
      (["list": [1, 2]], ["list": [1]], "a missing element"),
      (
        ["words": [["id": "w1", "length": "short"]]], ["words": []], "a missing element of one kind"
      ),
      (
        ["words": [["id": "w1"], ["id": "w2"]]], ["words": [["id": "w2"], ["id": "w1"]]],
        "another order"
      ),
      (
        ["inner": ["text": "a"], "copy": "a"], ["inner": ["text": "b"], "copy": "b"],
        "a text in two places"
      ),
    ] as [(JSONValue, JSONValue, String)]
  )
  func `a cause says what happened to what`(
    expected: JSONValue,
    actual: JSONValue,
    entry: String
  ) async throws {
    let causes = try await causes([(expected, .output(actual))])
    #expect(causes.count == 1)
    messages.expect(causes.map(\.title), entry)
  }

  @Test(arguments: [
    (ImplementationFailure("exited with status 1", .crash), "a crash"),
    (ImplementationFailure("gave no reply within 10 s", .timeout), "no reply"),
    (
      ImplementationFailure(
        "answered with error -32603: no row 17 called \"it's \"x\"\" in 3 tries"
      ), "an error"
    ),
  ])
  func
    `an implementation's own failure is told by its kind, an error less what is another one each time`(
      failure: ImplementationFailure,
      entry: String
    ) async throws
  {
    let causes = try await causes([(1, .failure(failure))])
    #expect(causes.count == 1)
    messages.expect(causes.map(\.title), entry)
  }

  @Test func `one error for everything is one cause`() async throws {
    let causes = try await causes(
      (0..<30).map { (["n": .number(JSONNumber($0))], .failure("boom \($0)")) }
    )
    try #require(causes.count == 1)
    messages.expect(causes.map(\.title), "one error for everything")
    #expect(causes[0].cases.count == 30 && causes[0].taken == 30)
  }

  @Test func `two mistakes are two causes, the one that wins more first`() async throws {
    let outputs = (0..<9).map { index -> (JSONValue, Outcome) in
      let golden: JSONValue = ["a": true, "b": .string("x\(index)")]
      let output: JSONValue =
        index < 5
        ? ["a": false, "b": .string("x\(index)")]
        : ["a": .bool(index > 6), "b": .string("X\(index)")]
      return (golden, .output(output))
    }
    let causes = try await causes(outputs)
    messages.expect(causes.map(\.title), "two mistakes")
    #expect(causes.map(\.cases.count) == [7, 4], "two cases show both")
    #expect(causes.map(\.taken).reduce(0, +) == 9)
  }

  @Test func `texts that are few are told as they are`() async throws {
    let goldens = (0..<20).map {
      JSONValue.object(["kind": .string($0 % 2 == 0 ? "user" : "tool")])
    }
    let causes = try await causes(goldens.map { ($0, .output(["kind": "user"])) })
    try #require(causes.count == 1)
    messages.expect(causes.map(\.title), "texts that are few")
    #expect(causes[0].cases.count == 10)
  }

  @Test func `what everything shows hides nothing else`() async throws {
    let outputs = (0..<12).map { index -> (JSONValue, Outcome) in
      let golden: JSONValue = ["time": 1, "role": .bool(index < 4)]
      return (golden, .output(["time": "1", "role": false]))
    }
    let causes = try await causes(outputs)
    #expect(causes.count == 2)
    messages.expect(causes.map(\.title), "what everything shows, and another")
  }

  @Test func `elements of all kinds that are missing are one cause`() async throws {
    let words = ["a", "bb", "ccc", "dddd"].map {
      JSONValue.object(["id": .string($0), "length": .string($0)])
    }
    let outputs = (0..<8).map { index -> (JSONValue, Outcome) in
      (
        ["n": .number(JSONNumber(index)), "words": [words[index % 4]]],
        .output(["n": .number(JSONNumber(index)), "words": []])
      )
    }
    let causes = try await causes(outputs)
    #expect(causes.count == 1)
    messages.expect(causes.map(\.title), "missing elements of all kinds")
  }

  /// Returns the causes that a report finds for cases with these goldens and outcomes.
  private func causes(
    _ cases: [(golden: JSONValue, outcome: Outcome)]
  ) async throws -> [RunRecord.Cause] {
    try suite.write(cases.indices.map { .words("c\($0)", "text \($0)") })
    func answering(_ outcomes: [Outcome]) -> Words {
      let byText = Dictionary(
        uniqueKeysWithValues: outcomes.enumerated().map { ("text \($0)", $1) }
      )
      return Words.answering { input in input["text"]?.string.flatMap { byText[$0] } ?? .notRun }
    }
    try await suite.regenerate(answering(cases.map { .output($0.golden) }))
    return try await suite.check(answering(cases.map(\.outcome))).report.causes
  }
}
