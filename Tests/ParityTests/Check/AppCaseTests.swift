import CanonicalJSON
import Foundation
import MessageSnapshot
import Testing

/// Case files of an app, whose cases run in addition to those of a contract.
struct AppCaseTests {
  private let messages = MessageSnapshot("parity app cases")
  private let suite: TemporarySuite
  private static let file = "apps/shared.json"
  private static let options = ["--contract", "session-detail", "--cases", file]

  init() async throws {
    suite = try await .recorded()
    try suite.write(Self.cases(expecting: "[\"user\"]"), to: Self.file)
  }

  /// Returns two cases. The first has an id of its own, and the second that of a case of the suite.
  private static func cases(expecting roles: String) -> String {
    """
    { "cases": [
      { "id": "hi", "events": [{ "type": "user", "message": { "content": "hi" } }],
        "expect": { "roles": \(roles) } },
      { "id": "greeting", "events": [{ "type": "user", "message": { "content": "hey" } }],
        "expect": { "entryCount": 1 } }
    ] }

    """
  }

  /// Writes a parity.json with the members, and the app's case file listed.
  private func list(_ members: String = "") throws {
    try suite.write(
      """
      { "implementations": [],
        "caseFiles": { "session-detail": ["\(Self.file)"] }\(members) }

      """,
      to: "parity.json"
    )
  }

  // MARK: - Cases

  @Test func `the cases of a file run without rows and goldens`() async throws {
    let run = try await suite.parity(["check"] + Self.options)
    run.expect(.exit(0))
    run.expectCounts(judged: 6, passed: 6, failed: 0)
    let listed = try await suite.parity(["check", "--list", "--only", "*:*"] + Self.options)
    listed.expect(.exit(0))
    #expect(
      listed.output == "session-detail/shared:hi\nsession-detail/shared:greeting\n",
      listed.transcript
    )
  }

  @Test func `files that parity json lists run with every check`() async throws {
    try list()
    let run = try await suite.parity("check")
    run.expect(.exit(0))
    run.expectCounts(judged: 6, passed: 6, failed: 0)
    try await suite.parity("lint").expect(.exit(0))
    try await suite.parity("regenerate").expect(.exit(0), output: ["nothing to do\n"])
  }

  @Test func `a case with the id of a contract's case is about the same rows`() async throws {
    try suite.write(
      Self.cases(expecting: "[\"user\"]").replacing("\"entryCount\": 1", with: "\"entryCount\": 2"),
      to: Self.file
    )
    let run = try await suite.parity(["check"] + Self.options)
    run.expect(
      .exit(1),
      message: "a failed case with the id of a contract's case",
      in: messages,
      output: [
        "FAILED session-detail/shared:greeting (reference)\n", "\(Self.file):4:",
        "row message-text", "rule R1 of clause C1\n",
        "re-run: parity check --only session-detail/shared:greeting --contract session-detail "
          + "--cases \(Self.file)\n",
      ]
    )
    run.expectCounts(judged: 6, passed: 5, failed: 1)
    let row = try await suite.parity(["check", "--list", "--row", "message-text"] + Self.options)
    #expect(row.output.contains("shared:greeting") && !row.output.contains("shared:hi"))
  }

  @Test func `a failed case of its own has no rows`() async throws {
    try suite.write(Self.cases(expecting: "[\"assistant\"]"), to: Self.file)
    let run = try await suite.parity(["check", "--only", "shared:hi"] + Self.options)
    run.expect(
      .exit(1),
      message: "a failed case of its own",
      in: messages,
      output: ["FAILED session-detail/shared:hi (reference)\n"]
    )
    #expect(!run.output.contains("  row "), run.transcript)
  }

  @Test func `a value that no facet has fails its case alone`() async throws {
    try suite.write(Self.cases(expecting: "[\"operator\"]"), to: Self.file)
    let run = try await suite.parity(["check"] + Self.options)
    run.expect(.exit(1), message: "a value that no facet has", in: messages)
    run.expectCounts(judged: 6, passed: 5, failed: 1)

    // In a case of the contract, the lint reports the value too, with its place.
    try suite.replace(
      "\"roles\": [\"assistant\"]",
      with: "\"roles\": [\"assistance\"]",
      in: Sample.messages
    )
    try await suite.parity("check").expect(.exit(1), output: ["FAILED session-detail/answer"])
    try await suite.parity("lint").expect(
      .exit(1),
      message: "a misspelled value of a facet",
      in: messages,
      output: ["\(Sample.messages):", "'assistant'"]
    )
  }

  @Test func `shards of a run with an app's cases are merged`() async throws {
    for number in 1...2 {
      try await suite.parity(
        ["check", "--shard", "\(number)/2", "--report", "json=shard-\(number).json"] + Self.options
      ).expect(.exit(0))
    }
    let merged = try await suite.parity("merge", "shard-1.json", "shard-2.json")
    merged.expect(.exit(0))
    merged.expectCounts(judged: 6, passed: 6, failed: 0)
  }

  @Test func `failures of an app's cases can be known`() async throws {
    try suite.write(Self.cases(expecting: "[\"assistant\"]"), to: Self.file)
    try suite.write(
      """
      { "implementations": [\(try MisbehavingProgram("behaves").entry(named: "mine"))],
        "caseFiles": { "session-detail": ["\(Self.file)"] } }

      """,
      to: "parity.json"
    )
    try await suite.parity("known", "add", "--implementation", "mine", "--reason", "as yet").expect(
      .exit(0)
    )
    let run = try await suite.parity("check", "--implementation", "mine")
    run.expect(.exit(0))
    run.expectCounts(judged: 6, passed: 5, failed: 0, known: 1)
  }

  @Test(arguments: ["run", "repro", "explain"])
  func `a case of a listed file can be named`(command: String) async throws {
    try list()
    let options =
      command == "repro" ? ["--command", try MisbehavingProgram("behaves").command] : []
    try await suite.parity([command, "session-detail/shared:hi"] + options).expect(.exit(0))
  }

  // MARK: - Divergences

  private static let divergence = """
    , "divergences": [{ "case": "session-detail/shared:hi", "reason": "kept for old sessions" }]
    """

  @Test func `an accepted divergence passes, and every report lists it`() async throws {
    try suite.write(Self.cases(expecting: "[\"assistant\"]"), to: Self.file)
    try list(Self.divergence)
    let run = try await suite.parity("check")
    run.expect(
      .exit(0),
      output: ["accepted divergence session-detail/shared:hi (reference): kept for old sessions\n"]
    )
    run.expectCounts(judged: 6, passed: 5, failed: 0, known: 1)
    for format in ["console", "json", "junit", "tap", "html"] {
      let report = try await suite.parity("check", "--quiet", "--report", "\(format)=-")
      report.expect(.exit(0), output: ["kept for old sessions"])
    }
    let summary = try await suite.parity(
      "check",
      "--report",
      "github=-",
      environment: ["GITHUB_STEP_SUMMARY": suite.url("summary.md").path]
    )
    summary.expect(.exit(0))
    #expect(try suite.text(of: "summary.md").contains("kept for old sessions"))
  }

  @Test func `a divergence accepts no crash`() async throws {
    try list(Self.divergence)
    let run = try await suite.parity(
      "check",
      "--implementation",
      "reference",
      "--command",
      try MisbehavingProgram("crashes").command
    )
    run.expect(.exit(1))
  }

  @Test(arguments: [
    ("shared:hi", "a divergence that passes", 1 as Int32),
    ("shared:hello", "a divergence of no case", 1),
    ("nowhere", "a divergence of no contract", 1),
  ])
  func `a divergence that isn't one is a finding`(
    name: String,
    message: String,
    status: Int32
  ) async throws {
    let name = name == "nowhere" ? "nowhere/case" : "session-detail/\(name)"
    try list(", \"divergences\": [{ \"case\": \"\(name)\", \"reason\": \"none\" }]")
    try await suite.parity("check").expect(
      .exit(status),
      message: message,
      in: messages,
      output: ["parity.json:2:"]
    )
  }

  // MARK: - Mistakes

  @Test func `the file needs one contract`() async throws {
    try suite.addSecondContract()
    try await suite.parity("check", "--cases", Self.file).expect(
      .exit(64),
      message: "case files without a contract",
      in: messages
    )
  }

  @Test(arguments: [
    ("missing.json", "a case file that is missing"),
    ("apps/broken.json", "a case file that isn't JSON"),
    ("apps/odd name.json", "a case file with an odd name"),
    ("other/shared.json", "two case files with the same name"),
  ])
  func `a file that can't be used is an error, and nothing is checked`(
    path: String,
    message: String
  ) async throws {
    try suite.write("{ \"cases\": [", to: "apps/broken.json")
    for copy in ["apps/odd name.json", "other/shared.json"] {
      try suite.write(Self.cases(expecting: "[\"user\"]"), to: copy)
    }
    let run = try await suite.parity(["check", "--cases", path] + Self.options)
    run.expect(.exit(65), message: message, in: messages)
  }

  @Test(arguments: [
    (#""caseFiles": []"#, "a list of case files without contracts"),
    (#""caseFiles": { "sesion-detail": [] }"#, "case files of an unknown contract"),
    (#""caseFiles": { "session-detail": "a.json" }"#, "case files that are a text"),
    (#""divergences": [{ "case": "session-detail/shared:hi" }]"#, "a divergence without a reason"),
  ])
  func `what parity json says wrong is reported with its place`(
    member: String,
    message: String
  ) async throws {
    try suite.write("{ \"implementations\": [],\n  \(member) }\n", to: "parity.json")
    try await suite.parity("check").expect(
      .exit(65),
      message: message,
      in: messages,
      output: ["parity.json:2:"]
    )
  }

  @Test func `a case that expects nothing is a finding`() async throws {
    try suite.write(Self.cases(expecting: "[]").replacing("\"roles\": []", with: ""), to: Self.file)
    try await suite.parity(["check"] + Self.options).expect(
      .exit(1),
      message: "a case that expects nothing",
      in: messages,
      output: ["\(Self.file):2:"]
    )
  }
}
