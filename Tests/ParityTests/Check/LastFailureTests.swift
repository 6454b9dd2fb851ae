import Foundation
import MessageSnapshot
import Testing

struct LastFailureTests {
  private let messages = MessageSnapshot("parity last failures")
  private let suite: TemporarySuite
  private static let file = ".parity/failed.json"

  init() async throws {
    suite = try await .recorded()
  }

  /// Breaks the golden of a case, which its reference then fails.
  private func breakGolden(of caseID: String) throws {
    try suite.replace("\"entries\"", with: "\"items\"", in: Sample.golden(of: caseID))
  }

  private func mendGolden(of caseID: String) throws {
    try suite.replace("\"items\"", with: "\"entries\"", in: Sample.golden(of: caseID))
  }

  private func failed() async throws -> [String] {
    let run = try await suite.parity("check", "--failed", "--list")
    run.expect(.exit(0))
    return run.output.split(separator: "\n").map(String.init)
  }

  @Test func `what failed last is checked until it passes, whatever else was checked`() async throws
  {
    try breakGolden(of: "greeting")
    try breakGolden(of: "answer")
    try await suite.parity("check").expect(.exit(1))
    #expect(try await failed() == ["session-detail/greeting", "session-detail/answer"])

    try mendGolden(of: "greeting")
    try await suite.parity("check", "error_shown").expect(.exit(1), output: [" 1 passed"])
    let run = try await suite.parity("check", "--failed")
    run.expect(.exit(1))
    run.expectCounts(judged: 2, passed: 1, failed: 1, skipped: 2)
    #expect(try await failed() == ["session-detail/answer"])

    try mendGolden(of: "answer")
    try await suite.parity("check", "--failed").expect(.exit(0))
    try await suite.parity("check", "--failed").expect(
      .exit(64),
      message: "nothing failed last",
      in: messages,
      errors: [Self.file]
    )
  }

  @Test func `without a failed check --failed is wrong usage, and no file is written`() async throws
  {
    try await suite.parity("check").expect(.exit(0))
    #expect(try suite.contents()[".parity"] == nil)
    let run = try await suite.parity("check", "--failed")
    run.expect(.exit(64), errors: ["error: no failure ", "parity check"])
    #expect(run.output == "", run.transcript)
  }

  @Test func `the implementations that failed are checked, unless others are named`() async throws {
    try suite.list(
      MisbehavingProgram("behaves").entry(named: "fine"),
      MisbehavingProgram("answers-wrongly").entry(named: "wrong")
    )
    try await suite.parity("check", "--implementation", "all").expect(.exit(1))
    let run = try await suite.parity("check", "--failed")
    run.expect(.exit(1), output: ["FAILED session-detail/answer (wrong)\n"])
    run.expectCounts(judged: 1, passed: 0, failed: 1, skipped: 3)
    let reference = try await suite.parity("check", "--failed", "--implementation", "reference")
    reference.expect(.exit(0))
    reference.expectCounts(judged: 1, passed: 1, failed: 0, skipped: 3)
    #expect(
      try await failed() == ["session-detail/answer"],
      "the reference passes, but the other implementation doesn't yet"
    )
  }

  @Test func `a program that was started with --command must be started again`() async throws {
    let program = try MisbehavingProgram("answers-wrongly").command
    try await suite.parity("check", "--command", program).expect(.exit(1))
    try await suite.parity("check", "--failed").expect(
      .exit(64),
      message: "a program of --command failed last",
      in: messages,
      errors: ["'misbehaving'", "--command"]
    )
    let run = try await suite.parity("check", "--failed", "--command", program)
    run.expect(.exit(1))
    run.expectCounts(judged: 1, passed: 0, failed: 1, skipped: 3)
  }

  @Test func `git ignores the folder`() async throws {
    try breakGolden(of: "greeting")
    try await suite.parity("check").expect(.exit(1))
    let status = try await suite.shell("git init -q . && git status --short --untracked-files=all")
    status.expect(.exit(0), output: ["?? \(Sample.matrix)\n"])
    #expect(!status.output.contains(".parity"), status.transcript)
  }

  @Test func `a case that no longer exists is forgotten by the next check`() async throws {
    let suite = try TemporarySuite(
      EchoSuite.files(
        members: #""goldens": false"#,
        cases: [
          #"{ "id": "right", "input": { "out": 1 }, "expect": { "output": 1 } }"#,
          #"{ "id": "wrong", "input": { "out": 1 }, "expect": { "output": 2 } }"#,
        ]
      )
    )
    try await suite.parity("check").expect(.exit(1))
    try suite.write(
      EchoSuite.caseFile([#"{ "id": "right", "input": { "out": 1 }, "expect": { "output": 1 } }"#]),
      to: EchoSuite.cases
    )
    try await suite.parity("check").expect(.exit(0))
    try await suite.parity("check", "--failed").expect(
      .exit(64),
      errors: ["no failure of an earlier"]
    )
  }

  @Test func `if the folder can't be written to, checks work as before`() async throws {
    try suite.write("", to: ".parity")
    try breakGolden(of: "greeting")
    let run = try await suite.parity("check")
    run.expect(.exit(1))
    run.expectCounts(judged: 4, passed: 3, failed: 1)
    run.expectNoErrors()
    try await suite.parity("check", "--failed").expect(.exit(64), errors: ["error: no failure "])
  }

  @Test(.enabled(if: Mount.isPossible)) func `a read-only suite is checked as before`() async throws
  {
    try breakGolden(of: "greeting")
    let root = suite.root.path
    let run = try await suite.shell(
      """
      exec unshare -m sh -c 'mount --bind "$1" "$1" && mount -o remount,ro,bind "$1" && cd "$1" \
      && exec "$PARITY" check' sh '\(root)'
      """
    )
    run.expect(.exit(1))
    run.expectCounts(judged: 4, passed: 3, failed: 1)
    run.expectNoErrors()
    #expect(try suite.contents()[".parity"] == nil)
  }

  @Test func `a link out of the suite isn't followed`() async throws {
    let outside = try suite.outside()
    try suite.link(".parity", to: outside.path)
    try breakGolden(of: "greeting")
    try await suite.parity("check").expect(.exit(1))
    #expect(try FileManager.default.contentsOfDirectory(atPath: outside.path).isEmpty)
  }

  @Test func `a file that isn't as Parity writes it counts as missing`() async throws {
    for text in ["", "[]", #"{"failed": 1}"#, #"{"failed": [{"case": "session-detail/answer"}]}"#] {
      try suite.write(text, to: Self.file)
      try await suite.parity("check", "--failed").expect(.exit(64))
      try await suite.parity("check").expect(.exit(0))
    }
  }
}
