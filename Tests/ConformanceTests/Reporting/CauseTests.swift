import CanonicalJSON
import Conformance
import Reporting
import Testing

struct CauseTests {
  private let suite = SuiteFolder()

  @Test(
    arguments: [
      (["text": "a"], ["text": "b"], ["text differs"]),
      (["text": "a"], ["text": " a\u{2003}"], ["white space alone"]),
      (["text": "a"], ["text": "A"], ["letter case alone"]),
      (["text": "caf\u{E9}"], ["text": "cafe\u{301}"], ["normalisation alone"]),
      (["text": "a"], ["text": 1], ["text another type"]),
      (["isLast": true], ["isLast": false], ["isLast: true → false"]),
      (["text": "a"], [:], ["text missing"]),
      ([:], ["text": "a"], ["text not expected"]),
      (["list": [1, 2]], ["list": [1]], ["/list/* missing"]),
      (
        ["words": [["id": "w1", "length": "short"]]], ["words": []],
        ["/words/* missing (short)"]
      ),
      (
        ["words": [["id": "w1"], ["id": "w2"]]], ["words": [["id": "w2"], ["id": "w1"]]],
        ["order of elements, or of arrival"]
      ),
      (
        ["inner": ["text": "a"], "copy": "a"], ["inner": ["text": "b"], "copy": "b"],
        ["text differs"]
      ),
    ] as [(JSONValue, JSONValue, [String])]
  )
  func `a cause says what happened to what`(
    expected: JSONValue,
    actual: JSONValue,
    titles: [String]
  ) async throws {
    #expect(try await causes([(expected, .output(actual))]).map(\.title) == titles)
  }

  @Test(arguments: [
    (ImplementationFailure("exited with status 1", .crash), "crash"),
    (ImplementationFailure("gave no reply within 10 s", .timeout), "no reply in time"),
    (
      ImplementationFailure(
        "answered with error -32603: no row 17 called \"it's \"x\"\" in 3 tries"
      ),
      "error: no row # called \"…\" in # tries"
    ),
  ])
  func
    `an implementation's own failure is told by its kind, an error less what is another one each time`(
      failure: ImplementationFailure,
      title: String
    ) async throws
  {
    #expect(try await causes([(1, .failure(failure))]).map(\.title) == [title])
  }

  @Test func `one error for everything is one cause`() async throws {
    let causes = try await causes(
      (0..<30).map { (["n": .number(JSONNumber($0))], .failure("boom \($0)")) }
    )
    #expect(causes.map(\.title) == ["error: boom #"])
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
    #expect(causes.map(\.title) == ["a: true → false", "letter case alone"])
    #expect(causes.map(\.cases.count) == [7, 4], "two cases show both")
    #expect(causes.map(\.taken).reduce(0, +) == 9)
  }

  @Test func `texts that are few are told as they are`() async throws {
    let goldens = (0..<20).map {
      JSONValue.object(["kind": .string($0 % 2 == 0 ? "user" : "tool")])
    }
    let causes = try await causes(goldens.map { ($0, .output(["kind": "user"])) })
    #expect(causes.map(\.title) == [#"kind: "tool" → "user""#])
    #expect(causes[0].cases.count == 10)
  }

  @Test func `what everything shows hides nothing else`() async throws {
    let outputs = (0..<12).map { index -> (JSONValue, Outcome) in
      let golden: JSONValue = ["time": 1, "role": .bool(index < 4)]
      return (golden, .output(["time": "1", "role": false]))
    }
    #expect(try await causes(outputs).map(\.title) == ["time another type", "role: true → false"])
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
    #expect(try await causes(outputs).map(\.title) == ["/words/* missing"])
  }

  /// Returns the causes that a report finds for cases with these goldens and outcomes.
  private func causes(
    _ cases: [(golden: JSONValue, outcome: Outcome)]
  ) async throws -> [Report.Cause] {
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
