import AdapterHost
import Conformance
import Testing

@Suite(.ownThreads) struct EndTests {
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
    #expect(throws: ImplementationFailure("was not started, since the run was interrupted")) {
      try result.get()
    }
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
    let failure = ImplementationFailure("exited with status 3", .crash, log: ["licence expired"])
    await #expect(throws: failure) { try await host.start() }
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
    ("exits-in-error-at-end", "exited with status 3"),
    ("crashes-at-end", "was ended by signal 11 (SIGSEGV)"),
    (
      "speaks-at-end",
      "wrote a line that is no JSON (column 1: expected a value, found 'G'): Good bye!"
    ),
    ("speaks-half-a-line-at-end", "exited with status 0, having written half a line: Good"),
  ])
  func `what a program does wrong once its input has ended is told`(
    mode: String,
    message: String
  ) async throws {
    let host = try ProgramHost.misbehaving(mode)
    _ = try await host.start()
    #expect(await host.say("text").said == "text")
    let incidents = await host.finish()
    #expect(incidents.map(\.kind) == [.endedBadly])
    #expect(incidents.map(\.failure.message) == [message])
  }

  @Test func `a program that was never asked anything ends as well`() async throws {
    let host = try ProgramHost.misbehaving("behaves")
    _ = try await host.start(jobs: 3)
    #expect(await host.finish() == [])
  }
}
