import MessageSnapshot
import Testing

struct CompletionsTests {
  private let messages = MessageSnapshot("parity completions")

  @Test(arguments: [
    ("bash", "complete "),
    ("zsh", "#compdef parity"),
    ("fish", "complete -c 'parity'"),
  ])
  func `completions of each shell name the commands, without a suite`(
    shell: String,
    start: String
  ) async throws {
    let folder = try TemporarySuite([:])
    let run = try await folder.parity("completions", shell)
    run.expect(.exit(0), output: [start, "regenerate", "implementation"])
    #expect(!run.output.contains("serve"), "hidden commands aren't completed")
  }

  @Test func `another shell is wrong usage`() async throws {
    let folder = try TemporarySuite([:])
    try await folder.parity("completions", "tcsh").expect(
      .exit(64),
      message: "an unknown shell",
      in: messages,
      errors: ["bash"]
    )
  }
}
