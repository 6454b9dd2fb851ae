import Foundation
import TestRandomness
import Testing

/// Tests of untrusted text in everything that Parity prints.
struct HostileTextTests {
  /// The text as a JSON string. The characters that an argument can't hold are only in this one.
  private static let inFile =
    #"a\u0000\u0007\u001b]0;x\u007f\u009b2J\u202e\u2066\n::error::obey\n ##vso[task]##[error]"#
  private static let asArgument =
    "a\u{7}\u{1B}]0;x\u{7F}\u{9B}2J\u{202E}\u{2066}\n::error::obey\n ##vso[task]##[error]"

  @Test(arguments: [
    ["check", "--only"], ["check", "--row"], ["check", "--contract"],
    ["check", "--implementation"],
    ["check", "--root"],
    ["check", "--report"], ["check", "--shard"], ["check", "--command"], ["explain"],
    ["explain", "--events"], ["run"],
    ["repro", "--implementation", "reference"], ["doctor", "--implementation"],
    ["doctor", "--command"],
    ["matrix", "--check"],
    ["review", "--accept"], ["new", "case", "--row", "message-text"],
    ["new", "row", "--clauses", "R1", "--scenario", "s"],
    ["new", "contract", "--operation"], ["diff", "nowhere.json"], ["merge"],
    ["lint", "--contract"], [],
  ])
  func `a message does not obey the argument that it quotes`(words: [String]) async throws {
    let suite = try await TemporarySuite.recorded()
    let run = try await suite.parity(words + [Self.asArgument])
    #expect(run.end != .exit(0), run.transcript)
    run.expectHarmless()
  }

  @Test(arguments: [
    "has-hostile-name", "refuses-handshake-hostilely", "answers-with-hostile-error",
    "exits-with-hostile-log",
    "writes-hostile-line",
  ])
  func `nothing obeys what a program says`(mode: String) async throws {
    let suite = try await TemporarySuite.recorded()
    let program = try MisbehavingProgram(mode).command
    let input = #"{"events":[{"type":"user","message":{"content":"\#(MisbehavingProgram.mark)"}}]}"#
    let commands = [
      ["check"], ["regenerate"], ["doctor"], ["matrix"], ["repro", "answer"], ["review"],
      ["run", "session-detail/timeline"],
    ]
    for words in commands.sampled(every: 2) {
      let run = try await suite.parity(words + ["--command", program], input: input)
      run.expectHarmless()
    }
  }

  @Test func `nothing obeys the files of a suite`() async throws {
    let suite = try await TemporarySuite.recorded()
    try suite.replace(
      "\"A small suite\"",
      with: "\"::error::obey ##vso[task] \(Self.inFile)\"",
      in: Sample.matrix
    )
    try suite.replace("Messages are shown.", with: Self.inFile, in: Sample.matrix)
    try suite.replace("messages of both roles", with: Self.inFile, in: Sample.matrix)
    try suite.replace("Nobody can measure it.", with: Self.inFile, in: Sample.matrix)
    try suite.replace("A user says hello.", with: Self.inFile, in: Sample.messages)
    try suite.replace("good day", with: Self.inFile, in: Sample.messages)
    for words in [
      ["check"], ["matrix"], ["review"], ["regenerate", "--dry-run"], ["explain", "answer"],
      ["lint"],
    ] {
      let run = try await suite.parity(words)
      run.expectHarmless()
    }
    try suite.replace("\"entryCount\": 1", with: "\"\(Self.inFile)\": 1", in: Sample.messages)
    try suite.write(#"{ "\#(Self.inFile)": [] }"#, to: "parity.json")
    for words in [
      ["check"], ["lint"], ["audit"],
      ["new", "row", Self.asArgument, "--clauses", "R1", "--scenario", "s"],
    ] {
      let run = try await suite.parity(words)
      run.expect(.exit(65))
      run.expectHarmless()
    }
  }

  @Test(arguments: ["run", "explain"])
  func `nothing obeys an input of standard input`(command: String) async throws {
    let suite = try TemporarySuite()
    for input in [
      #"{"\#(Self.inFile)":1}"#, #"{"events":[{"\#(Self.inFile)":1}]}"#, "\u{1B}]0;x\u{7}",
      #"{"rows":"\#(Self.inFile)"}"#,
    ] {
      let run = try await suite.parity(command, "session-detail/timeline", input: input)
      run.expectHarmless()
    }
    let run = try await suite.parity(
      "run",
      "session-detail/timeline",
      "--jsonl",
      input: #"{"\#(Self.inFile)":1}"#
    )
    run.expect(.exit(1))
    run.expectHarmless()
  }

  @Test func `nothing obeys a report`() async throws {
    let suite = try await TemporarySuite.recorded()
    try await suite.parity("check", "--report", "json=a.json").expect(.exit(0))
    for (old, new) in [
      ("answer", Self.inFile), ("reference", Self.inFile), ("\"harness\"", "\"\(Self.inFile)\""),
    ] {
      try suite.write(
        try suite.text(of: "a.json").replacingOccurrences(of: old, with: new),
        to: "b.json"
      )
      for words in [
        ["diff", "a.json", "b.json"], ["diff", "b.json", "a.json"], ["merge", "b.json"],
        ["merge", "b.json", "b.json"],
      ] {
        let run = try await suite.parity(words)
        run.expectHarmless()
      }
    }
  }
}

extension ProgramRun {
  /// Expects that the output contains nothing that a terminal or a CI system would obey.
  func expectHarmless(sourceLocation: SourceLocation = #_sourceLocation) {
    let text = output + errors
    let steering = text.unicodeScalars.filter { scalar in
      switch scalar.value {
      case 0x0A: false
      case 0...0x1F, 0x7F...0x9F, 0x61C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: true
      default: false
      }
    }
    #expect(
      steering.isEmpty,
      "no control character should be printed: \(steering.map(\.value))\n\(transcript)",
      sourceLocation: sourceLocation
    )
    let commands = text.split(separator: "\n").filter { line in
      line.drop { $0 == " " }.hasPrefix("::") || line.contains("##vso[") || line.contains("##[")
    }
    #expect(
      commands.isEmpty,
      "no line should be a command: \(commands)\n\(transcript)",
      sourceLocation: sourceLocation
    )
    #expect(
      ![.signal(SIGILL), .signal(SIGSEGV), .signal(SIGTRAP), .exit(70)].contains(end),
      transcript,
      sourceLocation: sourceLocation
    )
  }
}
