import CanonicalJSON
import Conformance
import Testing

struct GoldenLintTests {
  private let suite = SuiteFolder()

  @Test func `a suite as regeneration leaves it has no findings`() async throws {
    try suite.write([.words("a"), .words("b")])
    try await suite.regenerate()
    #expect(suite.lint() == [])
  }

  @Test func `a case without a golden`() async throws {
    try suite.write([.words("a")])
    #expect(
      suite.lint() == [
        """
        Fixtures/words/cases.json:3:5: error: the case 'a' has no golden
          note: look at its output and accept it: parity review --only words/a
        """
      ]
    )
  }

  @Test func `a golden edited by hand`() async throws {
    try suite.write([.words("a")])
    try await suite.regenerate()
    try suite.folder.write("{\"words\": []}\n", to: SuiteFolder.goldenPath("a"))
    #expect(
      suite.lint() == [
        """
        Golden/words/a.json: error: this golden is not what was recorded; it was edited by hand
          note: restore it, or see what regeneration gives: parity regenerate --dry-run --only words/a
        """
      ]
    )
  }

  @Test func `an input that has changed`() async throws {
    try suite.write([.words("a", "one")])
    try await suite.regenerate()
    try suite.write([.words("a", "two")])
    #expect(
      suite.lint() == [
        """
        Fixtures/words/cases.json:3:5: error: the input of 'a' has changed since its golden was recorded
          note: run: parity regenerate --only words/a
        """
      ]
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
    #expect(
      suite.lint() == [
        """
        Golden/golden.lock.jsonl:3:1: error: this line is for 'c', which is neither a case nor a golden
          note: run: parity regenerate
        """,
        """
        Golden/words/b.json: error: no case is called 'b', so this golden judges nothing
          note: run: parity regenerate
        """,
      ]
    )
  }

  @Test func `a golden without a line`() async throws {
    try suite.write([.words("a")])
    try await suite.regenerate()
    try suite.folder.remove(SuiteFolder.lockPath)
    #expect(
      suite.lint() == [
        """
        Golden/words/a.json: error: this golden has no line in Golden/golden.lock.jsonl
          note: run: parity regenerate --only words/a
        """
      ]
    )
  }

  @Test(arguments: ["a.txt", "A.json", ".DS_Store", "json"])
  func `a file that is no golden`(name: String) async throws {
    try suite.write([.words("a")])
    try await suite.regenerate()
    try suite.folder.write("", to: "Golden/words/\(name)")
    #expect(
      suite.lint() == [
        """
        Golden/words/\(name): error: '\(name)' is no golden's name, which is a case id and '.json'
          note: move or delete it
        """
      ]
    )
  }

  @Test func `a doubled line`() async throws {
    try suite.write([.words("a")])
    try await suite.regenerate()
    let lock = try #require(try suite.folder.text(SuiteFolder.lockPath))
    try suite.folder.write(lock + lock, to: SuiteFolder.lockPath)
    #expect(
      suite.lint() == [
        """
        Golden/golden.lock.jsonl:2:1: error: 'a' has two lines in the lock
          note: run: parity regenerate
        """
      ]
    )
  }

  @Test func `a version that the matrix has not reached`() async throws {
    try suite.write([.words("a")])
    try await suite.regenerate()
    try suite.write([.words("a"), .words("b")])
    try await suite.regenerate()
    try await suite.regenerate(Words.changing { $0.with("more", 1) }, only: ["a"])
    #expect(
      suite.lint() == [
        """
        Fixtures/words/behavior-matrix.json: error: 'a' is recorded for version 2.0.0 of words, and the matrix says 1.0.0
          note: set "version": "2.0.0" there, as a changed output asks for
        """,
        """
        Fixtures/words/behavior-matrix.json: error: 'b' is recorded for version 1.1.0 of words, and the matrix says 1.0.0
          note: set "version": "1.1.0" there, as a new case asks for
        """,
      ]
    )
  }
}
