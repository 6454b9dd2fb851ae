import Foundation
import MessageSnapshot
import Testing

struct LeftoverTests {
  private let messages = MessageSnapshot("parity leftovers")

  @Test(arguments: [
    "check", "check --verbose -j 2", "check --only greeting", "lint", "matrix",
    "matrix --check matrix.md", "regenerate --dry-run", "regenerate",
    "run session-detail/timeline", "run session-detail/timeline --jsonl",
    "run session-detail/timeline --events -", "--help", "--version", "chekc",
  ])
  func `no command leaves a file behind, whether it is green or red`(command: String) async throws {
    let suite = try await TemporarySuite.recorded()
    let arguments = command.split(separator: " ").map(String.init)
    let green = try suite.contents()
    _ = try await suite.parity(arguments)
    #expect(try suite.contents() == green, "\(command) should leave a suite that holds as it is")
    try suite.replace("hello", with: "hallo", in: Sample.golden(of: "greeting"))
    try suite.replace("\"clauses\": [\"C2\"]", with: "\"clauses\": [\"C1\"]", in: Sample.matrix)
    let red = try suite.contents()
    _ = try await suite.parity(arguments)
    // What failed is kept for `check --failed`, where git doesn't see it.
    let left = try suite.contents().filter { !$0.key.hasPrefix(".parity") }
    #expect(left == red, "\(command) should leave a suite with problems as it is")
  }

  @Test func `a regeneration leaves goldens and lock and nothing else`() async throws {
    let suite = try TemporarySuite()
    let before = Set(try suite.contents().keys)
    try await suite.parity("regenerate").expect(.exit(0))
    let new = Set(try suite.contents().keys).subtracting(before)
    #expect(
      new
        == Set(
          Sample.cases.map { Sample.golden(of: $0) } + [
            TemporarySuite.goldens, TemporarySuite.lock,
          ]
        )
    )
  }

  @Test(arguments: ["", "Golden/", "Fixtures/", "adapters/"])
  func `a hidden folder of the user outlives every command that writes`(
    folder: String
  ) async throws {
    let suite = try await changedSuite()
    let names = [".staging/file", ".staging/new-0", ".parity-staging-notes/new-0"]
    let files = names.map { folder + $0 }
    for file in files { try suite.write("mine", to: file) }
    for command in [
      "regenerate", "new case late --row message-text",
      "new adapter python --contract session-detail", "new contract other --operation sort",
      "lint --fix", "check --report json=out.json",
    ] {
      _ = try await suite.parity(command.split(separator: " ").map(String.init))
      for file in files { #expect(try suite.text(of: file) == "mine", "\(command)") }
    }
    #expect(try suite.stagingFolders().count == 1, "only that of the user should be there")
  }

  @Test
  func `a link that waits under a name that can be guessed is not written through`() async throws {
    let suite = try await TemporarySuite.recorded()
    let victim = try suite.outside().appendingPathComponent("victim")
    try "mine".write(to: victim, atomically: true, encoding: .utf8)
    let program = try MisbehavingProgram("answers-with-error").entry(named: "broken")
    try suite.list(program)
    // `exec` keeps the process id.
    for (target, command) in [
      ("known-failures.jsonl", "known add --implementation broken --reason slow"),
      ("out.json", "check --report json=out.json"),
    ] {
      let link = ".\(target).staging-$$"
      let run = try await suite.shell(
        "ln -s '\(victim.path)' \"\(link)\" && exec \"$PARITY\" \(command)"
      )
      #expect([.exit(0), .exit(1)].contains(run.end), run.transcript)
      #expect(try String(contentsOf: victim, encoding: .utf8) == "mine", run.transcript)
      #expect(FileManager.default.fileExists(atPath: suite.url(target).path), run.transcript)
      let left = try FileManager.default.contentsOfDirectory(atPath: suite.root.path)
      let old = left.count { $0.hasPrefix(".\(target).staging-") }
      #expect(old == 1, "what earlier versions left stays")
    }
  }

  @Test
  func `known failures are not written through a link that leads out of the repository`()
    async throws
  {
    let suite = try await TemporarySuite.recorded()
    try suite.list(try MisbehavingProgram("answers-with-error").entry(named: "broken"))
    let list = try suite.outside().appendingPathComponent("list.jsonl")
    try "".write(to: list, atomically: true, encoding: .utf8)
    try suite.link("known-failures.jsonl", to: "../outside/list.jsonl")
    let options = ["--implementation", "broken", "--reason", "slow"]
    let refused = try await suite.parity(["known", "add"] + options)
    refused.expect(.exit(73), errors: ["known-failures.jsonl", list.path])
    #expect(try String(contentsOf: list, encoding: .utf8) == "")

    try suite.remove("known-failures.jsonl")
    try suite.write("", to: "lists/known.jsonl")
    try suite.link("known-failures.jsonl", to: "lists/known.jsonl")
    try await suite.parity(["known", "add"] + options).expect(.exit(0))
    #expect(try suite.text(of: "lists/known.jsonl") != "")
    let link = suite.url("known-failures.jsonl").path
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "lists/known.jsonl")
  }

  @Test
  func `a new contract leaves no folder without a file, and a refused one leaves none`()
    async throws
  {
    let suite = try TemporarySuite([:])
    try suite.remove("Golden")
    try suite.write("", to: "Fixtures")
    let before = try suite.contents()
    let words = [
      "new", "contract", "words", "--operation", "sort", "--adapter", "python", "--root", ".",
    ]
    try await suite.parity(words).expect(.exit(73))
    #expect(try suite.contents() == before)

    try suite.remove("Fixtures")
    try await suite.parity(words).expect(.exit(0))
    let names = try FileManager.default.contentsOfDirectory(atPath: suite.root.path).sorted()
    #expect(names == [".gitattributes", "Fixtures", "adapters", "parity.json"])
  }

  @Test
  func `what a killed run left is removed by the next one, and what another run uses is not`()
    async throws
  {
    let suite = try await TemporarySuite.withMutants([.wrong, .silent])
    let left = suite.url("temporary/parity-temporary-killed")
    let used = suite.url("temporary/parity-temporary-in-use")
    for folder in [left, used] {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }
    try suite.write("", to: "temporary/parity-temporary-killed/serve.sh")
    let descriptor = open(used.path, O_RDONLY)
    defer { close(descriptor) }
    try #require(flock(descriptor, LOCK_EX) == 0)
    try await suite.process("audit", environment: ["TMPDIR": suite.url("temporary").path])
      .expect(.exit(0))
    #expect(try suite.contents(of: "temporary").keys.sorted() == ["parity-temporary-in-use"])
  }

  @Test(arguments: ["kill -TERM $p", "kill -TERM $p; kill -HUP $p"])
  func `an audit that is asked to end leaves no folder behind, be it asked twice`(
    signals: String
  ) async throws {
    let suite = try await TemporarySuite.withMutants(Array(repeating: .harmless, count: 60))
    try FileManager.default.createDirectory(
      at: suite.url("temporary"),
      withIntermediateDirectories: true
    )
    let run = try await suite.shell(
      """
      export TMPDIR="$PWD/temporary"
      "$PARITY" audit >/dev/null & p=$!
      until ls temporary | grep -q parity-temporary; do kill -0 $p || exit 1; done
      \(signals)
      wait $p
      """
    )
    #expect([.exit(143), .exit(129)].contains(run.end), run.transcript)
    #expect(try suite.contents(of: "temporary").keys.sorted() == [])
  }

  /// The beginning of a command that removes root's power over file permissions. An ordinary user
  /// has none to remove.
  private static let asOrdinaryUser =
    geteuid() == 0 ? "setpriv --bounding-set=-all --inh-caps=-all " : ""

  /// Returns a suite with two mutants of a program that first runs an action.
  private func suite(whoseProgram action: String) async throws -> TemporarySuite {
    let suite = try await TemporarySuite.withMutants([.wrong, .silent])
    try suite.replace("exec ", with: "\(action)\nexec ", in: "program/serve.sh")
    try FileManager.default.createDirectory(
      at: suite.url("temporary"),
      withIntermediateDirectories: true
    )
    return suite
  }

  @Test
  func `folders that a program made read-only are removed, and what links lead to is not`()
    async throws
  {
    let suite = try await suite(
      whoseProgram: """
        mkdir -p kept/inner/hidden && echo text > kept/inner/hidden/file
        ln -s "$VICTIM" kept/inner/link && ln -s "$VICTIM" "kept/link with spaces"
        chmod 000 kept/inner/hidden && chmod 555 kept/inner kept
        """
    )
    let victim = try suite.outside("victim")
    try "mine".write(to: victim.appendingPathComponent("file"), atomically: true, encoding: .utf8)
    let permissions = [FileAttributeKey.posixPermissions: 0o555]
    try FileManager.default.setAttributes(permissions, ofItemAtPath: victim.path)
    defer {
      let writable = [FileAttributeKey.posixPermissions: 0o755]
      try? FileManager.default.setAttributes(writable, ofItemAtPath: victim.path)
    }

    let run = try await suite.shell(
      """
      export TMPDIR="$PWD/temporary" VICTIM='\(victim.path)'
      exec \(Self.asOrdinaryUser)"$PARITY" audit
      """
    )
    run.expect(.exit(0), output: ["2 of 2 mutants killed"])
    run.expectNoErrors()
    #expect(try suite.contents(of: "temporary").isEmpty, run.transcript)
    let attributes = try FileManager.default.attributesOfItem(atPath: victim.path)
    #expect(attributes[.posixPermissions] as? Int == 0o555, run.transcript)
    let file = victim.appendingPathComponent("file")
    #expect(try String(contentsOf: file, encoding: .utf8) == "mine", run.transcript)
  }

  @Test func `a temporary folder that can't be removed is reported`() async throws {
    // The parent folder isn't Parity's, so Parity doesn't change its permissions.
    let suite = try await suite(whoseProgram: "chmod 555 \"$TMPDIR\"")
    let run = try await suite.shell(
      """
      export TMPDIR="$PWD/temporary"
      \(Self.asOrdinaryUser)"$PARITY" audit; status=$?
      chmod 755 "$TMPDIR"
      exit $status
      """
    )
    run.expect(
      .exit(73),
      output: ["2 of 2 mutants killed"],
      errors: [
        "error: \(suite.url("temporary").path)/parity-temporary-",
        "rm -r \(suite.url("temporary").path)/parity-temporary-",
      ]
    )
    let message = run.messages.replacing(#/parity-temporary-[A-Za-z0-9]+/#, with: "FOLDER")
    messages.expect(message, "a temporary folder that can't be removed")
    let left = try FileManager.default.contentsOfDirectory(atPath: suite.url("temporary").path)
    #expect(left.count == 1, run.transcript)
  }

  @Test
  func `where no temporary folder can be made, one message says so and nothing is audited`()
    async throws
  {
    let suite = try await TemporarySuite.withMutants([.wrong])
    let environment = ["TMPDIR": suite.url("nowhere").path]
    let run = try await suite.process("audit", environment: environment)
    run.expect(.exit(69), message: "no temporary folder", in: messages)
  }

  @Test func `a temporary folder that nothing needs may be missing`() async throws {
    let suite = try await TemporarySuite.recorded()
    let run = try await suite.parity("check", environment: ["TMPDIR": suite.url("nowhere").path])
    run.expect(.exit(0))
  }
}
