import Foundation
import Testing

struct AuditTests {
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
        "session-detail: 2 of 2 mutants killed, 2 of 2 rows and 4 of 4 clauses kill at least one\n"
      ]
    )
    run.expectNoErrors()
    #expect(try suite.contents() == before)
  }

  @Test func `one that lives and one that does not start are told with their places`() async throws
  {
    let suite = try await TemporarySuite.withMutants([.wrong, .silent, .harmless, .dead])
    let run = try await suite.parity("audit", "-j", "1")
    run.expect(
      .exit(1),
      output: [
        "\(TemporarySuite.mutants):6:1: error: no case kills 'R1: nothing is wrong'\n",
        "\(TemporarySuite.mutants):8:1: error: 'R1: it ends at once' does not start: it exited with status 3\n",
        "note: oh no\n", "session-detail: 2 of 4 mutants killed\n",
      ]
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
    let clause = "\(Sample.matrix):9:13: warning: the rows of the clause 'C2' "
    let row = ": warning: the row 'result-visibility' "
    let quick = try await suite.parity("audit")
    quick.expect(.exit(0), output: [clause])
    #expect(!quick.output.contains(row), "that takes every case\n\(quick.transcript)")
    let full = try await suite.parity("audit", "--full")
    full.expect(.exit(0), output: [clause, row])
    #expect(try full.command(after: "add a mutant: ").contains("--clause C2"))

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
      output: ["no case kills 'R1: text is changed'"]
    )
  }

  @Test
  func `an implementation that fails a case as it is tells nothing by it, unless that is known`()
    async throws
  {
    let suite = try await TemporarySuite.withMutants([.silent])
    try suite.replace("serve", with: "serve | sed -u s/good/bad/", in: "program/serve.sh")
    let finding =
      "the case 'answer' kills nothing, since it has no golden or 'shell' fails it as it is"
    try await suite.parity("audit", "--only", "C2*").expect(
      .exit(1),
      output: [finding, "1 of 1 mutant killed"]
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
      output: ["no mutant of 'shell' was judged: as it is it exited with status 1\n"]
    )
    try suite.write("exec '\(try Program.url.path)' serve | sed -u -n 1p\n", to: "program/serve.sh")
    try await suite.parity("audit", "--only", "C2*", "--timeout", "1").expect(
      .exit(1),
      output: [
        "no mutant of 'shell' was judged: as it is it was given up with 3 cases left\n",
        "session-detail: no mutant was judged\n",
      ]
    )
  }

  @Test(arguments: [
    (
      "clause\": \"R1", "clause\": \"R7", 1,
      ":2:13: error: no clause is called 'R7'; did you mean 'R1'?"
    ),
    (
      "\"shell\"", "\"shel\"", 1,
      ":2:67: error: no implementation is called 'shel'; did you mean 'shell'?"
    ),
    (
      "program/serve.sh", "program/serv.sh", 1,
      ":3:11: error: 'program/serv.sh' can't be read: no such file or"
    ),
    (
      "program/serve.sh", "../serve.sh", 1,
      ":3:11: error: '../serve.sh' can't be copied together with the program"
    ),
    (
      "find\": \"serve", "find\": \"swerve", 1,
      ":3:39: error: program/serve.sh does not have this text"
    ),
    ("find\": \"serve", "find\": \"e", 1, "program/serve.sh has this text "),
    ("| sed -u s/good/bad/", "", 1, "error: program/serve.sh does not have this text"),
    (
      "\"replace\"", "\"replaced\"", 65,
      "error: a mutant has no member 'replaced'; did you mean 'replace'?"
    ),
    ("\"mistake\"", "\"mistake\": 1, \"mistak\"", 65, "error: 'mistake' is a string, not a number"),
    (
      "mutants", "mutant", 65,
      ":1:3: error: a list of mutants has no member 'mutant'; did you mean 'mutants'?"
    ),
    ("]", "", 65, "error: expected"),
  ])
  func `a mutant that can't be made is told by lint and audit, and none is judged`(
    text: String,
    replacement: String,
    status: Int32,
    message: String
  ) async throws {
    let suite = try await TemporarySuite.withMutants([.wrong])
    if message.hasSuffix("not have this text"), text.hasPrefix("|") {
      try suite.replace("serve | sed -u s/good/bad/", with: "serve", in: TemporarySuite.mutants)
      try suite.replace(
        "\"find\": \"serve\"",
        with: "\"find\": \"swerve\"",
        in: TemporarySuite.mutants
      )
    } else {
      try suite.replace(text, with: replacement, in: TemporarySuite.mutants)
    }
    try await suite.parity("audit").expect(
      .exit(status),
      output: [TemporarySuite.mutants, message],
      errors: ["these mutants can't be made"]
    )
    try await suite.parity("lint").expect(.exit(status), output: [message])
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
      output: [
        ":3:39: error: 'replace' is the same text, so nothing is edited\n",
        ":4:1: error: the mutant 'R1: same' is there twice\n",
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
    ).expect(.exit(1), output: ["more.json:4:1: error: no case kills 'nothing is wrong'\n"])
    try await suite.parity("audit", "--contract", "session-detail", "--mutants", "less.json")
      .expect(
        .exit(65),
        output: ["less.json: error: no such file or directory\n"]
      )
    try await suite.parity("audit", "--mutants", "more.json").expect(
      .exit(64),
      errors: ["--mutants needs --contract"]
    )
    try await suite.parity("audit", "--only", "X*").expect(
      .exit(64),
      errors: ["--only leaves no mutant"]
    )
  }

  @Test func `a contract without mutants is red`() async throws {
    try await TemporarySuite.recorded().parity("audit").expect(
      .exit(1),
      output: ["session-detail: no mutant in \(TemporarySuite.mutants)\n"]
    )
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
      errors: [
        "error: docs/audit.md is out of date; run: parity audit --markdown > docs/audit.md\n"
      ]
    )
  }

  @Test func `a golden that can't be read ends the audit`() async throws {
    let suite = try await TemporarySuite.withMutants([.wrong])
    try suite.write("{", to: Sample.golden(of: "greeting"))
    try await suite.parity("audit").expect(
      .exit(65),
      errors: [
        "error: nothing was audited: \(Sample.golden(of: "greeting")):1:2: error: expected a key"
      ]
    )
  }

  @Test func `where no temporary folder can be made, one message says so`() async throws {
    let suite = try await TemporarySuite.withMutants([.wrong])
    try await suite.process("audit", environment: ["TMPDIR": suite.url("nowhere").path]).expect(
      .exit(69),
      errors: ["error: the audit can make no folder in "]
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
      output: [
        "no case kills 'R1: nothing is wrong'",
        "session-detail: 1 of 2 mutants killed\n",
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
