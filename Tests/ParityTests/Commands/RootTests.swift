import Foundation
import MessageSnapshot
import Testing

struct RootTests {
  private let messages = MessageSnapshot("parity roots")
  private let suite: TemporarySuite

  init() async throws {
    suite = try await .recorded()
  }

  @Test(arguments: ["Fixtures", "Golden/session-detail", "docs/a/b"])
  func `the suite is found from its sub-folders`(folder: String) async throws {
    try FileManager.default.createDirectory(
      at: suite.url(folder),
      withIntermediateDirectories: true
    )
    let run = try await suite.parity("check", in: folder)
    run.expect(.exit(0))
    run.expectCounts(judged: 4, passed: 4, failed: 0)
  }

  @Test func `a suite without goldens is one`() async throws {
    try suite.remove("Golden")
    let run = try await suite.parity("check")
    run.expect(.exit(1))
    messages.expect(run.lines(with: "FAILED session-detail/greeting"), "a suite without goldens")
    run.expectNoErrors()
  }

  @Test func `the nearest suite is taken`() async throws {
    let inner = "inner"
    for (path, text) in Sample.files { try suite.write(text, to: "\(inner)/\(path)") }
    try FileManager.default.createDirectory(
      at: suite.url("\(inner)/Golden"),
      withIntermediateDirectories: true
    )
    let run = try await suite.parity("check", in: inner)
    run.expect(.exit(1))
    messages.expect(run.lines(with: "FAILED session-detail/greeting"), "the nearest suite")
  }

  @Test func `a suite elsewhere is named with --root, absolute or relative`() async throws {
    let elsewhere = try TemporarySuite([:])
    let relative = "../../\(suite.root.deletingLastPathComponent().lastPathComponent)/suite"
    for root in [suite.root.path, relative, suite.root.path + "/"] {
      let run = try await elsewhere.parity("check", "--root", root)
      run.expect(.exit(0))
      run.expectCounts(judged: 4, passed: 4, failed: 0)
    }
  }

  @Test(arguments: ["check", "regenerate", "lint", "matrix"], ["nowhere", "Fixtures", ""])
  func `a --root without the two folders is wrong usage`(
    command: String,
    root: String
  ) async throws {
    let run = try await suite.parity(command, "--root", root)
    run.expect(.exit(64))
    let name = root == "nowhere" ? "a root that doesn't exist" : "a root without a suite"
    messages.expect(run.messages.replacing("'\(root)'", with: "'FOLDER'"), name)
  }

  @Test(arguments: ["check", "regenerate", "lint", "matrix"], ["Fixtures", Sample.matrix])
  func `where there is no manifest that is told, with the way to name a root`(
    command: String,
    gone: String
  ) async throws {
    try suite.remove(gone)
    let run = try await suite.parity(command)
    run.expect(
      .exit(64),
      message: "no manifest",
      in: messages,
      errors: ["parity init", "--builtin"]
    )
    #expect(run.output == "", run.transcript)
  }

  @Test func `the nearest parity json makes a root, though a manifest is nearer`() async throws {
    try suite.write("{ \"implementations\": [] }\n", to: "parity.json")
    for (path, text) in Sample.files { try suite.write(text, to: "inner/\(path)") }
    try await suite.parity("check", in: "inner").expect(.exit(0), output: ["   4 passed"])
    try suite.write("{ \"implementations\": [] }\n", to: "inner/parity.json")
    try await suite.parity("check", in: "inner").expect(.exit(1), output: ["   0 of 4 passed"])
  }

  @Test func `the search ends at the end of a repository and at the home folder`() async throws {
    for folder in ["repository/.git", "repository/src", "home/src"] {
      try FileManager.default.createDirectory(
        at: suite.url(folder),
        withIntermediateDirectories: true
      )
    }
    try await suite.parity("check", in: "repository/src").expect(
      .exit(64),
      message: "a suite above a repository",
      in: messages
    )
    let home = ["HOME": suite.url("home").path]
    try await suite.parity("check", in: "home/src", environment: home).expect(
      .exit(64),
      message: "a suite above the home folder",
      in: messages
    )
    try await suite.parity("check", in: "home/src").expect(.exit(0))
  }

  @Test(.enabled(if: geteuid() == 0, "only root can give a file to another user"))
  func `a parity json of another user is not obeyed unless its folder is named`() async throws {
    try suite.write("{ \"implementations\": [] }\n", to: "parity.json")
    let file = suite.url("parity.json").path
    try #require(chown(file, 12345, 12345) == 0)
    for command in ["check", "lint"] {
      try await suite.parity(command).expect(
        .exit(64),
        message: "a parity.json of another user",
        in: messages,
        errors: ["error: \(file) ", "--root \(suite.root.path)\n"]
      )
      try await suite.parity(command, "--root", ".").expect(.exit(0))
    }
    try await suite.process("check", environment: ["SUDO_UID": "12345"]).expect(.exit(0))
  }

  @Test func `the root may stand before the command`() async throws {
    let elsewhere = try TemporarySuite([:])
    for arguments in [
      ["--root", suite.root.path, "check"], ["--root=\(suite.root.path)", "lint"],
      ["--root", suite.root.path, "explain", "greeting"], ["--root", suite.root.path],
      ["--root", suite.root.path, "new", "case", "x", "--row", "message-text"],
    ] {
      try await elsewhere.parity(arguments).expect(.exit(0))
    }
  }

  @Test func `another option before the command is told where it goes`() async throws {
    try await suite.parity("-q", "lint").expect(
      .exit(64),
      message: "an option before the command",
      in: messages,
      errors: ["'lint'", "parity lint …\n"]
    )
  }
}
