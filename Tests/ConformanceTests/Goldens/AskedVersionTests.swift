import CanonicalJSON
import Conformance
import TestSuites
import Testing

struct AskedVersionTests {
  private let suite = SuiteFolder()
  private let changed = Words.changing { $0.with("more", 1) }
  private let changedAgain = Words.changing { $0.with("more", 2) }

  @Test func `a new case asks for the next minor version`() async throws {
    try await record([.words("a")], version: "1.2.3")
    try suite.write([.words("a"), .words("b")], version: "1.2.3")
    #expect(try await asked() == ["b: created, asks for 1.3.0", "words 1.3.0"])
  }

  @Test func `a changed output asks for the next major version`() async throws {
    try await record([.words("a")], version: "1.2.3")
    #expect(try await asked(changed) == ["a: changed, asks for 2.0.0", "words 2.0.0"])
  }

  @Test func `of several changes the gravest decides`() async throws {
    try await record([.words("a")], version: "1.2.3")
    try suite.write([.words("a"), .words("b")], version: "1.2.3")
    #expect(
      try await asked(changed)
        == ["a: changed, asks for 2.0.0", "b: created, asks for 1.3.0", "words 2.0.0"]
    )
  }

  @Test func `a version that the matrix has reached is asked for no more`() async throws {
    try await record([.words("a")], version: "1.2.3")
    try suite.write([.words("a"), .words("b")], version: "1.3.0")
    #expect(try await asked() == ["b: created"])
    try suite.write([.words("a")], version: "2.0.0")
    #expect(try await asked(changed) == ["a: changed"])
  }

  @Test func `a version is asked for once in a step, however often something changes`() async throws
  {
    try await record([.words("a")], version: "1.0.0")
    try suite.write([.words("a"), .words("b")], version: "1.0.0")
    try await suite.regenerate()
    try suite.write([.words("a"), .words("b"), .words("c")], version: "1.0.0")
    #expect(try await asked() == ["c: created, asks for 1.1.0", "words 1.1.0"])
    try await suite.regenerate(changed, only: ["a"])
    #expect(
      try await asked(changedAgain, only: ["a"]) == ["a: changed, asks for 2.0.0", "words 2.0.0"]
    )
    #expect(
      try await asked(only: ["c"]) == ["c: created, asks for 2.0.0", "words 2.0.0"],
      "it is the same step"
    )
  }

  @Test func `the next step asks again`() async throws {
    try await record([.words("a")], version: "1.0.0")
    try await suite.regenerate(changed)
    try suite.write([.words("a")], version: "2.0.0")
    #expect(try await asked(changed) == [], "the step is done")
    #expect(try await asked(changedAgain) == ["a: changed, asks for 3.0.0", "words 3.0.0"])
  }

  private func record(_ cases: [JSONValue], version: String) async throws {
    try suite.write(cases, version: version)
    try await suite.regenerate()
  }

  /// Returns the edits that a regeneration would make, then the version that each contract needs.
  private func asked(_ contract: Words = Words(), only: [String] = []) async throws -> [String] {
    let plan = try await suite.plan(contract, selection: Selection(only: only.map(Glob.init)))
    return plan.lines + plan.requiredVersions.map { "\($0.contract) \($0.version)" }
  }
}
