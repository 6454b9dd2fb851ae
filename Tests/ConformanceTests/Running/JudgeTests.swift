import CanonicalJSON
import Conformance
import TestSuites
import Testing

struct JudgeTests {
  private let suite = SuiteFolder()

  @Test(
    arguments: [
      (["n": 1], ["n": 1.0]),
      ([1, 100], [1e0, 1e2]),
      (.null, .null),
      (["a": "é", "b": []], ["b": [], "a": "é"]),
    ] as [(JSONValue, JSONValue)]
  )
  func `an output that equals its golden passes`(golden: JSONValue, output: JSONValue) throws {
    #expect(try failures(of: .output(output), golden: golden) == [])
  }

  @Test(
    arguments: [
      (
        ["w": "caf\u{E9}"], ["w": "cafe\u{301}"], .to("w"),
        .changed(expected: "caf\u{E9}", actual: "cafe\u{301}")
      ),
      (["w": true], ["w": 1], .to("w"), .changed(expected: true, actual: 1)),
      (["w": .null], [:], .to("w"), .missing(.null)),
      ([:], ["w": .null], .to("w"), .unexpected(.null)),
      (
        ["w": "foo bar"], ["w": "foo\u{A0}bar"], .to("w"),
        .changed(expected: "foo bar", actual: "foo\u{A0}bar")
      ),
      (
        ["w": 9_007_199_254_740_993], ["w": 9_007_199_254_740_992], .to("w"),
        .changed(expected: 9_007_199_254_740_993, actual: 9_007_199_254_740_992)
      ),
      (.null, [:], .to(), .changed(expected: .null, actual: [:])),
    ] as [(JSONValue, JSONValue, JSONPointer, Difference.Change)]
  )
  func `an output that is not its golden is told with the one difference`(
    golden: JSONValue,
    output: JSONValue,
    pointer: JSONPointer,
    change: Difference.Change
  ) throws {
    #expect(
      try failures(of: .output(output), golden: golden) == [
        .differs([Difference(at: pointer, change)])
      ]
    )
  }

  @Test func `a lost entry is one difference, known by its identity`() throws {
    let entries: [JSONValue] = [["id": "a", "n": 1], ["id": "b", "n": 2], ["id": "c", "n": 3]]
    let found = try failures(
      of: .output(["words": .array([entries[0], entries[2]])]),
      golden: ["words": .array(entries)]
    )
    #expect(
      found == [.differs([Difference(at: .to("words", "1"), .missing(entries[1]), element: "b")])]
    )
  }

  @Test func `an implementation's failure is told, and nothing else is held against it`() throws {
    #expect(
      try failures(of: .failure("boom"), golden: nil, expect: ["wordCount": 1]) == [
        .noOutput("boom")
      ]
    )
  }

  @Test func `a case without a golden fails, whatever its output`() throws {
    #expect(try failures(of: .output([1]), golden: nil) == [.noGolden])
  }

  @Test func `a broken expectation is told beside an equal golden`() throws {
    let found = try failures(
      of: .output(["words": []]),
      golden: ["words": []],
      expect: ["wordCount": 1]
    )
    guard case .violates(let violations)? = found.first, found.count == 1 else {
      Issue.record("expected one failure, the violation, and got \(found)")
      return
    }
    #expect(violations.map(\.subject) == [.facet("wordCount")])
    #expect(violations.map(\.expected) == [1])
    #expect(violations.map(\.actual) == [0])
  }

  @Test func `violation and difference are both told, the violation first`() throws {
    let found = try failures(
      of: .output(["words": []]),
      golden: ["words": [1]],
      expect: ["wordCount": 1]
    )
    #expect(found.count == 2)
    guard case .violates? = found.first, case .differs? = found.last else {
      Issue.record("expected a violation and then a difference, and got \(found)")
      return
    }
  }

  @Test func `a difference from the golden at a place that a broken expectation pins is left out`()
    throws
  {
    let word: JSONValue = ["id": "w1", "text": "one", "length": "short"]
    let found = try failures(
      of: .output(["words": [word.with("text", "two").with("length", "long")]]),
      golden: ["words": [word]],
      expect: ["at": ["/words/0/text": "one"]]
    )
    #expect(found.map(\.kind) == [.violates, .differs])
    #expect(
      found.last
        == .differs([
          Difference(
            at: .to("words", "0", "length"),
            .changed(expected: "short", actual: "long")
          )
        ])
    )
  }

  @Test func `an expectation that pins everything that differs is the only failure`() throws {
    let word: JSONValue = ["id": "w1", "text": "one"]
    let found = try failures(
      of: .output(["words": [word.with("text", "two")]]),
      golden: ["words": [word]],
      expect: ["at": ["/words": [word]]]
    )
    guard case .violates(let violations)? = found.first, found.count == 1 else {
      Issue.record("expected only the violation, and got \(found)")
      return
    }
    #expect(
      violations[0].differences == [
        Difference(at: .to("words", "0", "text"), .changed(expected: "one", actual: "two"))
      ]
    )
  }

  @Test func `a value that a broken facet pins is not a difference from the golden too`() throws {
    let word: JSONValue = ["id": "w1", "text": "one", "length": "short"]
    let found = try failures(
      of: .output(["words": [word.with("length", "long")]]),
      golden: ["words": [word]],
      expect: ["lengths": ["short"]]
    )
    #expect(found.map(\.kind) == [.violates])
  }

  @Test func `an expectation that holds hides no difference from the golden`() throws {
    let word: JSONValue = ["id": "w1", "text": "one"]
    let found = try failures(
      of: .output(["words": [word.with("text", "two")]]),
      golden: ["words": [word]],
      expect: ["at": ["/words/0/text": "two"]]
    )
    #expect(found.map(\.kind) == [.differs])
  }

  private func failures(
    of outcome: Outcome,
    golden: JSONValue?,
    expect: JSONValue? = nil
  ) throws -> [Verdict.Failure] {
    try suite.write([.words("a", expect: expect)])
    let testCase = try #require(try suite.suite().cases.first)
    let result = CaseComparison().result(of: outcome, to: testCase, golden: golden)
    switch result {
    case .passed: return []
    case .failed(let failures): return failures
    case .known, .notApplicable, .skipped, .notRun:
      Issue.record("a judge says passed or failed, and not \(result)")
      return []
    }
  }
}
