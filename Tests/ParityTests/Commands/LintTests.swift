import Foundation
import MessageSnapshot
import Testing

struct LintTests {
  private let messages = MessageSnapshot("parity lint")

  @Test func `a suite that holds has no finding`() async throws {
    let run = try await TemporarySuite.recorded().parity("lint")
    run.expect(.exit(0))
    run.expectNoErrors()
    #expect(run.output == "4 cases checked, 0 errors\n", run.transcript)
  }

  @Test func `what nothing would judge is told`() async throws {
    let suite = try await TemporarySuite.recorded()
    try suite.write("{ \"cases\": [] }", to: "\(TemporarySuite.fixtures)/unnamed.json")
    try suite.write(
      try suite.text(of: TemporarySuite.lock).replacingOccurrences(
        of: "session-detail",
        with: "sesion-detail"
      )
        + suite.text(of: TemporarySuite.lock),
      to: TemporarySuite.lock
    )
    try FileManager.default.createSymbolicLink(
      atPath: suite.url("parity.json").path,
      withDestinationPath: "nowhere"
    )
    let findings = [
      "\(TemporarySuite.fixtures)/unnamed.json: error: ",
      "\(TemporarySuite.lock):1:1: error: ",
      "parity.json: error: ",
    ]
    try await suite.parity("lint").expect(
      .exit(65),
      message: "what nothing would judge",
      in: messages,
      output: findings
    )
    try suite.remove("parity.json")
    let others = Array(findings.prefix(2))
    for command in ["lint", "check"] {
      let run = try await suite.parity(command)
      run.expect(.exit(65), output: others)
      messages.expect(run.lines(with: others), "what nothing would judge without parity.json")
    }
  }

  @Test
  func `an input that the linked reference refuses is told at its place, by lint and by check`()
    async throws
  {
    let suite = try await TemporarySuite.recorded()
    try suite.replace(
      "\"sequence_number\": 1,",
      with: "\"sequence_number\": 1.5,",
      in: Sample.messages
    )
    try await suite.parity("lint").expect(
      .exit(1),
      message: "an input that lint refuses",
      in: messages,
      output: ["\(Sample.messages):19:32: error: "]
    )
    let check = try await suite.parity("check")
    check.expect(.exit(1), output: ["\(Sample.messages):19:32\n"])
    messages.expect(check.paragraph("FAILED session-detail/answer"), "an input that check refuses")
  }

  @Test func `an unknown support is told with those that there are`() async throws {
    let suite = try TemporarySuite()
    for (name, message) in [
      ("session-detial", "a misspelled support"), ("x", "an unknown support"),
    ] {
      try suite.write(Sample.files[Sample.matrix] ?? "", to: Sample.matrix)
      try suite.replace(
        #""support": "session-detail""#,
        with: #""support": "\#(name)""#,
        in: Sample.matrix
      )
      for command in ["lint", "check"] {
        let run = try await suite.parity(command)
        run.expect(.exit(65), output: ["\(Sample.matrix):4:40: error: ", "'\(name)'"])
        messages.expect(run.lines(with: "\(Sample.matrix):4:40: error: "), message)
      }
    }
  }

  @Test
  func `other folders of Fixtures and Golden mean nothing, whatever they are called`() async throws
  {
    let suite = try await TemporarySuite.recorded()
    try suite.write("{}", to: "Fixtures/users/x.json")
    _ = try await suite.shell("mkdir Golden/$(printf 'x\\377') Fixtures/$(printf 'x\\377')")
    try await suite.parity("lint").expect(.exit(0), output: ["4 cases checked, 0 errors\n"])
  }

  @Test func `a golden that is cut off is no edit, and every command ends with 65`() async throws {
    let suite = try await TemporarySuite.recorded()
    try suite.write("{\n  \"entries\": [\n", to: Sample.golden(of: "greeting"))
    for command in ["lint", "check", "matrix", "regenerate", "review"] {
      let run = try await suite.parity(command)
      run.expect(.exit(65))
      if command != "matrix" {
        #expect(
          run.output.contains("\(Sample.golden(of: "greeting")):3:1: error: "),
          run.transcript
        )
      }
    }
  }

  @Test func `a version has no more than nine digits in a part`() async throws {
    let suite = try await TemporarySuite.recorded()
    try suite.replace("\"1.0.0\"", with: "\"9223372036854775807.0.0\"", in: Sample.matrix)
    let place = "\(Sample.matrix):3:14: error: "
    for command in ["lint", "regenerate", "review"] {
      let run = try await suite.parity(command)
      run.expect(.exit(65), output: [place])
      messages.expect(run.lines(with: place), "a version with too many digits")
    }
    try suite.replace("\"9223372036854775807.0.0\"", with: "\"999999999.0.0\"", in: Sample.matrix)
    try suite.replace("good day", with: "good night", in: Sample.messages)
    try suite.remove(TemporarySuite.lock)
    try suite.remove(TemporarySuite.goldens)
    try await suite.parity("regenerate").expect(.exit(0))
    try suite.replace("good night", with: "good day", in: Sample.messages)
    try await suite.parity("regenerate").expect(.exit(0))
    try await suite.parity("check").expect(.exit(0))
  }

  @Test func `everything that is wrong is found in one run`() async throws {
    let suite = try await TemporarySuite.recorded()
    try suite.replace(
      "\"cases\": [\"greeting\", \"answer\"]",
      with: "\"cases\": [\"greting\"]",
      in: Sample.matrix
    )
    try suite.replace("\"clauses\": [\"R1\"]", with: "\"clauses\": [\"R2\"]", in: Sample.matrix)
    try suite.replace("{ \"clause\": \"C3\"", with: "{ \"clause\": \"C2\"", in: Sample.matrix)
    try suite.replace(
      "\"id\": \"result-visibility\"",
      with: "\"id\": \"message-text\"",
      in: Sample.matrix
    )
    try suite.replace("good day", with: "good night", in: Sample.messages)
    try suite.replace("out of luck", with: "in luck", in: Sample.golden(of: "error_shown"))
    try suite.remove(Sample.golden(of: "greeting"))
    try suite.write("{}\n", to: Sample.golden(of: "orphan"))
    try suite.write("?", to: "\(TemporarySuite.goldens)/notes.txt")
    let lock = try suite.text(of: TemporarySuite.lock)
    try suite.write(lock + lock.split(separator: "\n")[0] + "\n", to: TemporarySuite.lock)
    let before = try suite.contents()

    let run = try await suite.parity("lint")
    run.expect(
      .exit(1),
      output: [
        "\(Sample.matrix):18:17: error: ", "\(Sample.matrix):17:19: error: ",
        "\(Sample.matrix):6:13: error: ", "\(Sample.matrix):7:13: error: ",
        "\(Sample.matrix):9:13: error: ", "\(Sample.matrix):8:13: error: ",
        "\(Sample.matrix):21:13: error: ", "\(Sample.matrix):14:13\n",
        "\(Sample.messages):3:5: error: ", "\(Sample.messages):13:5: error: ",
        "Golden/session-detail/error_shown.json: error: ",
        "Golden/session-detail/orphan.json: error: ", "Golden/session-detail/notes.txt: error: ",
        "\(TemporarySuite.lock):5:1: error: ",
        "\n4 cases checked, 15 errors\n",
      ]
    )
    messages.expect(run.report, "everything that is wrong")
    #expect(try suite.contents() == before, "lint should write nothing")

    let check = try await suite.parity("check")
    check.expect(.exit(1), output: ["\(Sample.matrix):18:17: error: "])
  }

  @Test func `findings come in order of file and place`() async throws {
    let suite = try await TemporarySuite.recorded()
    try suite.replace("\"clauses\": [\"C2\"]", with: "\"clauses\": [\"C1\"]", in: Sample.matrix)
    for caseID in Sample.cases { try suite.remove(Sample.golden(of: caseID)) }
    let run = try await suite.parity("lint", "--verbose")
    let places = run.output.split(separator: "\n").filter { $0.contains(": error: ") }.compactMap {
      $0.split(separator: " ").first
    }
    #expect(
      places == [
        "\(Sample.matrix):8:13:", "\(Sample.messages):3:5:", "\(Sample.messages):13:5:",
        "\(Sample.results):3:5:",
        "\(Sample.results):8:5:",
      ],
      run.transcript
    )
  }

  @Test func `a warning is not red`() async throws {
    let suite = try TemporarySuite()
    try suite.replace(
      "\"message\": { \"content\": \"hello\" }",
      with: "\"message\": { \"content\": \"hello\", \"\u{E9}\": 1, \"e\u{301}\": 1 }",
      in: Sample.messages
    )
    try await suite.parity("regenerate").expect(.exit(0))
    let lint = try await suite.parity("lint")
    lint.expect(.exit(0), output: ["4 cases checked, 0 errors, 1 warning\n"])
    let check = try await suite.parity("check")
    for run in [lint, check] {
      run.expect(.exit(0), output: ["\(Sample.messages):6:", ": warning: "])
      messages.expect(run.lines(with: ": warning: "), "a warning")
    }
  }
}
