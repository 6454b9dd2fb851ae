import Foundation
import Testing

struct SignalTests {
  @Test(arguments: [SIGINT, SIGTERM])
  func `a check that is asked to end sums up what ran so far`(signal: Int32) async throws {
    let suite = try await TemporarySuite.recorded(Sample.many(20, saying: "hello"))
    // The program answers the handshake and six cases, and then waits.
    let filter = "$| = 1; if ($. == 8) { open my $file, q(>), q(amid); sleep 3600 }"
    let command = "'\(try Program.url.path)' serve | perl -pe '\(filter)'"
    let run = try await suite.process(
      ["check", "--schedules", "0", "-j", "1", "--timeout", "3000", "--command", command],
      interruption: Launch.Interruption(
        signal: signal,
        after: .zero,
        once: [.appears(suite.url("amid"))]
      )
    )
    run.expect(.exit(128 + signal))
    #expect(
      run.lastLine.wholeMatch(of: /INTERRUPTED  after [1-6] cases? in [^,]*, \d+ skipped/) != nil,
      run.transcript
    )
  }

  @Test(arguments: [SIGINT, SIGTERM])
  func `a signal at any moment ends a check that runs in process`(signal: Int32) async throws {
    let suite = try await TemporarySuite.recorded(Sample.many(20, saying: "hello", events: 40))
    let whole = try await suite.process("check")
    whole.expect(.exit(0))
    // Before the first case, a signal ends the program as it ends any other. After the last case,
    // it comes too late, or ends the program before it prints anything or after it printed all.
    for step in 1..<8 {
      let interruption = Launch.Interruption(signal: signal, after: whole.duration * step / 8)
      let run = try await suite.process("check", interruption: interruption)
      switch run.end {
      case .signal(signal): #expect(run.output == "", "nothing was judged yet\n\(run.transcript)")
      case .exit(0): run.expectCounts(judged: 20, passed: 20, failed: 0)
      default:
        run.expect(.exit(128 + signal))
        let isWhole = run.output.isEmpty || run.lastLine.hasPrefix("PASS")
        let summary = run.lastLine.wholeMatch(
          of: /INTERRUPTED  (before|after) [^,]*(, \d+ skipped)?/
        )
        #expect(isWhole || summary != nil, run.transcript)
      }
    }
  }

  @Test(arguments: [SIGINT, SIGTERM])
  func `a regeneration that is asked to end completes what it began to write`(
    signal: Int32
  ) async throws {
    let suite = try await TemporarySuite.recorded(Sample.many(24, saying: "old"))
    let old = try suite.contents(of: "Golden")
    for (path, text) in Sample.many(24, saying: "new") { try suite.write(text, to: path) }
    try await suite.parity("regenerate").expect(.exit(0))
    let new = try suite.contents(of: "Golden")
    for step in 0..<4 {
      for (path, data) in old where !data.isEmpty { try suite.write(data, to: "Golden/\(path)") }
      let watch = StagingWatch(suite.url("Golden"))
      let run = try await suite.process(
        "regenerate",
        interruption: Launch.Interruption(
          signal: signal,
          after: .milliseconds(step),
          once: [.staged("new-0", watch)]
        )
      )
      // The run may just have ended.
      #expect([.exit(0), .exit(128 + signal)].contains(run.end), run.transcript)
      #expect(
        try suite.contents(of: "Golden") == new,
        "everything should be written\n\(run.transcript)"
      )
    }
  }
}
