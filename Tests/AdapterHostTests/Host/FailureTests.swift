import AdapterHost
import CanonicalJSON
import Conformance
import MessageSnapshot
import Testing

@Suite(.ownThreads) struct FailureTests {
  private let messages = MessageSnapshot("Failures of programs")
  private let texts = (1...6).map { "text \($0)" }

  @Test(
    arguments: [
      ("exits", "an exit"), ("hangs", "no reply"),
    ],
    [false, true]
  )
  func `one request costs the others nothing`(
    _ mode: (name: String, entry: String),
    areAskedTogether: Bool
  ) async throws {
    let (mode, entry) = mode
    let host = try ProgramHost.misbehaving(
      mode,
      over: "text 3",
      limits: mode == "hangs" ? .impatient() : .patient
    )
    _ = try await host.start()
    let outcomes = areAskedTogether ? await host.sayTogether(texts) : await host.say(texts)
    #expect(outcomes.map { $0.failure != nil } == texts.map { $0 == "text 3" })
    messages.expect(outcomes.compactMap(\.failure), entry)
    #expect(outcomes.map(\.said) == texts.map { $0 == "text 3" ? nil : $0 })
    #expect(await host.finish() == [])
  }

  @Test func `what a program wrote to standard error is told, the last of it`() async throws {
    let host = try ProgramHost.misbehaving("exits", over: "text 1")
    _ = try await host.start()
    guard case .failure(let failure) = await host.say("text 1") else {
      Issue.record("there should be no output")
      return
    }
    #expect(failure.log == ["first word", "last word"])
    _ = await host.finish()
  }

  @Test
  func `a death that no request repeats is told with the cases that were in flight`() async throws {
    let host = try ProgramHost.misbehaving("crashes-with-two-in-flight")
    _ = try await host.start()
    #expect(await host.say(texts).map(\.said) == texts)
    let incidents = await host.finish()
    let incident = try #require(incidents.first)
    guard case .flaky(let cases) = incident.kind else {
      Issue.record("it should be flaky: \(incident)")
      return
    }
    #expect(cases.count > 1)
    #expect(Set(cases).isSubset(of: texts))
    messages.expect(incident.failure.message, "a crash that no request repeats")
  }

  @Test func `after too many starts without a reply nothing is asked any more`() async throws {
    let host = try ProgramHost.misbehaving(
      "exits-always",
      limits: .impatient(.seconds(30), restarts: 2)
    )
    _ = try await host.start()
    messages.expect(await host.say("text 1").failure ?? "an output", "an exit every time")
    #expect(await host.say("text 2") == .notRun)
    #expect(await host.say("text 3") == .notRun)
    let incidents = await host.finish()
    #expect(incidents.map(\.kind) == [.abandoned])
    messages.expect(incidents.map(\.failure.message), "too many starts")
  }

  @Test func `replies between the deaths keep a program from being given up`() async throws {
    let host = try ProgramHost.misbehaving(
      "exits",
      over: "text 1",
      limits: .impatient(.seconds(30), restarts: 2)
    )
    _ = try await host.start()
    for _ in 0..<5 {
      messages.expect(await host.say("text 1").failure ?? "an output", "an exit")
      #expect(await host.say("text 2").said == "text 2")
    }
    #expect(await host.finish() == [])
  }

  @Test
  func `where one hang is too many, its request alone is charged, and nothing is asked any more`()
    async throws
  {
    var limits = ProgramLimits.impatient(window: 1)
    limits.hangs = 1
    let host = try ProgramHost.misbehaving("hangs", over: "text 2", limits: limits)
    _ = try await host.start()
    #expect(await host.say("text 1").said == "text 1")
    messages.expect(await host.say("text 2").failure ?? "an output", "no reply")
    #expect(await host.say("text 3") == .notRun)
    messages.expect(await host.finish().map(\.failure.message), "too many requests that hang")
  }
}
