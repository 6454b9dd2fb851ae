import MessageSnapshot
import Testing

struct RegenerateTests {
  private let messages = MessageSnapshot("parity regenerate")

  @Test
  func `changes are shown before the summary and written, and a second run has nothing to do`()
    async throws
  {
    let suite = try TemporarySuite()
    let first = try await suite.parity("regenerate")
    first.expect(
      .exit(0),
      output: ["new session-detail/greeting\n", "+       \"content\": \"hello\",\n"]
    )
    first.expectNoErrors()
    #expect(first.lastLine == "4 new", first.transcript)

    let written = try suite.contents(of: "Golden")
    let goldens = Sample.cases.map { "session-detail/\($0).json" }
    #expect(Set(written.keys) == Set(goldens + ["session-detail", "golden.lock.jsonl"]))

    let second = try await suite.parity("regenerate")
    second.expect(.exit(0))
    #expect(second.output == "nothing to do\n", second.transcript)
    #expect(try suite.contents(of: "Golden") == written, "the second run should write nothing")
    try await suite.parity("check").expect(.exit(0))
  }

  @Test func `a changed output is shown with both values and the version it asks for`() async throws
  {
    let suite = try await changedSuite()
    let run = try await suite.parity("regenerate")
    run.expect(
      .exit(0),
      output: [
        "changed session-detail/answer\n", "at /entries/0/content  − \"good day\"\n",
        "+ \"good night\"\n", " 2.0.0 of session-detail\n", "\"version\" to \"2.0.0\"",
        " \(Sample.matrix)\n",
      ]
    )
    messages.expect(run.report, "a changed output")
    #expect(run.lastLine == "1 changed", run.transcript)
    #expect(try suite.text(of: Sample.golden(of: "answer")).contains("\"content\": \"good night\""))

    try await suite.parity("check").expect(
      .exit(1),
      message: "a version that is too low",
      in: messages,
      output: ["\"2.0.0\""]
    )
    try suite.replace("\"version\": \"1.0.0\"", with: "\"version\": \"2.0.0\"", in: Sample.matrix)
    try await suite.parity("check").expect(.exit(0))
  }

  @Test(arguments: [
    [], ["--mode", "missing"], ["--mode", "changed"], ["--mode", "all"], ["--only", "answer"],
  ])
  func `a dry run shows the same, writes nothing and exits 1 while something is pending`(
    options: [String]
  ) async throws {
    let suite = try await changedSuite()
    if options == ["--mode", "missing"] { try suite.remove(Sample.golden(of: "answer")) }
    let before = try suite.contents()
    let dry = try await suite.parity(["regenerate", "--dry-run"] + options)
    dry.expect(.exit(1), output: ["session-detail/answer\n", "\ndry run: 1 "])
    #expect(try suite.contents() == before, "a dry run should write nothing")
    let wet = try await suite.parity(["regenerate"] + options)
    wet.expect(.exit(0))
    #expect(
      dry.output.replacing("dry run: ", with: "") == wet.output,
      "\(dry.transcript)\n\(wet.transcript)"
    )
    let settled = try await suite.parity(["regenerate", "--dry-run"] + options)
    settled.expect(.exit(0))
    #expect(settled.output == "dry run: nothing to do\n", settled.transcript)
  }

  @Test(
    arguments: [
      ("missing", ["greeting"], "1 new"),
      ("changed", ["answer"], "1 changed"),
      ("all", ["answer", "greeting"], "1 changed, 1 new"),
    ])
  func `a mode says which goldens are written`(
    mode: String,
    written: [String],
    summary: String
  ) async throws {
    let suite = try await changedSuite()
    try suite.remove(Sample.golden(of: "greeting"))
    let before = try suite.contents(of: TemporarySuite.goldens)
    let run = try await suite.parity("regenerate", "--mode", mode)
    run.expect(.exit(0))
    #expect(run.lastLine == summary, run.transcript)
    let after = try suite.contents(of: TemporarySuite.goldens)
    let changed = after.filter { before[$0.key] != $0.value }.keys.sorted()
    #expect(changed == written.map { "\($0).json" }, run.transcript)
  }

  @Test func `a golden without a case is removed by a complete run alone`() async throws {
    let suite = try await TemporarySuite.recorded()
    try suite.replace("\"messages.json\", ", with: "", in: Sample.matrix)
    try suite.replace("\"greeting\", \"answer\"", with: "", in: Sample.matrix)
    for options in [
      ["--only", "error_shown"], ["--mode", "missing"], ["--mode", "changed"],
      ["--skip", "error_shown"],
    ] {
      let run = try await suite.parity(["regenerate"] + options)
      #expect(try suite.contents(of: TemporarySuite.goldens).count == 4, run.transcript)
    }
    let run = try await suite.parity("regenerate")
    run.expect(
      .exit(0),
      output: ["removed session-detail/answer\n", "removed session-detail/greeting\n"]
    )
    #expect(
      Set(try suite.contents(of: TemporarySuite.goldens).keys) == [
        "error_shown.json", "success_hidden.json",
      ],
      run.transcript
    )
  }

  @Test func `a new id with the same input is a rename`() async throws {
    let suite = try await TemporarySuite.recorded()
    let golden = try suite.text(of: Sample.golden(of: "answer"))
    for path in [Sample.matrix, Sample.messages] {
      try suite.replace("\"answer\"", with: "\"reply\"", in: path)
    }
    let run = try await suite.parity("regenerate")
    run.expect(
      .exit(0),
      output: ["renamed session-detail/reply\n", "session-detail/answer"]
    )
    messages.expect(run.report, "a golden that is renamed")
    #expect(try suite.text(of: Sample.golden(of: "reply")) == golden)
    #expect(
      try suite.contents(of: TemporarySuite.goldens)["answer.json"] == nil,
      "the old golden should be gone"
    )
    try await suite.parity("check").expect(.exit(0))
  }

  @Test func `a quiet run that writes everything prints the counts only`() async throws {
    let suite = try TemporarySuite()
    let run = try await suite.parity("regenerate", "--quiet")
    run.expect(.exit(0))
    #expect(run.output == "4 new\n", run.transcript)
  }

  @Test func `a quiet run names the goldens that it keeps`() async throws {
    let suite = try await TemporarySuite.recorded()
    try suite.replace("hello", with: "hallo", in: Sample.golden(of: "greeting"))
    let run = try await suite.parity("regenerate", "-q")
    run.expect(.exit(1))
    #expect(run.output == "kept session-detail/greeting\n\n1 kept\n", run.transcript)
  }
}

/// Returns the recorded sample with one case whose output has changed since.
func changedSuite() async throws -> TemporarySuite {
  let suite = try await TemporarySuite.recorded()
  try suite.replace("good day", with: "good night", in: Sample.messages)
  return suite
}
