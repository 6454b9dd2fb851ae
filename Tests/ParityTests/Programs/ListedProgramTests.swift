import Foundation
import MessageSnapshot
import Testing

struct ListedProgramTests {
  private let messages = MessageSnapshot("parity listed programs")
  private let suite: TemporarySuite

  init() async throws {
    suite = try await .recorded()
  }

  @Test func `a name that there is not suggests the nearest`() async throws {
    try suite.list(MisbehavingProgram("behaves").entry(named: "kotlin"))
    let run = try await suite.parity("check", "--implementation", "kotln")
    run.expect(
      .exit(64),
      message: "a misspelled implementation",
      in: messages,
      errors: ["'kotlin'"]
    )
    let none = try await suite.parity("check", "--implementation", "xxxxxxxxx")
    none.expect(
      .exit(64),
      message: "an unknown implementation",
      in: messages,
      errors: ["reference, live, kotlin"]
    )
  }

  @Test(arguments: [
    (#"["no-such-program"]"#, #""no-such-program""#),
    (#"["parity.json"]"#, #""parity.json""#),
    (#"["ls"], "workingDirectory": "nowhere""#, #"/nowhere""#),
  ])
  func `a program that can't be run is told with the reason`(
    command: String,
    cause: String
  ) async throws {
    try suite.list(#"{ "name": "mine", "contracts": ["session-detail"], "command": \#(command) }"#)
    let run = try await suite.parity("check", "--implementation", "mine")
    run.expect(.exit(69), output: ["mine", cause])
    // The reason is that of a library.
    messages.expect(String(run.report.prefix { $0 != ":" }), "a program that can't be run")
    run.expectCounts(judged: 0, passed: 0, failed: 0)
  }

  @Test
  func `a program is run in the folder and with the variables that its entry names`() async throws {
    let command = #"["sh", "-c", "pwd >&2; echo \"$WORD and $HOME\" >&2"]"#
    let entry = { (more: String) in
      #"{ "name": "mine", "contracts": ["session-detail"], "command": \#(command)\#(more) }"#
    }
    try suite.list(
      entry(#", "workingDirectory": "Fixtures", "environment": { "WORD": "it's \"so\"" }"#)
    )
    let run = try await suite.parity(
      "check",
      "--implementation",
      "mine",
      environment: ["HOME": "/nowhere"]
    )
    run.expect(
      .exit(69),
      output: ["\n  | \(suite.url("Fixtures").path)\n  | it's \"so\" and /nowhere\n"]
    )
    // Without a folder, the program runs in the root, wherever Parity itself runs.
    try suite.list(entry(""))
    let plain = try await suite.parity("check", "--implementation", "mine", in: "Fixtures")
    plain.expect(.exit(69), output: ["\n  | \(suite.root.path)\n  |  and "])
  }

  @Test
  func `a program with a path of its own is found from the folder that it is run in`() async throws
  {
    try suite.write("#!/bin/sh\necho found >&2\n", to: "tools/bin/mine")
    _ = try await suite.shell("chmod +x tools/bin/mine")
    try suite.list(
      #"{ "name": "mine", "contracts": ["session-detail"], "command": ["bin/mine"], "workingDirectory": "tools" }"#
    )
    let run = try await suite.parity("check", "--implementation", "mine", in: "Fixtures")
    run.expect(.exit(69), output: ["\n  | found\n"])
    messages.expect(run.report, "a program that only prints something")
  }

  @Test func `a contract that the program doesn't claim is told`() async throws {
    try suite.list(MisbehavingProgram("claims-another-contract").entry(named: "mine"))
    let run = try await suite.parity("check", "--implementation", "mine")
    run.expect(.exit(69), output: ["session-detail"])
    messages.expect(run.report, "a contract that the program doesn't claim")
  }

  @Test func `everything that is wrong with the list is told at once, with its place`() async throws
  {
    try suite.write(
      """
      { "implementations": [
        { "name": "all", "command": [], "contracts": [], "default": 1 },
        { "name": "a b", "command": "x", "contracts": ["session-detail"], "more": 2,
          "environment": { "A=": "", "B": 1 } },
        { "command": ["x", 1, "a\\u0000b"], "contracts": ["session-detail"] },
        { "name": "c", "command": ["x"], "contracts": ["session-detial"] },
        { "name": "c", "command": ["x"], "contracts": ["session-detail"] }
      ] }

      """,
      to: "parity.json"
    )
    let findings = [
      "2:13", "2:31", "2:48", "2:63", "3:13", "3:31", "3:69", "4:22", "4:37", "5:3", "5:22", "5:25",
      "6:50", "7:13",
    ].map { "parity.json:\($0): error: " }
    for command in ["check", "lint"] {
      let run = try await suite.parity(command)
      run.expect(.exit(65), output: findings)
      messages.expect(run.lines(with: "parity.json:"), "everything that is wrong with a list")
    }
  }

  @Test func `a list that is no JSON is told with its place`() async throws {
    try suite.write("{ \"implementations\": [\n  { \"name\": ] }\n", to: "parity.json")
    try await suite.parity("check").expect(
      .exit(65),
      message: "a list that is no JSON",
      in: messages,
      output: ["parity.json:2:13: error: "]
    )
  }
}
