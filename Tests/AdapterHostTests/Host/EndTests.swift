import AdapterHost
import Conformance
import MessageSnapshot
import Testing

@Suite(.ownThreads) struct EndTests {
  private let messages = MessageSnapshot("Ends of programs")

  @Test func `what is cancelled is not run, and the program ended`() async throws {
    let host = try ProgramHost.misbehaving("hangs-with-child", over: "text", limits: .boundless)
    _ = try await host.start()
    let answer = Task { await host.say("text") }
    try await Task.sleep(for: .milliseconds(300))
    answer.cancel()
    #expect(await answer.value == .notRun)
    #expect(await host.say("more") == .notRun)
    #expect(await host.finish() == [])
  }

  @Test func `a program may have more time for its start than for a reply`() async throws {
    let limits = ProgramLimits(timeout: .milliseconds(1), startTimeout: .seconds(60))
    let host = try ProgramHost.misbehaving("behaves", limits: limits)
    let handshake = try await host.start()
    #expect(handshake.contracts == ["session-detail"])
    #expect(await host.finish() == [])
  }

  @Test func `a program whose start takes too long fails with the limit of its start`() async throws
  {
    let limits = ProgramLimits(timeout: .seconds(3600), startTimeout: .milliseconds(200))
    let host = try ProgramHost.misbehaving("gives-no-handshake", limits: limits)
    do {
      _ = try await host.start()
      Issue.record("the program shouldn't start")
    } catch {
      #expect(error.kind == .timeout)
      messages.expect(error.message, "a start that takes too long")
    }
    #expect(await host.finish() == [])
  }

  @Test(arguments: [Duration.zero, .milliseconds(500)])
  func `a start that is cancelled, be it before it began, starts nothing`(
    delay: Duration
  ) async throws {
    let host = try ProgramHost.misbehaving("gives-no-handshake", limits: .boundless)
    let start = Task {
      if delay == .zero {
        while !Task.isCancelled {
          await Task.yield()
        }
      }
      return try await host.start()
    }
    try await Task.sleep(for: delay)
    start.cancel()
    let result = await start.result
    let failure = #expect(throws: ImplementationFailure.self) { try result.get() }
    #expect(failure == ImplementationFailure(failure?.message ?? ""))
    messages.expect(failure?.message ?? "nothing", "a start that is cancelled")
    #expect(await host.finish() == [])
  }

  @Test
  func `a program that runs before it is known what to greet it with is greeted all the same`()
    async throws
  {
    let host = try ProgramHost.misbehaving("behaves", limits: .impatient(.milliseconds(500)))
    await host.launch()
    try await Task.sleep(for: .seconds(1))
    #expect(try await host.start().name == "misbehaving")
    #expect(await host.say("text").said == "text")
    #expect(await host.finish() == [])
  }

  @Test(arguments: [Duration.zero, .milliseconds(500)])
  func `what a program does wrong before it is greeted is told when it should be`(
    delay: Duration
  ) async throws {
    let host = try ProgramHost.misbehaving("exits-at-once")
    await host.launch()
    try await Task.sleep(for: delay)
    let failure = await #expect(throws: ImplementationFailure.self) { try await host.start() }
    let message = failure?.message ?? "nothing"
    #expect(failure == ImplementationFailure(message, .crash, log: ["licence expired"]))
    messages.expect(message, "an exit before the greeting")
    #expect(await host.finish() == [])
  }

  @Test(arguments: [Duration.zero, .milliseconds(500)])
  func `a program that there is nothing to ask is ended`(delay: Duration) async throws {
    let host = try ProgramHost.misbehaving("gives-no-handshake", limits: .boundless)
    await host.launch()
    try await Task.sleep(for: delay)
    await host.abandon()
    #expect(await host.say("text") == .notRun)
    #expect(await host.finish() == [])
  }

  @Test(arguments: ["behaves", "stays-at-end", "closes-output-at-end", "leaves-child"])
  func `a program is asked to end, and ended where it doesn't`(mode: String) async throws {
    let host = try ProgramHost.misbehaving(mode)
    _ = try await host.start()
    #expect(await host.say("text").said == "text")
    #expect(await host.finish() == [])
    #expect(await host.say("text") == .notRun)
  }

  @Test(arguments: [
    ("exits-in-error-at-end", "an exit in error"),
    ("crashes-at-end", "a crash"),
    ("speaks-at-end", "a line that is no JSON"),
    ("speaks-half-a-line-at-end", "half a line"),
  ])
  func `what a program does wrong once its input has ended is told`(
    mode: String,
    entry: String
  ) async throws {
    let host = try ProgramHost.misbehaving(mode)
    _ = try await host.start()
    #expect(await host.say("text").said == "text")
    let incidents = await host.finish()
    #expect(incidents.map(\.kind) == [.badExit])
    messages.expect(incidents.map(\.failure.message), entry)
  }

  @Test func `a program that was never asked anything ends as well`() async throws {
    let host = try ProgramHost.misbehaving("behaves")
    _ = try await host.start(jobs: 3)
    #expect(await host.finish() == [])
  }
}
