import CanonicalJSON
import Conformance
import Foundation
import MessageSnapshot
import TestSuites
import Testing

struct MutantLintTests {
  private let messages = MessageSnapshot("Mutants that can't be made")
  private let suite = SuiteFolder()

  private static let programs = """
    { "implementations": [
      { "name": "program", "command": ["sh", "tool/run.sh"], "contracts": ["words"] },
      { "name": "homeless", "command": ["cat"], "contracts": ["words"] },
      { "name": "foreign", "command": ["sh", "tool/run.sh"], "contracts": ["others"] } ] }
    """

  /// A mutant of the file. Each is on a line of its own.
  struct Entry: Sendable {
    var clause = "C1"
    var mistake = "m"
    var implementation = "program"
    var file = "tool/run.sh"
    var find = "one"
    var replace = "1"

    var text: String {
      #"{ "clause": "\#(clause)", "mistake": "\#(mistake)", "implementation": "#
        + #""\#(implementation)", "file": "\#(file)", "find": "\#(find)", "#
        + #""replace": "\#(replace)" }"#
    }

    /// Returns the column of a member's value.
    func column(of member: String) -> Int {
      (text.components(separatedBy: "\"\(member)\": ").first?.count ?? 0) + member.count + 5
    }
  }

  init() throws {
    try suite.write([.words("a")])
    try suite.folder.write(Self.programs, to: "parity.json")
    try suite.folder.write("one\ntwo\nthree two\n", to: "tool/run.sh")
    try suite.folder.write("shared\n", to: "shared.sh")
  }

  @Test func `a mutant that can be made has no finding`() throws {
    let shared = Entry(mistake: "other", file: "shared.sh", find: "sh")
    #expect(try findings([Entry(), shared]) == [])
  }

  @Test(arguments: [
    ("an unknown clause", Entry(clause: "C2"), "clause", "unknownName C2"),
    (
      "an unknown implementation", Entry(implementation: "programs"), "implementation",
      "unknownName programs"
    ),
    (
      "an implementation of another contract", Entry(implementation: "foreign"), "implementation",
      "unknownName foreign"
    ),
    ("a missing file", Entry(file: "tool/none"), "file", "mutant C1: m"),
    ("a file outside the root", Entry(file: "../run.sh"), "file", "mutant C1: m"),
    ("a program outside the root", Entry(implementation: "homeless"), "file", "mutant C1: m"),
    ("a missing text", Entry(find: "four"), "find", "mutant C1: m"),
    ("a repeated text", Entry(find: "two"), "find", "mutant C1: m"),
    ("a replacement that changes nothing", Entry(replace: "one"), "find", "mutant C1: m"),
  ])
  func `an edit that can't be made is reported at the wrong member`(
    name: String,
    entry: Entry,
    member: String,
    finding: String
  ) throws {
    messages.expect(
      try findings([entry]),
      name,
      at: ["2:\(entry.column(of: member)) error \(finding)"],
      below: "\(MutantsFile.path(of: "words")):"
    )
  }

  @Test func `the second of two mutants with the same name is reported`() throws {
    let findings = try findings([Entry(), Entry(find: "three"), Entry(mistake: "other")])
    #expect(findings.map(\.finding?.category) == [.repeatedName])
    #expect(findings.map(\.finding?.name) == ["C1: m"])
    #expect(findings.map(\.location.position?.line) == [3])
  }

  @Test func `every mutant is checked, not only the first one`() throws {
    let findings = try findings([
      Entry(mistake: "a", find: "four"), Entry(mistake: "b"), Entry(mistake: "c", find: "five"),
    ])
    #expect(findings.map(\.finding?.name) == ["C1: a", "C1: c"])
  }

  @Test func `a mistake may break several clauses, each with a mutant`() throws {
    try suite.folder.write(
      try #require(try suite.folder.text(SuiteFolder.matrixPath))
        .replacing(#""C1""#, with: #""C2""#),
      to: SuiteFolder.matrixPath
    )
    let findings = try findings([Entry(), Entry(clause: "C2")])
    #expect(findings.map(\.finding?.name) == ["C1"], "only C1 isn't a clause")
  }

  @Test func `an edit replaces only the text, byte by byte`() throws {
    // The first text is equal to the second one after normalization.
    let source = "e\u{301} \u{E9}\r\n"
    try suite.folder.write(source, to: "tool/run.sh")
    let mutant = try #require(try mutants([Entry(find: "\u{E9}", replace: #"x\ny"#)]).first)
    #expect(try mutant.edited(under: suite.folder.root) == Array("e\u{301} x\ny\r\n".utf8))
    #expect(try suite.folder.text("tool/run.sh")?.utf8.elementsEqual(source.utf8) == true)
  }

  // MARK: - Helpers

  private func mutants(_ entries: [Entry]) throws -> [Mutant] {
    let list = entries.map(\.text).joined(separator: ",\n")
    try suite.folder.write(
      "{ \"mutants\": [\n\(list)\n] }\n",
      to: MutantsFile.path(of: "words")
    )
    let file = MutantsFile.load(of: "words", under: suite.folder.root)
    #expect(file.diagnostics == [])
    return file.value
  }

  private func findings(_ entries: [Entry]) throws -> [Diagnostic] {
    let file = RepositoryFile.load(under: suite.folder.root)
    #expect(file.diagnostics == [])
    return MutantLint.findings(
      on: try mutants(entries),
      of: try suite.suite(),
      programs: file.value.programs,
      under: suite.folder.root
    )
    .inOrder()
  }
}
