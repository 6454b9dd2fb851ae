import AdapterHost
import CanonicalJSON
import Conformance
import MessageSnapshot
import Testing

@Suite(.ownThreads) struct RequestTests {
  private let messages = MessageSnapshot("Requests to programs")
  private let texts = (1...12).map { "text \($0)" }

  @Test(arguments: ["behaves", "answers-in-reverse", "answers-byte-by-byte"])
  func `each request gets its own answer, in whichever order they come`(mode: String) async throws {
    let host = try ProgramHost.misbehaving(mode)
    #expect(try await host.start().name == "misbehaving")
    #expect(await host.say(texts).map(\.said) == texts)
    #expect(await host.sayTogether(texts).map(\.said) == texts)
    #expect(await host.sayTogether([]) == [])
    #expect(await host.finish() == [])
  }

  @Test func `the version and language of a program are those of its reply to initialize`()
    async throws
  {
    let host = try ProgramHost.misbehaving("behaves")
    let handshake = try await host.start()
    #expect(handshake.version == "1" && handshake.language == "Swift")

    let details = ProgramImplementation(handshake, name: "mine", origin: .default, host: host)
      .details
    #expect(details.version == "1" && details.language == "Swift")
    #expect(details.command?.hasSuffix("misbehaving-program behaves ''") == true, "\(details)")
    #expect(await host.finish() == [])
  }

  @Test func `a request's time begins at the previous reply, and a request in flight has no other`()
    async throws
  {
    let host = try ProgramHost.misbehaving("answers-slowly")
    _ = try await host.start()
    let start = ContinuousClock.now
    let durations = await host.timesTogether(["one", "two", "three"]).compactMap(\.self)
    let whole = ContinuousClock.now - start

    #expect(durations.count == 3)
    #expect(durations.reduce(.zero, +) <= whole, "\(durations) in \(whole)")
    #expect(await host.finish() == [])
  }

  @Test func `a request that kills the program has the time until its end`() async throws {
    let host = try ProgramHost.misbehaving("exits", over: "bad")
    _ = try await host.start()
    let durations = await host.timesTogether(["bad", "good"])
    #expect(durations.allSatisfy { $0.map { $0 > .zero } == true }, "\(durations)")
    _ = await host.finish()
    #expect(await host.timesTogether(["late"]) == [nil], "a request that isn't sent takes no time")
  }

  @Test
  func `no more requests are in flight than the window has room for, and no fewer`() async throws {
    let host = try ProgramHost.misbehaving(
      "tells-how-many-wait",
      limits: ProgramLimits(timeout: .seconds(30), window: 3)
    )
    _ = try await host.start()
    let counts = await host.say(texts).compactMap { $0.output?.value.number?.integer }
    #expect(counts.count == texts.count)
    #expect(counts.max() == 3, "\(counts)")
    #expect(await host.finish() == [])
  }

  @Test func `as many processes answer as there are jobs`() async throws {
    let host = try ProgramHost.misbehaving(
      "tells-its-process",
      limits: ProgramLimits(timeout: .seconds(30), window: 1)
    )
    _ = try await host.start(jobs: 2)
    var processes: Set<JSONValue> = []
    // The second process may take a while to start. Until then, the first one answers.
    for _ in 0..<1_000 where processes.count < 2 {
      let answers = await host.say(texts).compactMap(\.output?.value)
      #expect(answers.count == texts.count)
      processes.formUnion(answers)
      try await Task.sleep(for: .milliseconds(10))
    }
    #expect(processes.count == 2)
    #expect(await host.finish() == [])
  }

  @Test func `the clock of a request starts with the last reply`() async throws {
    // Each answer takes a quarter of a second, so that all of them together take longer than one may.
    let texts = (1...24).map { "text \($0)" }
    let host = try ProgramHost.misbehaving("answers-slowly", limits: .impatient(window: 24))
    _ = try await host.start()
    #expect(await host.say(texts).map(\.said) == texts)
    #expect(await host.finish() == [])
  }

  @Test
  func `a second answer is told once, under the name that the program was given`() async throws {
    let host = try ProgramHost.misbehaving("answers-forever", over: "again", name: "mine")
    #expect(try await host.start().name == "misbehaving")
    #expect(await host.say("again").said == "again")
    let incidents = await host.finish()
    #expect(incidents.map(\.kind) == [.misbehaved(case: "again")])
    #expect(incidents.map(\.implementation) == ["mine"])
  }

  @Test
  func `an answer to what an earlier process was asked is none to what this one is asked`()
    async throws
  {
    let host = try ProgramHost.misbehaving("answers-the-first-id", limits: .impatient())
    _ = try await host.start()
    #expect(await host.say("first") == .output(0))
    // The process that got the first request answers it a second time. The next process never got
    // it.
    let failure = await host.say("second").failure
    messages.expect(failure ?? "an output", "an answer to an earlier process")
    #expect(await host.finish().map(\.kind) == [.misbehaved(case: "first")])
  }
}
