import MessageSnapshot
import Testing

/// Tests of regenerations in which some cases have no output.
struct PartialRegenerationTests {
  private let messages = MessageSnapshot("partial regenerations")
  private static let silent = #"{ "id": "silent", "input": {} }"#

  private static func said(_ id: String, _ output: Int) -> String {
    #"{ "id": "\#(id)", "input": { "out": \#(output) } }"#
  }

  @Test(arguments: [["regenerate"], ["check", "--update"]])
  func `the others are written, and the exit code is 1`(command: [String]) async throws {
    let suite = try TemporarySuite(
      EchoSuite.files(cases: [Self.said("a", 1), Self.silent, Self.said("b", 2)])
    )
    let run = try await suite.parity(command)
    run.expect(.exit(1), output: ["FAILED echo/silent", "2 new\n"])
    #expect(try suite.contents(of: EchoSuite.goldens).keys.sorted() == ["a.json", "b.json"])
    let lines = try suite.text(of: TemporarySuite.lock).split(separator: "\n")
    #expect(lines.count == 2)
  }

  @Test func `a case without an output keeps its golden and its lock line`() async throws {
    let suite = try await TemporarySuite.recorded(
      EchoSuite.files(cases: [Self.said("a", 1), Self.said("silent", 2)])
    )
    let lock = try suite.text(of: TemporarySuite.lock)
    try suite.write(
      EchoSuite.caseFile([Self.said("a", 7), Self.silent]),
      to: EchoSuite.cases
    )
    let run = try await suite.parity("regenerate")
    run.expect(.exit(1), message: "a case without an output", in: messages)
    #expect(try suite.text(of: "\(EchoSuite.goldens)/a.json") == "7\n")
    #expect(try suite.text(of: "\(EchoSuite.goldens)/silent.json") == "2\n")
    let old = lock.split(separator: "\n").filter { $0.contains(#""case":"silent""#) }
    let new = try suite.text(of: TemporarySuite.lock).split(separator: "\n")
    #expect(new.filter { $0.contains(#""case":"silent""#) } == old)
  }

  @Test func `a golden with the input of such a case stays, and the others without a case go`()
    async throws
  {
    let suite = try await TemporarySuite.recorded(
      EchoSuite.files(cases: [Self.said("old", 1), Self.said("gone", 2), Self.said("a", 3)])
    )
    // The case has a new name, and the program fails for it now.
    try suite.write(
      EchoSuite.caseFile([Self.said("new", 1), Self.said("a", 3)]),
      to: EchoSuite.cases
    )
    try suite.replace(
      #"if "out" in request["params"]"#,
      with: #"if request["params"]["out"] != 1"#,
      in: "echo.py"
    )
    try await suite.parity("regenerate").expect(.exit(1), output: ["1 removed\n"])
    #expect(try suite.contents(of: EchoSuite.goldens).keys.sorted() == ["a.json", "old.json"])

    try suite.replace(
      #"if request["params"]["out"] != 1"#,
      with: #"if "out" in request["params"]"#,
      in: "echo.py"
    )
    try await suite.parity("regenerate").expect(.exit(0), output: ["1 renamed\n"])
    #expect(try suite.contents(of: EchoSuite.goldens).keys.sorted() == ["a.json", "new.json"])
  }

  @Test func `review shows the failure, and the other outputs can be accepted`() async throws {
    let suite = try TemporarySuite(EchoSuite.files(cases: [Self.said("a", 1), Self.silent]))
    let review = try await suite.parity("review")
    review.expect(.exit(1), output: ["FAILED echo/silent", "new echo/a"])
    let accept = try #require(review.output.firstMatch(of: #/--accept ([0-9a-f]+)/#))
    let run = try await suite.parity("review", "--accept", String(accept.1))
    run.expect(.exit(1), output: ["FAILED echo/silent", "accepted echo/a"])
    #expect(try suite.contents(of: EchoSuite.goldens).keys.sorted() == ["a.json"])
    try await suite.parity("review").expect(.exit(1), output: ["FAILED", "nothing is pending"])
  }

  @Test(arguments: [["regenerate"], ["review"], ["check", "--update"]])
  func `if an output changes from run to run, nothing is written`(command: [String]) async throws {
    let suite = try TemporarySuite(EchoSuite.files(cases: [Self.said("a", 1), Self.said("b", 2)]))
    try suite.replace(
      #"request["params"]["out"]"#,
      with: #"request["params"]["out"] * request["id"]"#,
      in: "echo.py"
    )
    try await suite.parity(command).expect(.exit(1), errors: ["nothing was written"])
    #expect(try suite.contents(of: "Golden").isEmpty)
  }

  @Test func `a program that doesn't start writes nothing and is the only message`() async throws {
    var files = EchoSuite.files(cases: [Self.said("a", 1)])
    files["echo.py"] = "print('no JSON')\n"
    let suite = try TemporarySuite(files)
    let run = try await suite.parity("regenerate")
    run.expect(.exit(69), output: ["START FAILED echo"])
    #expect(!run.output.contains("FAILED echo/a"), run.transcript)
    #expect(try suite.contents(of: "Golden").isEmpty)
  }
}
