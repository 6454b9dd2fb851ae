import MessageSnapshot
import Testing

struct StandardStreamTests {
  private let messages = MessageSnapshot("parity standard streams")
  private let suite: TemporarySuite

  init() async throws {
    suite = try await .recorded()
  }

  private static let commands = [
    "check", "check --list", "regenerate", "lint", "matrix", "run session-detail/timeline",
    "run session-detail/timeline --jsonl", "run session-detail/timeline --events /dev/stdin",
  ]

  #if os(Linux)
    @Test(arguments: commands)
    func `where standard output can't be written that is told`(command: String) async throws {
      let run = try await suite.shell(
        "exec \"$PARITY\" \(command) >/dev/full",
        input: Self.input(of: command)
      )
      run.expect(.exit(73), message: "standard output that can't be written", in: messages)
    }

    @Test func `goldens are not written where their changes can't be shown`() async throws {
      try suite.replace("good day", with: "good night", in: Sample.messages)
      let before = try suite.contents()
      try await suite.shell("exec \"$PARITY\" regenerate >/dev/full").expect(.exit(73))
      #expect(try suite.contents() == before, "nothing should be written")
    }
  #endif

  @Test(arguments: ["matrix", "check --verbose", "check --list"])
  func `a closed pipe ends the program quietly`(command: String) async throws {
    let run = try await suite.shell("\"$PARITY\" \(command) | head -1")
    run.expect(.exit(0))
    run.expectNoErrors()
    #expect(run.output.split(separator: "\n").count == 1, run.transcript)
  }

  @Test(arguments: ["trap '' PIPE; ", ""])
  func `a pipe that is closed from the start ends the program quietly`(setup: String) async throws {
    let run = try await suite.shell(
      "\(setup){ sleep 0.1; \"$PARITY\" matrix; echo $? >&3; } 3>&2 | :"
    )
    run.expect(.exit(0))
    #expect(
      run.errors == "141\n",
      "128 and the number of SIGPIPE alone should be printed\n\(run.transcript)"
    )
  }

  private static func input(of command: String) -> String? {
    command.hasPrefix("run") ? "{\"rows\":[]}\n" : nil
  }
}
