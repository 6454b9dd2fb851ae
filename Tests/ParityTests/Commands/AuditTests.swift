import Foundation
import MessageSnapshot
import Testing

struct AuditTests {
  private let messages = MessageSnapshot("parity audit")

  @Test
  func
    `mutants of every clause that are all killed make a sound suite, and the sources stay as they are`()
    async throws
  {
    let suite = try await TemporarySuite.withMutants([.wrong, .silent])
    let before = try suite.contents()
    let run = try await suite.parity("audit", "--full")
    run.expect(
      .exit(0),
      output: [
        "✓ session-detail   2 of 2 mutants killed by 2 of 2 rows, 4 of 4 clauses\n"
      ]
    )
    #expect(run.lastLine == "PASS  2 mutants killed", run.transcript)
    run.expectNoErrors()
    #expect(try suite.contents() == before)
  }

  @Test func `one that lives and one that does not start are told with their places`() async throws
  {
    let suite = try await TemporarySuite.withMutants([.wrong, .silent, .harmless, .dead])
    let run = try await suite.parity("audit", "-j", "1")
    run.expect(
      .exit(1),
      message: "a mutant that lives and one that does not start",
      in: messages,
      output: [
        "\(TemporarySuite.mutants):6:1: error: ", "\(TemporarySuite.mutants):8:1: error: ",
        "oh no\n", "✗ session-detail   2 of 4 mutants killed\n",
      ]
    )
    #expect(
      run.lastLine == "FAIL  1 of 4 mutants survived, 1 of 4 mutants didn't start",
      run.transcript
    )
  }

  @Test
  func `with --verbose each is told with what killed it, the clause's own cases first`()
    async throws
  {
    let suite = try await TemporarySuite.withMutants([.wrong, .silent])
    try await suite.parity("audit", "--verbose").expect(
      .exit(0),
      output: [
        "killed R1: text is changed  \(TemporarySuite.mutants):2:1\n  by answer (message-text)\n",
        "killed C2: errors are lost  \(TemporarySuite.mutants):4:1\n  by error_shown (result-visibility)\n",
      ]
    )
    try await suite.parity("audit", "--verbose", "--full").expect(
      .exit(0),
      output: ["killed R1: text is changed  ", ":2:1\n  by message-text\n"]
    )
  }

  @Test func `one that hangs is killed by the first case that it hangs over`() async throws {
    let suite = try await TemporarySuite.withMutants([.wrong, .silent, .hanging])
    let run = try await suite.parity("audit", "--full", "--json", "--timeout", "1")
    run.expect(
      .exit(0),
      output: [#"{"cases":["greeting"],"clause":"R1""#, #""mistake":"it waits","result":"killed""#]
    )
  }

  @Test func `rows and clauses that kill nothing are warnings, and errors with --strict`()
    async throws
  {
    let suite = try await TemporarySuite.withMutants([.wrong])
    let clause = "\(Sample.matrix):8:13: warning: "
    let row = "\(Sample.matrix):21:13: warning: "
    let quick = try await suite.parity("audit")
    quick.expect(
      .exit(0),
      message: "a clause whose rows kill nothing",
      in: messages,
      output: [clause]
    )
    #expect(!quick.output.contains(row), "that takes every case\n\(quick.transcript)")
    let full = try await suite.parity("audit", "--full")
    full.expect(
      .exit(0),
      message: "a clause and a row that kill nothing",
      in: messages,
      output: [clause, row]
    )
    #expect(try full.command("new mutant").contains("--clause C2"))

    let errors = [clause, row].map { $0.replacing("warning", with: "error") }
    try await suite.parity("audit", "--strict").expect(.exit(1), output: errors)
    try await suite.parity("audit", "--only", "R1: *").expect(.exit(0))
  }

  @Test func `a case that alone pins a rule is missed when it is gone`() async throws {
    let suite = try await TemporarySuite.withMutants([.wrong, .silent])
    try suite.replace(", \"answer\"]", with: "]", in: Sample.matrix)
    try suite.replace("\"id\": \"answer\"", with: "\"id\": \"answers\"", in: Sample.messages)
    try suite.replace("good day", with: "fine day", in: Sample.messages)
    try await suite.parity("audit").expect(
      .exit(1),
      message: "a mutant that only a missing case would kill",
      in: messages,
      output: ["'R1: text is changed'"]
    )
  }

  @Test
  func `an implementation that fails a case as it is tells nothing by it, unless that is known`()
    async throws
  {
    let suite = try await TemporarySuite.withMutants([.silent])
    try suite.replace("serve", with: "serve | sed -u s/good/bad/", in: "program/serve.sh")
    try await suite.parity("audit", "--only", "C2*").expect(
      .exit(1),
      message: "a case that kills nothing",
      in: messages,
      output: ["'answer'", "1 of 1 mutant killed"]
    )
    try await suite.parity(
      "known",
      "add",
      "--implementation",
      "shell",
      "--schedules",
      "0",
      "--reason",
      "slow"
    )
    .expect(.exit(0), output: ["1 known failure added"])
    try await suite.parity("audit", "--only", "C2*").expect(
      .exit(0),
      output: ["1 of 1 mutant killed"]
    )
    try suite.replace("exec", with: "exit 1; exec", in: "program/serve.sh")
    try await suite.parity("audit", "--only", "C2*").expect(
      .exit(1),
      message: "a program that exits without a mutant",
      in: messages
    )
    let program = try TemporarySuite.pathOfProgram
    try suite.write("exec \(program) serve | sed -u -n 1p\n", to: "program/serve.sh")
    let hung = try await suite.parity("audit", "--only", "C2*", "--timeout", "1")
    hung.expect(.exit(1))
    messages.expect(hung.report, "a program that hangs without a mutant")
  }

  @Test(arguments: [
    (
      "clause\": \"R1", "clause\": \"R7",
      1, "2:13", "an unknown clause"
    ),
    (
      "\"shell\"", "\"shel\"",
      1, "2:67", "a misspelled implementation"
    ),
    ("program/serve.sh", "program/serv.sh", 1, "3:11", "a file that is missing"),
    ("program/serve.sh", "../serve.sh", 1, "3:11", "a file outside the root"),
    (
      "find\": \"serve", "find\": \"swerve",
      1, "3:39", "a text that the file lacks"
    ),
    (
      "find\": \"serve", "find\": \"e",
      1, "3:39", "a text that the file has repeatedly"
    ),
    ("| sed -u s/good/bad/", "", 1, "3:", "a text that the file lacks, replaced by itself"),
    (
      "\"replace\"", "\"replaced\"",
      65, "3:", "a misspelled member"
    ),
    (
      "\"mistake\"", "\"mistake\": 1, \"mistak\"",
      65, "2:", "a mistake that is a number"
    ),
    ("mutants", "mutant", 65, "1:3", "a misspelled list"),
    ("]", "", 65, "4:2", "a file that is no JSON"),
  ])
  func `a mutant that can't be made is told by lint and audit, and none is judged`(
    text: String,
    replacement: String,
    status: Int32,
    place: String,
    message: String
  ) async throws {
    let suite = try await TemporarySuite.withMutants([.wrong])
    if text.hasPrefix("|") {
      try suite.replace("serve | sed -u s/good/bad/", with: "serve", in: TemporarySuite.mutants)
      try suite.replace(
        "\"find\": \"serve\"",
        with: "\"find\": \"swerve\"",
        in: TemporarySuite.mutants
      )
    } else {
      try suite.replace(text, with: replacement, in: TemporarySuite.mutants)
    }
    for command in ["audit", "lint"] {
      let run = try await suite.parity(command)
      run.expect(.exit(status), output: ["\(TemporarySuite.mutants):\(place)", ": error: "])
      messages.expect(run.lines(with: "\(TemporarySuite.mutants):"), message)
      if command == "audit" { messages.expect(run.errors, "mutants that can't be made") }
    }
    try await suite.parity("check").expect(.exit(0))
  }

  /// How a program reaches the source that a mutant edits.
  enum Reach: CaseIterable {
    case relativeLink, absoluteLink, folderLink, hidden, package, linkedPackage, hardLink

    /// The file that the mutant names, and the actual file.
    fileprivate var files: (named: String, real: String) {
      switch self {
      case .relativeLink, .absoluteLink: ("program/part.sh", "shared/part.sh")
      case .folderLink: ("program/lib/part.sh", "shared/part.sh")
      case .hidden: (".lib/part.sh", ".lib/part.sh")
      case .package: ("program/node_modules/part/part.sh", "program/node_modules/part/part.sh")
      case .linkedPackage: ("program/node_modules/part/part.sh", "packages/part/part.sh")
      case .hardLink: ("program/part.sh", "elsewhere.sh")
      }
    }
  }

  @Test(arguments: Reach.allCases)
  func `a mutant is killed wherever its file lies, and the real one is not written`(
    reach: Reach
  ) async throws {
    let suite = try await Self.suite(reaching: reach)
    let before = try suite.contents()
    try await suite.parity("lint").expect(.exit(0))
    let run = try await suite.parity("audit", "--only", "R1*", "--json")
    run.expect(.exit(0), output: [#""result":"killed""#])
    #expect(try suite.contents() == before, run.transcript)

    // A mutant that hangs is certainly in its copy when the audit is killed.
    try suite.write(TestMutant.file([.hanging], of: reach.files.named), to: TemporarySuite.mutants)
    let unedited = try suite.text(of: reach.files.real)
    let killed = try await suite.shell(
      """
      export TMPDIR='\(try suite.outside("temporary").path)'
      "$PARITY" audit --only 'R1*' --timeout 60 >/dev/null 2>&1 & p=$!
      until grep -qrs --include='*.sh' 'sed -u -n' "$TMPDIR"; do kill -0 $p || exit 1; done
      kill -KILL $p
      wait $p
      """
    )
    #expect(killed.end == .exit(137), killed.transcript)
    #expect(try suite.text(of: reach.files.real) == unedited)
  }

  @Test(arguments: ["program/part.sh", "program"])
  func `a mutant whose file is outside the repository is refused, and the file stays as it is`(
    link: String
  ) async throws {
    let suite = try await TemporarySuite.withMutants([.wrong])
    let outside = try suite.outside()
    let place = outside.appendingPathComponent("part.sh")
    try suite.text(of: "program/serve.sh").write(to: place, atomically: true, encoding: .utf8)
    if link == "program" {
      try suite.write("sh program/part.sh\n", to: "tools/serve.sh")
      try suite.remove("program")
      try suite.replace("program/serve.sh", with: "tools/serve.sh", in: "parity.json")
    }
    try suite.link(link, to: link == "program" ? outside.path : place.path)
    try suite.write(TestMutant.file([.wrong], of: "program/part.sh"), to: TemporarySuite.mutants)
    let text = try String(contentsOf: place, encoding: .utf8)
    let target = link == "program" ? outside.path : place.path

    for command in ["lint", "audit"] {
      let run = try await suite.parity(command)
      run.expect(.exit(1), output: [target])
      #expect(run.output.components(separatedBy: ": error: ").count == 2, run.transcript)
    }
    let mutants = try suite.text(of: TemporarySuite.mutants)
    try await suite.parity(
      "new",
      "mutant",
      "late",
      "--clause",
      "R1",
      "--file",
      "program/part.sh",
      "--find",
      "serve",
      "--replace",
      "swerve"
    ).expect(.exit(64), errors: [target])
    #expect(try suite.text(of: TemporarySuite.mutants) == mutants)
    #expect(try String(contentsOf: place, encoding: .utf8) == text)
  }

  /// Returns a suite with one mutant, whose program runs a part from another place.
  private static func suite(reaching reach: Reach) async throws -> TemporarySuite {
    let suite = try await TemporarySuite.withMutants([.wrong])
    let (named, real) = reach.files
    try suite.write(try suite.text(of: "program/serve.sh"), to: real)
    switch reach {
    case .relativeLink: try suite.link(named, to: "../shared/part.sh")
    case .absoluteLink: try suite.link(named, to: suite.url(real).path)
    case .folderLink: try suite.link("program/lib", to: "../shared")
    case .linkedPackage: try suite.link("program/node_modules/part", to: "../../packages/part")
    case .hardLink:
      try FileManager.default.linkItem(at: suite.url(real), to: suite.url(named))
    case .hidden, .package: break
    }
    try suite.write("exec sh \(named)\n", to: "program/serve.sh")
    try suite.write(TestMutant.file([.wrong], of: named), to: TemporarySuite.mutants)
    return suite
  }

  @Test func `a mutant that changes nothing, or is there twice, is a finding`() async throws {
    let suite = try await TemporarySuite.withMutants([
      TestMutant(mistake: "same", replacement: "serve"), .wrong,
    ])
    try suite.replace("text is changed", with: "same", in: TemporarySuite.mutants)
    try await suite.parity("lint").expect(
      .exit(1),
      message: "a mutant that changes nothing and one that is there twice",
      in: messages,
      output: [
        "\(TemporarySuite.mutants):3:39: error: ", "\(TemporarySuite.mutants):4:1: error: ",
      ]
    )
  }

  @Test func `mutants of another file are judged instead, and need no clause`() async throws {
    let suite = try await TemporarySuite.withMutants([])
    try suite.write(
      TestMutant.file([.wrong, .harmless]).replacingOccurrences(
        of: "\"clause\": \"R1\", ",
        with: ""
      ),
      to: "more.json"
    )
    let run = try await suite.parity(
      "audit",
      "--contract",
      "session-detail",
      "--mutants",
      "more.json",
      "--json"
    )
    run.expect(.exit(1))
    let results = run.output.components(separatedBy: "\"result\":\"").dropFirst().map {
      $0.prefix { $0 != "\"" }
    }
    #expect(results == ["killed", "survived"], run.transcript)
    try await suite.parity(
      "audit",
      "--contract",
      "session-detail",
      "--mutants",
      suite.url("more.json").path
    ).expect(
      .exit(1),
      message: "a mutant of another file that lives",
      in: messages,
      output: ["more.json:4:1: error: "]
    )
    try await suite.parity("audit", "--contract", "session-detail", "--mutants", "less.json")
      .expect(
        .exit(65),
        message: "another file that is missing",
        in: messages,
        output: ["less.json: error: "]
      )
    try await suite.parity("audit", "--mutants", "more.json").expect(
      .exit(64),
      message: "--mutants without --contract",
      in: messages
    )
    try await suite.parity("audit", "--only", "X*").expect(
      .exit(64),
      message: "a pattern that matches no mutant",
      in: messages
    )
  }

  @Test func `a contract without mutants is red`() async throws {
    let run = try await TemporarySuite.recorded().parity("audit")
    run.expect(.exit(1), output: [TemporarySuite.mutants])
    messages.expect(run.report, "a contract without mutants")
  }

  @Test func `a document is fresh until something changes, whatever stands before it`() async throws
  {
    let suite = try await TemporarySuite.withMutants([.wrong, .silent])
    let document = try await suite.parity("audit", "--markdown")
    document.expect(
      .exit(0),
      output: [
        "# Audit\n", "\n## session-detail\n", "\n| R1 | text is changed | 1 | message-text |\n",
        "\n| C1 | 1 |\n", "\n| C3 | 0 |\n", "\n| result-visibility | 1 |\n",
      ]
    )
    try suite.write("# Scores\n\n" + document.output, to: "docs/audit.md")
    try await suite.parity("audit", "--check", "docs/audit.md").expect(.exit(0))
    try suite.write("stale", to: "docs/audit.md")
    try await suite.parity("audit", "--check", "docs/audit.md").expect(
      .exit(1),
      message: "a document that is out of date",
      in: messages,
      errors: ["parity audit --markdown > docs/audit.md\n"]
    )
  }

  @Test func `a golden that can't be read ends the audit`() async throws {
    let suite = try await TemporarySuite.withMutants([.wrong])
    try suite.write("{", to: Sample.golden(of: "greeting"))
    try await suite.parity("audit").expect(
      .exit(65),
      message: "a golden that can't be read",
      in: messages,
      errors: ["\(Sample.golden(of: "greeting")):1:2: error: "]
    )
  }

  @Test func `where no temporary folder can be made, one message says so`() async throws {
    let suite = try await TemporarySuite.withMutants([.wrong])
    try await suite.process("audit", environment: ["TMPDIR": suite.url("nowhere").path]).expect(
      .exit(69),
      message: "no temporary folder",
      in: messages
    )
  }

  @Test
  func `an audit's findings make a check red, and the page shows how many are killed`() async throws
  {
    let suite = try await TemporarySuite.withMutants([.wrong, .harmless])
    let run = try await suite.parity(
      "check",
      "--audit",
      "--schedules",
      "0",
      "--report",
      "html=page.html"
    )
    run.expect(
      .exit(1),
      message: "the findings of an audit in a check",
      in: messages,
      output: [
        "'R1: nothing is wrong'", "✗ session-detail   1 of 2 mutants killed\n",
      ]
    )
    run.expectCounts(judged: 4, passed: 4, failed: 0)
    #expect(
      try suite.text(of: "page.html").contains(#""audit":{"isSound":false,"killed":1,"kills":["#)
    )
    let plain = try await suite.parity("check", "--schedules", "0")
    plain.expect(.exit(0))
    #expect(!plain.output.contains("mutant"), plain.transcript)
  }
}
