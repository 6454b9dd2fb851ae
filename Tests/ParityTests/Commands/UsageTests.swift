import MessageSnapshot
import Testing

struct UsageTests {
  private let messages = MessageSnapshot("parity usage")
  private let suite: TemporarySuite

  init() throws {
    suite = try TemporarySuite([:])
  }

  @Test(arguments: [
    ("chekc", "'check'", "check misspelled"),
    ("regenrate", "'regenerate'", "regenerate misspelled"),
    ("lintt", "'lint'", "lint misspelled"),
    ("zebra", "parity check zebra", "an unknown command"),
    ("\u{1B}[2J", "'\\u{1B}[2J'", "a control sequence"),
  ])
  func `an unknown command is wrong usage`(
    word: String,
    value: String,
    message: String
  ) async throws {
    let run = try await suite.parity(word)
    run.expect(.exit(64), message: message, in: messages, errors: ["error: ", value])
    #expect(run.output == "", run.transcript)
  }

  @Test(arguments: [
    (["--onli", "x"], "--only"),
    (["check", "--max-failure", "1"], "--max-failures"),
    (["regenerate", "--dryrun"], "--dry-run"),
    (["lint", "--contrat", "x"], "--contract"),
    (["matrix", "--chek", "x"], "--check"),
    (["run", "session-detail/timeline", "--event", "x"], "--events"),
  ])
  func `an unknown option is wrong usage, with the nearest one`(
    arguments: [String],
    nearest: String
  ) async throws {
    let run = try await suite.parity(arguments)
    run.expect(.exit(64), message: nearest, in: messages, errors: ["'\(nearest)'"])
    #expect(run.output == "", run.transcript)
  }

  @Test(arguments: [
    ["check", "extra"], ["check", "-j", "0"], ["check", "-j", "many"],
    ["check", "--max-failures", "0"],
    ["check", "--quiet", "--verbose"], ["check", "--color", "mauve"], ["check", "--only"],
    ["regenerate", "--mode", "some"],
    ["regenerate", "extra"], ["lint", "extra"], ["run"],
    ["run", "session-detail/timeline", "--jsonl", "--events", "-"],
  ])
  func `options and arguments that make no sense are wrong usage`(
    arguments: [String]
  ) async throws {
    let run = try await suite.parity(arguments)
    run.expect(.exit(64), errors: ["error: "])
    #expect(run.output == "", run.transcript)
  }

  @Test(
    arguments: [
      [], ["check"], ["regenerate"], ["review"], ["new"], ["new", "case"], ["new", "row"], ["lint"],
      ["run"],
      ["matrix"],
    ],
    [["--help"], ["-h"]]
  )
  func `help fits 80 columns and shows an example`(
    command: [String],
    option: [String]
  ) async throws {
    let run = try await suite.parity(command + option)
    run.expect(
      .exit(0),
      output: ["OVERVIEW: ", "USAGE: parity", "Example: parity \(command.first ?? "check")"]
    )
    for line in run.output.split(separator: "\n") {
      #expect(line.count <= 80, "this line has \(line.count) columns: \(line)")
    }
    run.expectNoErrors()
  }

  @Test(arguments: ["check", "regenerate", "review", "lint", "run", "matrix"])
  func `help of a command is had by two ways`(command: String) async throws {
    let one = try await suite.parity("help", command)
    let other = try await suite.parity(command, "--help")
    one.expect(.exit(0))
    #expect(
      one.output == other.output,
      "both should print the same\n\(one.transcript)\n\(other.transcript)"
    )
  }

  @Test func `the version is one line`() async throws {
    let run = try await suite.parity("--version")
    run.expect(.exit(0))
    let version = /[0-9]+\.[0-9]+\.[0-9]+(-[a-z]+\.[0-9]+)?\n/
    #expect(run.output.wholeMatch(of: version) != nil, run.transcript)
  }
}
