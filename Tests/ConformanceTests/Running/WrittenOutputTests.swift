import CanonicalJSON
import Conformance
import TestSuites
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
    isPrefetched: Bool
  ) async throws {
    try suite.write([.words("a", "one", expect: ["wordCount": 1])])
    try await suite.regenerate()
    #expect(try await failures(of: text, isPrefetched: isPrefetched) == [])
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
    isPrefetched: Bool
  ) async throws {
    try suite.write([.words("a", "one")])
    try await suite.regenerate()
    let verdict = try #require(
      try await check(answer.text, isPrefetched: isPrefetched).verdicts.first
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
    isPrefetched: Bool
  ) async throws {
    try suite.write([.words("a", "one")])
    try await suite.regenerate()
    try suite.write([.words("a", "one", expect: ["wordCount": 2])])
    let text = Words.output(of: ["text": "one"]).canonicalText()
    let found = try await failures(of: text, isPrefetched: isPrefetched)
    guard case .violates(let violations)? = found.first, found.count == 1 else {
      Issue.record("expected the violation, and got \(found)")
      return
    }
    #expect(violations.map(\.actual) == [1])
  }

  @Test(arguments: [true, false])
  func `a golden that is missing or can't be read fails the case`(isPrefetched: Bool) async throws {
    try suite.write([.words("a", "one")])
    #expect(try await failures(of: "{}", isPrefetched: isPrefetched) == [.noGolden])
    try await suite.regenerate()
    try suite.folder.write("{", to: SuiteFolder.goldenPath("a"))
    #expect(try await failures(of: "{}", isPrefetched: isPrefetched) == [.unusableGolden])
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
      isPrefetched: true,
      orderIndependence: OrderIndependence(schedules: 16, seed: 0)
    )
    guard case .dependsOnOrder? = findings.verdicts.first?.failures.first else {
      Issue.record("expected a dependence on order, and got \(findings.verdicts.map(\.result))")
      return
    }
  }

  // MARK: - Helpers

  private func failures(of text: String, isPrefetched: Bool) async throws -> [Verdict.Failure] {
    try await check(text, isPrefetched: isPrefetched).verdicts.flatMap(\.failures)
  }

  private func check(_ text: String, isPrefetched: Bool) async throws -> Findings {
    try await check(WritingImplementation { _ in text }, of: Words(), isPrefetched: isPrefetched)
  }

  private func check(
    _ implementation: WritingImplementation,
    of words: Words,
    isPrefetched: Bool,
    orderIndependence: OrderIndependence? = nil
  ) async throws -> Findings {
    let suite = try suite.suite(Words(implementations: [implementation], space: words.space))
    let goldens = GoldenReadings()
    if isPrefetched { await goldens.prefetch([suite]) }
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
