import CanonicalJSON
import Conformance
import MessageSnapshot
import TestSuites
import Testing

struct RepositoryLintTests {
  private let messages = MessageSnapshot("Known failures of programs")
  private let folder = SuiteFolder()

  init() throws {
    try folder.write([.words("same"), .words("own")])
    try folder.write([.words("same"), .words("other")], contract: "phrases")
  }

  @Test
  func `a known failure of no case that the program is asked is told with the nearest`() throws {
    messages.expect(
      try findings("words/sane"),
      "a misspelt case",
      at: ["\(KnownFailuresFile.path) error unknownName words/sane"]
    )
    #expect(try findings("phrases/other", contracts: #""words""#).count == 1)
    #expect(try findings("phrases/other") == [])
  }

  @Test func `nothing is said of cases in contracts that are not at hand`() throws {
    #expect(try findings("phrases/anything", atHand: ["words"]) == [])
    #expect(try findings("words/anything", atHand: ["words"]).count == 1)
  }

  private func findings(
    _ caseName: String,
    contracts: String = #""words", "phrases""#,
    atHand: [String] = ["words", "phrases"]
  ) throws -> [Diagnostic] {
    try folder.folder.write(
      #"{"implementations":[{"name":"mine","command":["x"],"contracts":[\#(contracts)]}]}"#,
      to: "parity.json"
    )
    let file = RepositoryFile.load(under: folder.folder.root)
    #expect(file.diagnostics.map(\.description) == [])
    let suites = try atHand.map { try folder.suite(Words(id: $0)) }
    return RepositoryLint.findings(
      on: file.value.programs,
      known: [KnownFailure(of: "mine", caseName, FailurePin(.crash), reason: "r")],
      suites: suites,
      contracts: ["words", "phrases"]
    )
  }
}
