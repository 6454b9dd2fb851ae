import CanonicalJSON
import Conformance
import MessageSnapshot
import TestSuites
import Testing

struct ReviewSessionTests {
  private let messages = MessageSnapshot("Review sessions")
  private let folder = SuiteFolder()

  @Test func `what is skipped comes up again after the others`() async throws {
    var session = try await session(["a", "b", "c"])
    #expect(session.press(.character("s")) == .decision(nil))
    #expect(name(session) == "words/b")
    _ = session.press(.character("a"))
    _ = session.press(.character("r"))
    #expect(name(session) == "words/a")
    #expect(session.press(.character("a")) == .end)
    #expect(session.accepted.flatMap(\.edits).map(\.name) == ["words/a", "words/b"])
  }

  @Test func `the last one can't be put off`() async throws {
    var session = try await session(["a"])
    expectNotice(session.press(.character("s")), "the last decision")
  }

  @Test func `a decision can be taken back`() async throws {
    var session = try await session(["a", "b"])
    _ = session.press(.character("a"))
    expectDecision(session.press(.character("b")), "a decision that is taken back")
    #expect(name(session) == "words/a")
    #expect(session.accepted.isEmpty)
    expectNotice(session.press(.character("b")), "nothing to take back")
  }

  @Test(arguments: [
    ReviewSession.Key.enter, .escape, .backspace, .other, .character("y"), .character("R"),
    .character(" "),
  ])
  func `no other key decides`(key: ReviewSession.Key) async throws {
    var session = try await session(["a", "b"])
    expectNotice(session.press(key), "another key")
    #expect(session.undecided == 2)
  }

  @Test(arguments: [
    ("b", "words/b"), ("words/c", "words/c"), ("?", "words/a"), ("split*", "words/a"),
  ])
  func `a filter goes by case and row`(pattern: String, first: String) async throws {
    var session = try await session(["a", "b", "c"])
    #expect(type("/\(pattern)", into: &session) == .decision(nil))
    #expect(name(session) == first)
  }

  @Test func `an empty filter lifts the one there is, and Esc leaves it`() async throws {
    var session = try await session(["a", "b"])
    _ = type("/b", into: &session)
    _ = session.press(.character("/"))
    expectNotice(session.press(.escape), "a filter that is left")
    #expect(session.filter?.pattern == "b")
    expectDecision(type("/", into: &session), "an empty filter")
    #expect(name(session) == "words/a")
  }

  @Test func `accepting the rest takes what the filter lets through`() async throws {
    var session = try await session(["a1", "a2", "b"])
    _ = type("/a*", into: &session)
    _ = session.press(.character("A"))
    #expect(session.restCount == 2)
    for character in "accept" { _ = session.press(.character(character)) }
    expectDecision(session.press(.enter), "a filter that nothing else matches")
    #expect(session.accepted.flatMap(\.edits).map(\.name) == ["words/a1", "words/a2"])
    #expect(name(session) == "words/b")
  }

  @Test(arguments: ["", "yes", "Accept", "accept ", "a"])
  func `any other word accepts nothing`(word: String) async throws {
    var session = try await session(["a", "b"])
    expectNotice(type("A\(word)", into: &session), "another word")
    #expect(session.accepted.isEmpty)
  }

  @Test
  func `a token changes with the input, the expectation, the golden and the output`() async throws {
    let first = try await tokens([.words("a", "one")])
    #expect(try await tokens([.words("a", "one")]) == first)
    #expect(try await tokens([.words("a", "two")]) != first)
    #expect(try await tokens([.words("a", "one", expect: ["wordCount": 1])]) != first)
    #expect(try await tokens([.words("b", "one")]) != first)
    try folder.folder.write("{}\n", to: SuiteFolder.goldenPath("a"))
    let named = Selection(only: [Glob("a")])
    #expect(try await tokens([.words("a", "one")], selection: named) != first)
  }

  private func session(_ ids: [String]) async throws -> ReviewSession {
    try folder.write(ids.map { .words($0) })
    return ReviewSession(
      ReviewDecision.grouped(try await folder.plan().proposals),
      suites: [try folder.suite()]
    )
  }

  private func tokens(
    _ cases: [JSONValue],
    selection: Selection = Selection()
  ) async throws -> [String] {
    try folder.write(cases)
    return ReviewDecision.grouped(try await folder.plan(selection: selection).proposals).map(
      \.token
    )
  }

  private func name(_ session: ReviewSession) -> String? {
    session.current.map { session.decisions[$0].first.name }
  }

  /// Expects the step to be a notice in the recorded words.
  private func expectNotice(
    _ step: ReviewSession.Step,
    _ entry: String,
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) {
    guard case .notice(let words) = step else {
      Issue.record("expected a notice, and got \(step)", sourceLocation: sourceLocation)
      return
    }
    messages.expect(words, entry, sourceLocation: sourceLocation)
  }

  /// Expects the step to be a decision below the recorded words.
  private func expectDecision(
    _ step: ReviewSession.Step,
    _ entry: String,
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) {
    guard case .decision(let words?) = step else {
      Issue.record("expected a decision, and got \(step)", sourceLocation: sourceLocation)
      return
    }
    messages.expect(words, entry, sourceLocation: sourceLocation)
  }

  /// Types a text, then Enter.
  private func type(_ text: String, into session: inout ReviewSession) -> ReviewSession.Step {
    for character in text { _ = session.press(.character(character)) }
    return session.press(.enter)
  }
}
