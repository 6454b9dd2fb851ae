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
  func `a start that is cancelled, be it before it began, starts nothing`(delay: Duration) async throws {
    let host = try ProgramHost.misbehaving("gives-no-handshake", limits: .boundless)
    let start = Task {
      if delay == .zero { while !Task.isCancelled { await Task.yield() } }
      return try await host.start()
    }
    try await Task.sleep(for: delay)
    start.cancel()
    let result = await start.result
    #expect(throws: ImplementationFailure("was not started, since the run was interrupted")) { try result.get() }
    #expect(await host.finish() == [])
  }

  @Test(arguments: ["behaves", "exits-in-error-at-end", "speaks-at-end", "stays-at-end", "leaves-child"])
  func `a program is asked to end, and ended where it doesn't`(mode: String) async throws {
    let host = try ProgramHost.misbehaving(mode)
    _ = try await host.start()
    #expect(await host.say("text").said == "text")
    #expect(await host.finish() == [])
    #expect(await host.say("text") == .notRun)
  }

  @Test func `a program that was never asked anything ends as well`() async throws {
    let host = try ProgramHost.misbehaving("behaves", jobs: 3)
    _ = try await host.start()
    #expect(await host.finish() == [])
  }
}
