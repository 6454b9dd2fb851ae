import CanonicalJSON
import Conformance
import MessageSnapshot
import Synchronization
import TestSuites
import Testing

/// Tests of members of an output that differ from run to run.
struct IgnoredMemberTests {
  private let messages = MessageSnapshot("Ignored members")
  private let suite = SuiteFolder()

  @Test func `what differs from run to run is neither recorded nor judged`() async throws {
    let words = Self.counting(ignored: ["/took_ms", "/words/*/seen", "/nowhere/at/all"])
    try suite.write([.words("a", "one two")], of: words)
    try await suite.regenerate(words)
    #expect(
      try suite.golden("a").map { try JSONDocument(parsing: $0).root.value }
        == Words.output(of: ["text": "one two"])
    )
    for _ in 0..<2 {
      let findings = try await suite.check(words)
      #expect(findings.exitStatus == .success, "\(findings.verdicts.map(\.result))")
      #expect(findings.diagnostics == [])
    }
    #expect(try await suite.regenerate(words) == [])
  }

  @Test func `where it isn't declared the same fails`() async throws {
    let words = Self.counting(ignored: [])
    try suite.write([.words("a", "one two")], of: words)
    try await suite.regenerate(words)
    let findings = try await suite.check(words)
    guard case .differs(let differences)? = findings.verdicts.first?.failures.first else {
      Issue.record("expected differences, and got \(findings.verdicts.map(\.result))")
      return
    }
    #expect(differences.map { "\($0.pointer)" } == ["/took_ms", "/words/0/seen", "/words/1/seen"])
  }

  @Test func `every order of arrival is held against the output without it`() async throws {
    var words = Self.counting(ignored: ["/took_ms", "/words/*/seen"])
    words.space = { Cuts($0) }
    words.implementations = [
      Self.counting(named: "reference") { _ in Words.output(of: ["text": "ab"]) }
    ]
    try suite.write([.words("a", "ab")], of: words)
    try await suite.regenerate(words)
    let findings = try await suite.check(
      words,
      orderIndependence: OrderIndependence(schedules: 8, seed: 0)
    )
    #expect(findings.exitStatus == .success, "\(findings.verdicts.map(\.result))")
    #expect(findings.counts.schedules == 2)
  }

  @Test func `a golden that holds it is told, and judged without`() async throws {
    let recording = Self.counting(ignored: [])
    try suite.write([.words("a", "one")], of: recording)
    try await suite.regenerate(recording)
    let words = Self.counting(ignored: ["/took_ms", "/words/*/seen"])
    try suite.write([.words("a", "one")], of: words)
    let findings = try await suite.check(words)
    #expect(findings.verdicts.flatMap(\.failures) == [])
    // Once for each path.
    messages.expect(
      findings.diagnostics,
      "a golden with members that are ignored",
      at: Array(repeating: "Golden/words/a.json error ignoredGolden a", count: 2)
    )
    #expect(findings.exitStatus == .notConformant)
  }

  @Test(
    arguments: [
      ("/a", ["a": 1, "b": 2], ["b": 2]),
      ("/a/*/b", ["a": [["b": 1, "c": 2], ["b": 3], 4]], ["a": [["c": 2], [:], 4]]),
      ("/a/1/b", ["a": [["b": 1], ["b": 2]]], ["a": [["b": 1], [:]]]),
      ("/*", ["a": 1, "b": [2]], [:]),
      ("/a/*", ["a": ["x": 1, "y": 2]], ["a": [:]]),
      ("/a/*", ["a": [1, 2]], ["a": [1, 2]]),
      ("/a/0", ["a": [1, 2]], ["a": [1, 2]]),
      ("/0", ["0": 1], [:]),
      ("/a/b", ["a": "text"], ["a": "text"]),
      ("/e\u{301}", ["é": 1], ["é": 1]),
    ] as [(String, JSONValue, JSONValue)]
  )
  func `members go, and elements of arrays stay in their places`(
    path: String,
    output: JSONValue,
    kept: JSONValue
  ) async throws {
    var words = Words.answering { _ in .output(Output(output)) }
    words.declared = ["split": ["ignored": [.string(path)]]]
    try suite.write([.words("a")], of: words)
    try await suite.regenerate(words)
    #expect(try suite.golden("a").map { try JSONDocument(parsing: $0).root.value } == kept)
    #expect(try await suite.check(words).verdicts.flatMap(\.failures) == [])
  }

  /// Returns the contract with an implementation whose outputs contain the number of its calls so
  /// far.
  private static func counting(ignored: [JSONValue]) -> Words {
    var words = Words(implementations: [counting(named: "reference") { Words.output(of: $0) }])
    words.declared = ["split": .object(["ignored": .array(ignored)])]
    return words
  }

  private static func counting(
    named name: String,
    _ output: @escaping @Sendable (JSONValue) -> JSONValue
  ) -> InProcessImplementation {
    let counter = Counter()
    return InProcessImplementation(name: name) { request in
      let count = counter.next()
      let output = output(request.input)
      let words = (output["words"]?.elements ?? []).map { $0.with("seen", count) }
      return output.with("words", .array(words)).with("took_ms", count)
    }
  }
}

private final class Counter: Sendable {
  private let count = Mutex(0)

  func next() -> JSONValue {
    .number(
      JSONNumber(
        count.withLock { count in
          count += 1
          return count
        }
      )
    )
  }
}
