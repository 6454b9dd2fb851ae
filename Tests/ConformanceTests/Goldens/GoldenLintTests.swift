import CanonicalJSON
import Conformance
import MessageSnapshot
import TestSuites
import Testing

struct GoldenLintTests {
  private let messages = MessageSnapshot("Findings on goldens")
  private let suite = SuiteFolder()

  @Test func `a suite as regeneration leaves it has no findings`() async throws {
    try suite.write([.words("a"), .words("b")])
    try await suite.regenerate()
    #expect(suite.lint() == [])
  }

  @Test func `a case without a golden`() async throws {
    try suite.write([.words("a")])
    messages.expect(
      suite.lint(),
      "a case without a golden",
      at: ["\(SuiteFolder.casesPath):3:5 error noGolden a"]
    )
  }

  @Test func `a golden edited by hand`() async throws {
    try suite.write([.words("a")])
    try await suite.regenerate()
    try suite.folder.write("{\"words\": []}\n", to: SuiteFolder.goldenPath("a"))
    messages.expect(
      suite.lint(),
      "a golden edited by hand",
      at: ["Golden/words/a.json error editedGolden a"]
    )
  }

  @Test func `an input that has changed`() async throws {
    try suite.write([.words("a", "one")])
    try await suite.regenerate()
    try suite.write([.words("a", "two")])
    messages.expect(
      suite.lint(),
      "an input that has changed",
      at: ["\(SuiteFolder.casesPath):3:5 error changedInput a"]
    )
  }

  @Test func `an input that is only written otherwise has not changed`() async throws {
    try suite.write([.words("a", "one")])
    try await suite.regenerate()
    try suite.write([["id": "a", "description": "new", "input": ["text": "one"]]])
    #expect(suite.lint() == [])
  }

  @Test func `a golden and a line without a case`() async throws {
    try suite.write([.words("a"), .words("b"), .words("c", "other")])
    try await suite.regenerate()
    try suite.write([.words("a")])
    try suite.folder.remove(SuiteFolder.goldenPath("c"))
    messages.expect(
      suite.lint(),
      "a golden and a line without a case",
      at: ["\(SuiteFolder.lockPath):3:1 error orphan c", "Golden/words/b.json error orphan b"]
    )
  }

  @Test func `a golden without a line`() async throws {
    try suite.write([.words("a")])
    try await suite.regenerate()
    try suite.folder.remove(SuiteFolder.lockPath)
    messages.expect(
      suite.lint(),
      "a golden without a line",
      at: ["Golden/words/a.json error noLockLine a"]
    )
  }

  @Test(arguments: ["a.txt", "A.json", ".DS_Store", "json"])
  func `a file that is no golden`(name: String) async throws {
    try suite.write([.words("a")])
    try await suite.regenerate()
    try suite.folder.write("", to: "Golden/words/\(name)")
    let findings = suite.lint()
    #expect(findings.places == ["Golden/words/\(name) error strayFile \(name)"])
    let texts = findings.map {
      $0.description.replacing("/\(name):", with: "/NAME:")
        .replacing("'\(name)'", with: "'NAME'")
    }
    messages.expect(texts, "a file that is no golden")
  }

  @Test func `a doubled line`() async throws {
    try suite.write([.words("a")])
    try await suite.regenerate()
    let lock = try #require(try suite.folder.text(SuiteFolder.lockPath))
    try suite.folder.write(lock + lock, to: SuiteFolder.lockPath)
    messages.expect(
      suite.lint(),
      "a doubled line",
      at: ["\(SuiteFolder.lockPath):2:1 error repeatedName a"]
    )
  }

  @Test func `a version that the matrix has not reached`() async throws {
    try suite.write([.words("a")])
    try await suite.regenerate()
    try suite.write([.words("a"), .words("b")])
    try await suite.regenerate()
    try await suite.regenerate(Words.changing { $0.with("more", 1) }, only: ["a"])
    messages.expect(
      suite.lint(),
      "a version that the matrix has not reached",
      at: ["\(SuiteFolder.matrixPath) error behindVersion words"]
    )
  }
}
