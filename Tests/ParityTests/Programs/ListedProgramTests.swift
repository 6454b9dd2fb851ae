import Foundation
import Testing

struct ListedProgramTests {
  private let suite: TemporarySuite

  init() async throws {
    suite = try await .recorded()
  }

  @Test func `a name that there is not suggests the nearest`() async throws {
    try suite.list(MisbehavingProgram("behaves").entry(named: "kotlin"))
    let run = try await suite.parity("check", "--implementation", "kotln")
    run.expect(
      .exit(64),
      errors: ["error: no implementation is called 'kotln'; did you mean 'kotlin'?\n"]
    )
    let none = try await suite.parity("check", "--implementation", "xxxxxxxxx")
    none.expect(
      .exit(64),
      errors: ["error: no implementation is called 'xxxxxxxxx'; there is reference, live, kotlin\n"]
    )
  }

  @Test(arguments: [
    (
      #"["no-such-program"]"#,
      #"couldn't be run: Executable "no-such-program" is not found or cannot be executed"#
    ),
    (#"["parity.json"]"#, #"parity.json" is not found or cannot be executed"#),
    (
      #"["ls"], "workingDirectory": "nowhere""#,
      "couldn't be run: Failed to set working directory to \""
    ),
  ])
  func `a program that can't be run is told with the reason`(
    command: String,
    message: String
  ) async throws {
    try suite.list(#"{ "name": "mine", "contracts": ["session-detail"], "command": \#(command) }"#)
    let run = try await suite.parity("check", "--implementation", "mine")
    run.expect(.exit(69), output: ["NOT STARTED mine ", message])
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
    run.expect(.exit(69), output: ["NOT STARTED mine exited with status 0\n  | found\n"])
  }

  @Test func `a contract that the program doesn't claim is told`() async throws {
    try suite.list(MisbehavingProgram("claims-another-contract").entry(named: "mine"))
    let run = try await suite.parity("check", "--implementation", "mine")
    run.expect(
      .exit(69),
      output: [
        "NOT STARTED mine doesn't claim session-detail in its reply to initialize, as parity.json has it\n"
      ]
    )
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
      "2:13: error: 'all' means something else on the command line; choose another name",
      "2:31: error: 'command' needs the program and its arguments, an item each",
      "2:48: error: 'contracts' names none, so nothing would be judged",
      "2:63: error: 'default' is true or false, not a number",
      "3:13: error: 'a b' is no name of an implementation, which is 1 to 80 of ",
      "3:31: error: 'command' is an array, not a string",
      "3:69: error: an implementation has no member 'more'; known are 'name', 'command', ",
      "4:22: error: 'A=' can't be a variable of the environment",
      "4:37: error: a variable is a string, not a number",
      "5:3: error: an implementation needs the member 'name'",
      "5:22: error: an item of 'command' is a string, not a number",
      "5:25: error: a program can't be given an argument with U+0000",
      "6:50: error: no contract is called 'session-detial'; did you mean 'session-detail'?",
      "7:13: error: the implementation 'c' is there twice",
    ].map { "parity.json:\($0)" }
    try await suite.parity("check").expect(.exit(65), output: findings)
    try await suite.parity("lint").expect(.exit(65), output: findings)
  }

  @Test func `a list that is no JSON is told with its place`() async throws {
    try suite.write("{ \"implementations\": [\n  { \"name\": ] }\n", to: "parity.json")
    try await suite.parity("check").expect(
      .exit(65),
      output: ["parity.json:2:13: error: expected a value, found ']'\n"]
    )
  }
}
