import Foundation
import MessageSnapshot
import Testing

struct BadgeTests {
  private let messages = MessageSnapshot("parity badges")
  private let suite: TemporarySuite

  init() async throws {
    suite = try await .recorded()
  }

  @Test func `a badge shows the result, red or green, and each run writes the same bytes`()
    async throws
  {
    try await suite.parity("check", "--badge", "badge.svg").expect(.exit(0))
    let green = try suite.text(of: "badge.svg")
    #expect(green.contains("<title>session-detail reference: 4 passed</title>"))
    try await suite.parity("check", "--badge", "badge.svg").expect(.exit(0))
    #expect(try suite.text(of: "badge.svg") == green)

    try suite.replace("hello", with: "hallo", in: Sample.golden(of: "greeting"))
    try await suite.parity("check", "--badge", "badge.svg").expect(.exit(1))
    let red = try suite.text(of: "badge.svg")
    #expect(red.contains("<title>session-detail reference: 3 of 4 passed, 1 error</title>"))
  }

  @Test func `each implementation has a badge of its own if the path asks for it`() async throws {
    try suite.list(
      try MisbehavingProgram("answers-with-error").entry(named: "mine"),
      try MisbehavingProgram("exits-at-once").entry(named: "late")
    )
    let options = ["--implementation", "all", "--schedules", "0"]
    let run = try await suite.parity(["check", "--badge", "{implementation}.svg"] + options)
    run.expect(.exit(69))
    #expect(try suite.text(of: "reference.svg").contains(": 4 passed<"))
    #expect(try suite.text(of: "mine.svg").contains(": 3 of 4 passed<"))
    #expect(try suite.text(of: "late.svg").contains("<title>late: not checked<"))

    let command = try MisbehavingProgram("exits-at-once").command
    try await suite.parity(["check", "--badge", "x{implementation}.svg", "--command", command])
      .expect(.exit(69))
    #expect(
      try suite.contents().keys.filter { $0.hasPrefix("x") } == [],
      "a command isn't the name of a file"
    )
  }

  @Test func `merged shards have a badge too`() async throws {
    for index in 1...2 {
      try await suite.parity(
        "check",
        "--shard",
        "\(index)/2",
        "--report",
        "json=\(index).json"
      ).expect(.exit(0))
    }
    try await suite.parity("merge", "1.json", "2.json", "--badge", "badge.svg").expect(.exit(0))
    #expect(try suite.text(of: "badge.svg").contains(": 4 passed<"))
  }

  @Test(arguments: [
    ("-", Int32(64), "a badge on standard output"),
    ("Golden/badge.svg", 64, "a badge among the goldens"),
    ("parity.json", 64, "a badge over parity.json"),
    ("out.json", 64, "a badge over a report"),
    ("missing/badge.svg", 73, "a badge in a missing folder"),
  ])
  func `a badge that can't be written stops the command before anything is checked`(
    path: String,
    code: Int32,
    message: String
  ) async throws {
    let run = try await suite.parity("check", "--badge", path, "--report", "json=./out.json")
    run.expect(.exit(code), message: message, in: messages)
    #expect(run.output == "", run.transcript)
  }
}
