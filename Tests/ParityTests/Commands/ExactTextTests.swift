import Foundation
import MessageSnapshot
import TestPrograms
import Testing

/// Tests of the lint that git can't change the bytes of files that cases depend on.
struct ExactTextTests {
  private let messages = MessageSnapshot("parity exact texts")
  private static let folder = TemporarySuite.fixtures

  /// Returns the sample with cases whose inputs are in files, and its goldens.
  private func suite(_ paths: [String]) async throws -> TemporarySuite {
    let suite = try TemporarySuite()
    try suite.write("", to: "\(Self.folder)/spec/unused.txt")
    let forms = paths.map { "{ \"$file\": \"\($0)\" }" }
    try suite.replace(
      "\"good day\"",
      with: "{ \"$concat\": [\"good day\", \(forms.joined(separator: ", "))] }",
      in: Sample.messages
    )
    for path in paths { try suite.write("text\r\n", to: "\(Self.folder)/\(path)") }
    let run = try await suite.parity("regenerate", "--quiet")
    try #require(run.end == .exit(0), run.transcript)
    return suite
  }

  /// Makes a folder of the suite a git repository.
  private func initialize(_ suite: TemporarySuite, _ folder: String = "") async throws {
    let run = try await suite.shell("git init -q '\(folder.isEmpty ? "." : folder)'")
    try #require(run.end == .exit(0), run.transcript)
  }

  /// Adds the lines that a finding advises, and returns them.
  private func followAdvice(_ run: ProgramRun, in suite: TemporarySuite) throws -> [String] {
    let lines = run.output.matches(of: /note: .*\.gitattributes.* the line: (.+)\n/).map {
      String($0.1)
    }
    let earlier = (try? suite.text(of: ".gitattributes")) ?? ""
    try suite.write(earlier + lines.map { "\($0)\n" }.joined(), to: ".gitattributes")
    return lines
  }

  @Test(arguments: [
    (["spec/1.html"], ["Fixtures/*/*/** -text"]),
    (["spec/1.html", "spec/deep/2.json", "other folder/ü.txt"], ["Fixtures/*/*/** -text"]),
    (["1.html", "2.html"], ["Fixtures/session-detail/*.html -text"]),
    (["data.json"], ["Fixtures/session-detail/data.json -text"]),
    (
      ["a b.json", "[x].x-y"],
      [
        "Fixtures/session-detail/*.x-y -text", "Fixtures/session-detail/a?b.json -text",
      ]
    ),
    (
      ["1.html", "spec/1.html"],
      [
        "Fixtures/*/*/** -text", "Fixtures/session-detail/*.html -text",
      ]
    ),
  ])
  func `lint and check report files that git may change, and the advice makes them green`(
    paths: [String],
    advised: [String]
  ) async throws {
    let suite = try await suite(paths)
    try await suite.parity("lint").expect(.exit(0))
    try await initialize(suite)
    for command in ["lint", "check"] {
      let run = try await suite.parity(command)
      run.expect(.exit(1), output: [".gitattributes: error: "])
      #expect(run.output.ranges(of: "error: ").count == 1, run.transcript)
    }
    let run = try await suite.parity("lint")
    messages.expect(
      run.lines(with: [".gitattributes"]),
      "advice for files: \(paths.count), \(advised)"
    )
    #expect(try followAdvice(run, in: suite) == advised, run.transcript)
    for command in ["lint", "check"] { try await suite.parity(command).expect(.exit(0)) }
  }

  @Test func `the advice also works after lines that make everything text`() async throws {
    let suite = try await suite(["spec/1.html"])
    try await initialize(suite)
    try suite.write("* text=auto eol=lf\nFixtures/** text eol=lf\n", to: ".gitattributes")
    let run = try await suite.parity("lint")
    run.expect(.exit(1), output: [".gitattributes: error: "])
    _ = try followAdvice(run, in: suite)
    try await suite.parity("lint").expect(.exit(0))
    // What git does with the file is what the attribute says.
    let added = try await suite.shell("git add -A && git ls-files --eol '\(Self.folder)/spec'")
    added.expect(.exit(0), output: ["i/crlf  w/crlf  attr/-text"])
  }

  @Test func `a suite in a folder of the repository has attributes of its own`() async throws {
    let suite = try await suite(["spec/1.html"])
    try await initialize(suite, "..")
    let run = try await suite.parity("lint")
    run.expect(.exit(1), output: [".gitattributes: error: "])
    _ = try followAdvice(run, in: suite)
    try await suite.parity("lint").expect(.exit(0))
    try await suite.parity("lint", environment: ["GIT_DIR": "/nowhere"]).expect(.exit(0))
  }

  @Test func `the attributes of a new suite keep texts in subfolders`() async throws {
    let suite = try TemporarySuite([:])
    try await initialize(suite)
    try await suite.parity("init", "--adapter", "python").expect(.exit(0))
    let files = ["Fixtures/suite/spec/1.html", "Golden/suite/a.txt", "Fixtures/suite/cases.json"]
    for file in files { try suite.write("a\r\n", to: file) }
    let run = try await suite.shell(
      "git add -A 2>/dev/null; git ls-files --eol \(files.joined(separator: " "))"
    )
    #expect(
      run.output.split(separator: "\n").map { $0.split(separator: " ")[0] }
        == ["i/lf", "i/crlf", "i/crlf"],
      run.transcript
    )
  }

  @Test func `a golden that is a text is such a file`() async throws {
    var files = TextFileTests.files(#""a\r\nb""#)
    for (path, old, new) in [
      (
        "Fixtures/pages/behavior-matrix.json", "{ \"read\": {} }",
        #"{ "read": { "output": "text" } }"#
      ),
      ("pages.py", #"{"length": len(request["params"]["text"])}"#, #"request["params"]["text"]"#),
    ] {
      files[path] = files[path]?.replacing(old, with: new)
    }
    let suite = try await TemporarySuite.recorded(files)
    #expect(try suite.text(of: "Golden/pages/one.txt") == "a\r\nb")
    try await initialize(suite)
    let run = try await suite.parity("lint")
    run.expect(.exit(1), output: [".gitattributes: error: "])
    #expect(try followAdvice(run, in: suite) == ["Golden/**/*.txt -text"], run.transcript)
    for command in ["lint", "check"] { try await suite.parity(command).expect(.exit(0)) }
  }

  // MARK: - Git

  @Test func `without git or such files there is nothing to find`() async throws {
    let suite = try await suite(["spec/1.html"])
    try await initialize(suite)
    let empty = try suite.outside("empty").path
    try await suite.parity("lint", environment: ["PATH": empty]).expect(.exit(0))

    let other = try await TemporarySuite.recorded()
    try await initialize(other)
    let broken = try brokenGit(in: other, "exit 3")
    try await other.parity("lint", environment: ["PATH": broken]).expect(.exit(0))
  }

  @Test(arguments: [
    "echo 'fatal: detected dubious ownership in repository' >&2; exit 128", "exit 3", "kill -9 $$",
    "echo nonsense",
  ])
  func `a git that fails is reported`(script: String) async throws {
    let suite = try await suite(["spec/1.html"])
    try await initialize(suite)
    let broken = try brokenGit(in: suite, script)
    let run = try await suite.parity("lint", environment: ["PATH": broken])
    run.expect(.exit(1), output: [".gitattributes: error: "])
    messages.expect(run.lines(with: ["error: ", "note: "]), "a git that fails: \(script)")
  }

  /// Creates a program `git` that runs a script, and returns its folder.
  private func brokenGit(in suite: TemporarySuite, _ script: String) throws -> String {
    let folder = try suite.outside("broken")
    let file = folder.appendingPathComponent("git")
    try Data("#!/bin/sh\n\(script)\n".utf8).write(to: file)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file.path)
    return folder.path
  }
}
