import CanonicalJSON
import Conformance
import MessageSnapshot
import Reporting
import TestSuites
import Testing

struct CauseTests {
  private let messages = MessageSnapshot("Causes")
  private let suite = SuiteFolder()

  @Test(
    arguments: [
      (["text": "a"], ["text": "b"], .value(.member("text"), .differs)),
      (["text": "a"], ["text": " a\u{2003}"], .text(.whiteSpace)),
      (["text": "a\nb\n"], ["text": "a\r\nb\r\n"], .text(.lineEnds)),
      (["text": "a\nb\n"], ["text": "a\rb\r"], .text(.lineEnds)),
      (["text": "a\n"], ["text": "a"], .text(.lineEnds)),
      (["text": "a"], ["text": "a\n\n"], .text(.lineEnds)),
      (["text": "a\nb"], ["text": "a\n b"], .text(.whiteSpace)),
      (["text": "a"], ["text": "A"], .text(.letterCase)),
      (["text": "caf\u{E9}"], ["text": "cafe\u{301}"], .text(.normalization)),
      (["text": "a"], ["text": 1], .value(.member("text"), .otherType)),
      (
        ["isLast": true], ["isLast": false],
        .value(.member("isLast"), .replaced(expected: true, actual: false))
      ),
      (["text": "a"], [:], .value(.member("text"), .missing)),
      ([:], ["text": "a"], .value(.member("text"), .unexpected)),
      (["list": [1, 2]], ["list": [1]], .element(of: .to("list", "*"), .missing, kinds: [])),
      (
        ["words": [["id": "w1", "length": "short"]]], ["words": []],
        .element(of: .to("words", "*"), .missing, kinds: ["short"])
      ),
      (
        ["words": [["id": "w1"], ["id": "w2"]]], ["words": [["id": "w2"], ["id": "w1"]]],
        .order(.elements)
      ),
      (
        ["inner": ["text": "a", "n": 1], "copy": "a"],
        ["inner": ["text": "b", "n": 1], "copy": "b"],
        .value(.member("text"), .differs)
      ),
    ] as [(JSONValue, JSONValue, FailureTrait)]
  )
  func `a cause says what happened to what`(
    expected: JSONValue,
    actual: JSONValue,
    trait: FailureTrait
  ) async throws {
    let causes = try await causes([(expected, .output(actual))])
    #expect(causes.map(\.trait) == [trait])
  }

  @Test(
    arguments: [
      (ImplementationFailure("exited with status 1", .crash), .crash),
      (ImplementationFailure("gave no reply within 10 s", .timeout), .timeout),
      (
        ImplementationFailure("answered with error -32603: no row 17 called \"x\""),
        .error(message: "no row 17 called \"x\"")
      ),
    ] as [(ImplementationFailure, FailureTrait)]
  )
  func `an implementation's own failure is a cause`(
    failure: ImplementationFailure,
    trait: FailureTrait
  ) async throws {
    let causes = try await causes([(1, .failure(failure))])
    #expect(causes.map(\.trait) == [trait])
  }

  @Test func `quoted text that errors share is kept, and other text is masked`() async throws {
    let causes = try await causes(
      (0..<12).map { index in
        let keyword = index < 6 ? "dynamicRef" : "prefixItems"
        return (
          ["n": .number(JSONNumber(index))],
          .failure(ImplementationFailure("unknown keyword \"\(keyword)\""))
        )
      }
        + (12..<18).map { index in
          (
            ["n": .number(JSONNumber(index))],
            .failure(ImplementationFailure("no file \"f\(index)\" in \"home\""))
          )
        }
    )
    #expect(
      Set(causes.map(\.trait)) == [
        .error(message: "unknown keyword \"dynamicRef\""),
        .error(message: "unknown keyword \"prefixItems\""),
        .error(message: "no file \"…\" in \"home\""),
      ]
    )
    #expect(causes.map(\.taken) == [6, 6, 6])
  }

  @Test func `a null character isn't mistaken for a part that varies`() async throws {
    let errors = ["no row \u{0} here", "no row 17 here", "no row \u{0} here 17"]
    let causes = try await causes(
      errors.enumerated().map { index, message in
        (["n": .number(JSONNumber(index))], .failure(ImplementationFailure(message)))
      }
    )
    #expect(Set(causes.map(\.trait)) == Set(errors.map { .error(message: TextKey($0)) }))
  }

  @Test func `a single failure is told with its place and both values`() async throws {
    let range: JSONValue = ["kind": "closed", "from": "0050-03-01", "days": 1]
    let causes = try await causes([
      (["ranges": [range]], .output(["ranges": [range.with("from", "1950-03-01")]]))
    ])
    messages.expect(causes.map(\.title), "the mistake of the README")
    #expect(causes.map(\.rules) == [[Cause.Rule(contract: "words", id: "C1")]])
  }

  @Test func `a large value loses nothing until it is shown`() async throws {
    let text = String(repeating: "a", count: 100_000)
    let causes = try await causes([(["a": .string(text)], .output(["a": .string("\(text) ")]))])
    #expect(causes.map(\.trait) == [.text(.whiteSpace)])
  }

  @Test func `line ends don't hide what else is wrong with a text`() async throws {
    let words = [
      "<p>one</p>", "<p>two</p>", "<p>three and a long line of text, which is no verdict</p>",
    ]
    let causes = try await causes(
      words.map { word in
        let text = JSONValue.string("<h1>\(word)</h1>\n\(word)\nlast line\n")
        let wrong = "<h1>\(word)</h1>\r\n\(word)\r\nlast word\r\n"
        return (text, .output(.string(wrong)))
      }
    )
    #expect(
      Set(causes.map(\.trait)).isSuperset(of: [
        .text(.lineEnds), .textPart(.output, expected: "line", actual: "word"),
      ])
    )
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
  ) async throws -> [Cause] {
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
