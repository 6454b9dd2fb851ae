import Foundation
import MessageSnapshot
import Testing

struct InitTests {
  private let messages = MessageSnapshot("parity init")
  private let suite: TemporarySuite

  init() throws {
    suite = try TemporarySuite([:])
    try suite.remove("Golden")
  }

  private static let languages = ["swift", "kotlin", "python", "javascript"]

  /// The programs that the adapters need.
  private static let programs = ["swiftc", "kotlinc", "java", "python3", "node"]

  /// Returns an environment in which only the given programs are installed, and perhaps Gson.
  ///
  /// The programs do nothing, because `init` doesn't run them.
  private func environment(
    with programs: [String] = InitTests.programs,
    hasGson: Bool = true
  ) throws -> [String: String] {
    let folder = try suite.outside("bin")
    for program in programs {
      try "".write(to: folder.appending(path: program), atomically: true, encoding: .utf8)
    }
    return ["PATH": folder.path, "GSON": hasGson ? folder.path : "nowhere/gson.jar"]
  }

  // MARK: - The new suite

  @Test(arguments: languages)
  func `a new suite has a contract, a case and a program, and lacks only the golden`(
    language: String
  ) async throws {
    let run = try await suite.parity(
      "init",
      "--adapter",
      language,
      environment: try environment()
    )
    run.expect(.exit(0))
    run.expectNoErrors()
    messages.expect(run.report, "a new suite in \(language)")

    let suffix = ["swift": "swift", "kotlin": "kt", "python": "py", "javascript": "mjs"]
    let adapter = "adapters/suite.\(try #require(suffix[language]))"
    let isCompiled = ["swift", "kotlin"].contains(language)
    let files = try suite.contents().filter { !$0.value.isEmpty }.keys.sorted()
    let fixtures = ["Fixtures/suite/behavior-matrix.json", "Fixtures/suite/cases.json"]
    let programs = isCompiled ? [adapter, "\(adapter).sh"] : [adapter]
    #expect(files == [".gitattributes"] + fixtures + programs + ["parity.json"])

    for program in programs {
      let text = try suite.text(of: program)
      for mark in ["CONTRACT", "OPERATION", "SOURCE", "SCRIPT", "STEM", "not implemented"] {
        #expect(!text.contains(mark), "\(program) contains \(mark)")
      }
    }

    let lint = try await suite.parity("lint")
    lint.expect(.exit(1), output: ["two_words' has no golden", "1 case checked, 1 error\n"])
  }

  @Test(arguments: ["python", "javascript"])
  func `the suite is green once the output is recorded`(language: String) async throws {
    let run = try await suite.parity("init", "--adapter", language)
    run.expect(.exit(0))
    try await suite.parity("check").expect(.exit(1), output: ["two_words"])
    try await suite.follow("check --update", of: run).expect(.exit(0))
    #expect(try suite.text(of: "Golden/suite/two_words.json").contains(#""two""#))
    let check = try await suite.parity("check")
    check.expect(.exit(0))
    check.expectCounts(judged: 1, passed: 1, failed: 0)
    try await suite.parity("lint").expect(.exit(0))
  }

  @Test(arguments: [
    ("Reading list", "reading-list"), ("2026.Q1", "2026-q1"), ("日本", "example"),
    (String(repeating: "a", count: 90), String(repeating: "a", count: 80)),
  ])
  func `the contract has the name of the folder, if that can be a name`(
    folder: String,
    contract: String
  ) async throws {
    let run = try await suite.parity(
      "init",
      "--root",
      folder,
      environment: try environment()
    )
    run.expect(.exit(0))
    let manifest = try suite.text(of: "\(folder)/Fixtures/\(contract)/behavior-matrix.json")
    #expect(manifest.contains("\"contract\": \"\(contract)\""))
  }

  @Test(arguments: [
    ("Package.swift", "swift"), ("build.gradle.kts", "kotlin"), ("pom.xml", "kotlin"),
    ("package.json", "javascript"), ("README.md", "python"),
  ])
  func `the language is that of the folder's build file, and the files that are there stay`(
    file: String,
    language: String
  ) async throws {
    let files = [file: "mine", "src/main.txt": "mine", ".gitattributes": "mine"]
    for (path, text) in files { try suite.write(text, to: path) }
    let run = try await suite.parity("init", environment: try environment())
    run.expect(.exit(0), output: ["the adapter is in \(language)"])
    messages.expect(run.lines(with: "--adapter"), "a language that follows from \(file)")
    for (path, text) in files { #expect(try suite.text(of: path) == text) }
    #expect(try suite.text(of: "parity.json").contains("\"name\": \"\(language)\""))
  }

  @Test func `a suite inside of another is possible, and said to be separate`() async throws {
    try suite.write("{ \"implementations\": [] }\n", to: "parity.json")
    try suite.write("", to: "inner/file")
    let run = try await suite.parity(
      "init",
      "--adapter",
      "python",
      in: "inner",
      environment: try environment()
    )
    run.expect(.exit(0), output: [suite.root.path])
    let remark = run.lines(with: "doesn't include").replacing(suite.root.path, with: "FOLDER")
    messages.expect(remark, "a suite inside of another")
    #expect(try suite.text(of: "inner/parity.json").contains("\"reference\": true"))
  }

  // MARK: - Refusals

  @Test(arguments: [
    ("parity.json", "a folder with a parity.json"),
    ("Parity.json", "a folder with a miscased parity.json"),
    ("Fixtures/words/behavior-matrix.json", "a folder with a manifest"),
    ("adapters/suite.py", "a folder with a file of the adapter's name"),
    ("Fixtures/suite/notes.txt", "a folder with the contract's folder"),
  ])
  func `nothing is written over what is there`(path: String, message: String) async throws {
    try suite.write("mine", to: path)
    let before = try suite.contents()
    let run = try await suite.parity("init", "--adapter", "python")
    run.expect(.exit(64), errors: ["error: "])
    let text = run.messages.replacing(suite.root.path, with: "FOLDER")
    messages.expect(text, message)
    #expect(try suite.contents() == before)
  }

  @Test(arguments: ["adapters", "Fixtures"])
  func `a file in the place of a folder is left, and nothing is written`(path: String) async throws
  {
    try suite.write("mine", to: path)
    let before = try suite.contents()
    let run = try await suite.parity("init", "--adapter", "python")
    #expect([.exit(64), .exit(73)].contains(run.end), run.transcript)
    #expect(try suite.contents() == before)
  }

  @Test func `a folder that can't be written is reported, and nothing is left`() async throws {
    let path = suite.root.path
    try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: path)
    defer { try? FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path) }
    // Root could write to any folder.
    let user = geteuid() == 0 ? "setpriv --bounding-set=-all --inh-caps=-all " : ""
    let run = try await suite.shell("exec \(user)\"$PARITY\" init --adapter python")
    run.expect(.exit(73), errors: ["error: "])
    messages.expect(run.errors.replacing(path, with: "FOLDER"), "a folder that can't be written")
    #expect(try suite.contents().isEmpty, run.transcript)
  }

  @Test(arguments: ["go", "Python", "js", ""])
  func `an unknown language is refused with those there are`(language: String) async throws {
    let run = try await suite.parity("init", "--adapter", language)
    run.expect(.exit(64), errors: Self.languages)
    messages.expect(run.messages.replacing("'\(language)'", with: "'LANGUAGE'"), "a language")
    #expect(try suite.contents().isEmpty)
  }

  // MARK: - Compilers

  @Test(arguments: languages)
  func `what the adapter needs is named if it isn't installed`(language: String) async throws {
    let run = try await suite.parity(
      "init",
      "--adapter",
      language,
      environment: try environment(with: [], hasGson: false)
    )
    run.expect(.exit(0), output: ["can't run yet: "])
    messages.expect(run.lines(with: "can't run yet"), "a missing program of \(language)")
  }

  @Test(arguments: ["swift", "kotlin"])
  func `a check without the compiler says what to install`(language: String) async throws {
    var environment = try environment(with: [])
    let folder = try suite.outside("bin")
    for program in ["sh", "cat", "cksum", "tr"] {
      let target = try #require(
        ["/bin", "/usr/bin"].map { "\($0)/\(program)" }.first {
          FileManager.default.fileExists(atPath: $0)
        }
      )
      try FileManager.default.createSymbolicLink(
        atPath: folder.appending(path: program).path,
        withDestinationPath: target
      )
    }
    environment["GSON"] = nil
    try await suite.parity("init", "--adapter", language, environment: environment)
      .expect(.exit(0))
    let run = try await suite.parity("check", environment: environment)
    run.expect(.exit(69), output: ["START FAILED", "to install"])
    messages.expect(run.report, "a check without the compiler of \(language)")
    #expect(try !suite.contents().keys.contains { $0.hasPrefix(".parity/adapters") })
  }

  // MARK: - More adapters

  @Test(arguments: languages)
  func `new adapter adds a program with a name to the only contract`(
    language: String
  ) async throws {
    let environment = try environment()
    try await suite.parity("init", "--adapter", "python", environment: environment)
      .expect(.exit(0))
    let run = try await suite.parity(
      "new",
      "adapter",
      language,
      "--name",
      "Second.1",
      environment: environment
    )
    run.expect(.exit(0), output: ["new adapters/Second.1.", "changed parity.json\n"])
    messages.expect(run.report, "a second adapter in \(language)")
    let list = try suite.text(of: "parity.json")
    #expect(list.contains(#""name": "Second.1""#))
    #expect(list.contains(#""default": true"#))
  }

  @Test func `a second adapter fails until it is written`() async throws {
    try await suite.parity("init", "--adapter", "python").expect(.exit(0))
    try await suite.parity("check", "--update").expect(.exit(0))
    try await suite.parity("new", "adapter", "javascript", "--name", "web").expect(.exit(0))
    let red = try await suite.parity("check")
    red.expect(.exit(1), output: ["FAILED suite/two_words (web)", "not implemented yet"])
    red.expectCounts(judged: 2, passed: 1, failed: 1)
    let working = #"return { words: params.text.split(" ") };"#
    try suite.replace(
      #"throw new Error("not implemented yet");"#,
      with: working,
      in: "adapters/web.mjs"
    )
    let green = try await suite.parity("check")
    green.expect(.exit(0))
    green.expectCounts(judged: 2, passed: 2, failed: 0)
  }

  @Test(arguments: [
    (["python", "--name", "python"], "a name that is in use"),
    (["python"], "a file of the contract's name"),
    (["python", "--name", "a b"], "a name with a space"),
    (["python", "--name", "../up"], "a name that is a path"),
    (["python", "--name", "all"], "a reserved name"),
  ])
  func `an adapter whose name can't be used changes nothing`(
    words: [String],
    message: String
  ) async throws {
    try await suite.parity("init", "--adapter", "python").expect(.exit(0))
    let before = try suite.contents()
    try await suite.parity(["new", "adapter"] + words).expect(
      .exit(64),
      message: message,
      in: messages
    )
    #expect(try suite.contents() == before)
  }

  @Test func `the contract of an adapter is named if there are several or none`() async throws {
    try suite.write("{ \"implementations\": [] }\n", to: "parity.json")
    let words = ["new", "adapter", "python"]
    try await suite.parity(words).expect(.exit(64), message: "no contract", in: messages)
    for contract in ["first", "second"] {
      try await suite.parity("new", "contract", contract, "--operation", "make").expect(.exit(0))
    }
    let run = try await suite.parity(words)
    run.expect(.exit(64), message: "several contracts", in: messages, errors: ["first, second"])
    try await suite.parity(words + ["--contract", "second"]).expect(.exit(0))
  }
}
