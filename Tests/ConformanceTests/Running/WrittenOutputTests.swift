import CanonicalJSON
import Conformance
import Testing

/// Tests of outputs that arrive as texts, as the outputs of programs do, with and without goldens
/// that were read in advance.
struct WrittenOutputTests {
  private let suite = SuiteFolder()

  @Test(
    arguments: [
      #"{"words":[{"id":"w1","length":"short","text":"one"}]}"#,
      #" { "words": [ {"id": "w1", "length": "short", "text": "one"} ] } "#,
      #"{"words":[{"text":"one","length":"short","id":"w1"}]}"#,
      #"{"words":[{"id":"w1","length":"short","text":"\u006fne"}]}"#,
    ],
    [true, false]
  )
  func `an output that says what its golden says passes, however it is written`(
    text: String,
    isReadAhead: Bool
  ) async throws {
    try suite.write([.words("a", "one", expect: ["wordCount": 1])])
    try await suite.regenerate()
    #expect(try await failures(of: text, isReadAhead: isReadAhead) == [])
  }

  @Test(
    arguments: [
      (#"{"words":[{"id":"w1","length":"short","text":"two"}]}"#, "/words/0/text"),
      (#"{"words":[{"id":"w1","length":"short","text":"\u006fn"}]}"#, "/words/0/text"),
      (#"{"words":[{"id":"w1","length":"short","text":"one"}],"more":[]}"#, "/more"),
    ],
    [true, false]
  )
  func `an output that differs is told, and kept`(
    answer: (text: String, at: String),
    isReadAhead: Bool
  ) async throws {
    try suite.write([.words("a", "one")])
    try await suite.regenerate()
    let verdict = try #require(
      try await check(answer.text, isReadAhead: isReadAhead).verdicts.first
    )
    guard case .differs(let differences)? = verdict.failures.first, verdict.failures.count == 1
    else {
      Issue.record("expected differences, and got \(verdict.failures)")
      return
    }
    #expect(differences.map { "\($0.pointer)" } == [answer.at])
    let output = try JSONDocument(parsing: answer.text).root.value
    #expect(verdict.output == KeptOutput(output))
    #expect(verdict.golden == KeptOutput(Words.output(of: ["text": "one"])))
  }

  @Test(arguments: [true, false])
  func `an output that is the golden and not what the author expects is told`(
    isReadAhead: Bool
  ) async throws {
    try suite.write([.words("a", "one")])
    try await suite.regenerate()
    try suite.write([.words("a", "one", expect: ["wordCount": 2])])
    let text = Words.output(of: ["text": "one"]).canonicalText()
    let found = try await failures(of: text, isReadAhead: isReadAhead)
    guard case .violates(let violations)? = found.first, found.count == 1 else {
      Issue.record("expected the violation, and got \(found)")
      return
    }
    #expect(violations.map(\.actual) == [1])
  }

  @Test(arguments: [true, false])
  func `a golden that is missing or can't be read fails the case`(isReadAhead: Bool) async throws {
    try suite.write([.words("a", "one")])
    #expect(try await failures(of: "{}", isReadAhead: isReadAhead) == [.noGolden])
    try await suite.regenerate()
    try suite.folder.write("{", to: SuiteFolder.goldenPath("a"))
    #expect(try await failures(of: "{}", isReadAhead: isReadAhead) == [.unusableGolden])
  }

  @Test func `every order of arrival is held against the output that passed`() async throws {
    try suite.write([.words("a", "caf\u{E9}")])
    try await suite.regenerate()
    let tearing = Words.tearing.implementations[0]
    let writing = WritingImplementation {
      await tearing.respond(to: $0).output?.value.canonicalText() ?? "null"
    }
    let findings = try await check(
      writing,
      of: .tearing,
      isReadAhead: true,
      orderIndependence: OrderIndependence(schedules: 16, seed: 0)
    )
    guard case .dependsOnOrder? = findings.verdicts.first?.failures.first else {
      Issue.record("expected a dependence on order, and got \(findings.verdicts.map(\.result))")
      return
    }
  }

  // MARK: - Helpers

  private func failures(of text: String, isReadAhead: Bool) async throws -> [Verdict.Failure] {
    try await check(text, isReadAhead: isReadAhead).verdicts.flatMap(\.failures)
  }

  private func check(_ text: String, isReadAhead: Bool) async throws -> Findings {
    try await check(WritingImplementation { _ in text }, of: Words(), isReadAhead: isReadAhead)
  }

  private func check(
    _ implementation: WritingImplementation,
    of words: Words,
    isReadAhead: Bool,
    orderIndependence: OrderIndependence? = nil
  ) async throws -> Findings {
    let suite = try suite.suite(Words(implementations: [implementation], space: words.space))
    let goldens = GoldenReadings()
    if isReadAhead { await goldens.readAhead([suite]) }
    return await Check(
      Plan([suite]),
      lock: self.suite.lock(),
      runner: Runner(jobs: 1),
      orderIndependence: orderIndependence,
      goldens: goldens
    ).run()
  }
}

/// An implementation that answers with the JSON text of an output.
private struct WritingImplementation: Implementation {
  let name = "reference"
  let capabilities: Set<String> = []
  let text: @Sendable (Request) async -> String

  func respond(to request: Request) async -> Outcome {
    let reply = try? JSONDocument(parsing: #"{"result": \#(await text(request))}"#).root["result"]
    return reply.map { .output(Output($0)) } ?? .failure("no JSON")
  }
}
