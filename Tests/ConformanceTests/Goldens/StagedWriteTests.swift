import CanonicalJSON
import Conformance
import MessageSnapshot
import SystemPackage
import TestSuites
import Testing

struct StagedWriteTests {
  private let messages = MessageSnapshot("Staged writes")
  private let suite = SuiteFolder()

  @Test func `a golden is the output in its one writing`() async throws {
    try suite.write([.words("a")])
    let output: JSONValue = [
      "\u{20AC}": "\u{1}\n",
      "b": [1e21, 0.1, 9_007_199_254_740_993],
      "a": [:],
      "A": [],
      "\u{1F600}": true,
      "\u{FB33}": .null,
    ]
    try await suite.regenerate(Words.answering { _ in .output(output) })
    let golden = """
      {
        "A": [],
        "a": {},
        "b": [
          1e+21,
          0.1,
          9007199254740993
        ],
        "\u{20AC}": "\\u0001\\n",
        "\u{1F600}": true,
        "\u{FB33}": null
      }

      """
    #expect(Array(try #require(try suite.golden("a")).utf8) == Array(golden.utf8))
    #expect(Golden.bytes(of: output, as: .json) == Array(golden.utf8))
  }

  @Test func `only goldens and lock are left`() async throws {
    try suite.write([.words("a"), .words("b")])
    try await suite.regenerate()
    #expect(
      try suite.folder.contents(of: "Golden").keys.sorted()
        == [
          "Golden/golden.lock.jsonl", "Golden/words", "Golden/words/a.json", "Golden/words/b.json",
        ]
    )
  }

  @Test func `a plan can be applied again`() async throws {
    try suite.write([.words("a"), .words("gone", "another"), .words("old", "third")])
    try await suite.regenerate()
    try suite.write([.words("a"), .words("new", "third"), .words("b", "fourth")])
    let plan = try await suite.plan(Words.changing { $0.with("more", 1) })
    try plan.transaction.apply(under: suite.folder.root)
    let once = try suite.folder.contents(of: "Golden")
    try plan.transaction.apply(under: suite.folder.root)
    #expect(try suite.folder.contents(of: "Golden") == once)
    #expect(once.keys.filter { $0.hasSuffix(".json") }.count == 3)
  }

  @Test(arguments: ["", "Golden/", "Fixtures/"])
  func `the next run removes what a killed one left, and no folder of the user`(
    folder: String
  ) async throws {
    try suite.write([.words("a")])
    let leftover = "\(folder).parity-staging-0123456789abcdef"
    try suite.folder.write("half", to: "\(leftover)/new-0")
    try suite.folder.write("old", to: "\(leftover)/old-12")
    try suite.folder.write("mine", to: "\(folder).staging/new-0")
    try await suite.regenerate()
    #expect(FileSystem.entry(at: suite.folder.root.appending(leftover)) == nil)
    #expect(try suite.folder.text("\(folder).staging/new-0") == "mine")
    #expect(try suite.golden("a")?.contains("half") == false)

    try suite.folder.write("half", to: "\(leftover)/new-0")
    try await suite.regenerate()
    let place = suite.folder.root.appending(leftover)
    #expect(FileSystem.entry(at: place) == nil, "with nothing to write")
  }

  @Test func `a run leaves the staging folder of a live one`() async throws {
    try suite.write([.words("a")])
    try suite.folder.createFolder("Golden")
    let live = try StagingFolder(in: suite.folder.root.appending("Golden"))
    let file = try live.write(Array("mine".utf8), as: .new)
    try await suite.regenerate()
    #expect(FileSystem.entry(at: file) == .regular)
    live.remove()
    #expect(FileSystem.entry(at: live.path) == nil)
  }

  @Test
  func `a link inside the repository stays, and the golden that it leads to is written`()
    async throws
  {
    try suite.write([.words("a")])
    try suite.folder.createFolder("shared/goldens")
    try suite.folder.createFolder("Golden")
    try suite.folder.link("Golden/words", to: "../shared/goldens")
    try await suite.regenerate()
    #expect(try suite.folder.text("shared/goldens/a.json") == suite.golden("a"))
    #expect(try suite.folder.contents(of: "shared").count == 2, "no staging folder should be left")
  }

  @Test func `a run that was killed before the lock is settled by the next`() async throws {
    try suite.write([.words("a"), .words("b")])
    try await suite.regenerate()
    let lock = try #require(try suite.folder.text(SuiteFolder.lockPath))
    let changed = Words.changing { $0.with("more", 1) }
    try await suite.regenerate(changed)
    let after = try suite.folder.contents(of: "Golden")
    try suite.folder.write(lock, to: SuiteFolder.lockPath)
    try await suite.regenerate(changed)
    #expect(try suite.folder.contents(of: "Golden") == after)
  }

  @Test
  func `a folder where a golden should be stops the run before anything is written`() async throws {
    try suite.write([.words("a"), .words("b")])
    try suite.folder.createFolder(SuiteFolder.goldenPath("b"))
    let before = try suite.folder.contents(of: "Golden")
    let error = await #expect(throws: SourceError.self) { try await suite.plan() }
    messages.expect(
      [error?.diagnostic].compactMap(\.self),
      "a folder in place of a golden",
      at: ["Golden/words/b.json error"]
    )
    #expect(error?.diagnostic.isUnusable == true)
    #expect(try suite.folder.contents(of: "Golden") == before)
  }

  @Test func `a golden that can't be parsed stops the run before anything is written`() async throws
  {
    try suite.write([.words("a"), .words("b")])
    try await suite.regenerate()
    try suite.folder.write("{", to: SuiteFolder.goldenPath("b"))
    let before = try suite.folder.contents(of: "Golden")
    await #expect(throws: SourceError.self) {
      try await suite.plan(Words.changing { $0.with("more", 1) })
    }
    #expect(try suite.folder.contents(of: "Golden") == before)
  }

  @Test func `while another one writes nothing is written`() async throws {
    try suite.write([.words("a")])
    let plan = try await suite.plan()
    let top = suite.folder.root
    try FileSystem.withExclusiveLock(on: top, patience: .zero) { () throws(FileError) in
      let error = #expect(throws: FileError.self) {
        try plan.transaction.apply(under: suite.folder.root, patience: .zero)
      }
      messages.expect(error?.reason ?? "", "another run that writes")
      #expect(error?.path == top)
    }
    #expect(try suite.folder.contents(of: "Golden") == [:])
    try plan.transaction.apply(under: suite.folder.root)
    #expect(try suite.golden("a") != nil)
  }

  @Test
  func `a file where the folder of goldens should be is an error that leaves it`() async throws {
    try suite.write([.words("a")])
    let plan = try await suite.plan()
    try suite.folder.write("mine", to: "Golden")
    #expect(throws: FileError.self) { try plan.transaction.apply(under: suite.folder.root) }
    #expect(try suite.folder.text("Golden") == "mine")
  }

  @Test func `a failure on the way leaves no staging folder`() async throws {
    try suite.write([.words("a")])
    let plan = try await suite.plan()
    try suite.folder.write("mine", to: "Golden/words")
    #expect(throws: FileError.self) { try plan.transaction.apply(under: suite.folder.root) }
    #expect(try suite.folder.contents(of: "Golden") == ["Golden/words": "mine"])
  }
}
