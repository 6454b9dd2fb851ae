import CanonicalJSON
import Conformance
import MessageSnapshot
import TestSuites
import Testing

struct MutantsFileTests {
  private let messages = MessageSnapshot("Mutants files")
  private let folder = ScratchFolder()
  private static let path = MutantsFile.path(of: "words")

  @Test func `a contract without a file has no mutants`() {
    let file = MutantsFile.load(of: "words", under: folder.root)
    #expect(file.value.isEmpty)
    #expect(file.diagnostics.isEmpty)
  }

  @Test func `mutants have the texts and locations of the file, in its order`() throws {
    let file = try load(
      """
      { "$schema": "s", "mutants": [
        { "clause": "C1", "mistake": "a b", "implementation": "p", "file": "x.py",
          "find": "1\\n", "replace": "" },
        { "mistake": "c", "implementation": "q", "file": "y.py", "find": "é", "replace": "e" }
      ] }
      """
    )
    let mutants = file.value
    #expect(file.diagnostics == [])
    #expect(mutants.map(\.name) == ["C1: a b", "c"])
    #expect(mutants.map(\.clause?.name) == ["C1", nil])
    #expect(mutants.map(\.implementation.name) == ["p", "q"])
    #expect(mutants.map(\.file.name) == ["x.py", "y.py"])
    #expect(mutants.map(\.find.name) == ["1\n", "é"])
    #expect(mutants.map(\.replacement) == ["", "e"])
    #expect(mutants.map { "\($0.location)" } == ["\(Self.path):2:3", "\(Self.path):4:3"])
    #expect(mutants.map { "\($0.find.location)" } == ["\(Self.path):3:13", "\(Self.path):4:68"])
  }

  @Test func `each mistake of a file is reported where it is, and the other mutants are read`()
    throws
  {
    let file = try load(
      """
      { "mutants": [
        { "mistake": "a", "implementation": "p", "file": "x", "find": "1" },
        { "mistake": "b", "implementation": "p", "file": "x", "find": "1", "replace": 2 },
        { "mistake": "", "implementation": "p", "file": "x", "find": "", "replace": "" },
        { "clause": 1, "implementation": [], "file": null, "find": "1", "replace": "2" },
        { "mistake": "c", "implementation": "p", "file": "x", "find": "1", "replaces": "2" },
        "d",
        { "mistake": "e", "implementation": "p", "file": "x", "find": "1", "replace": "2" }
      ], "mutant": [] }
      """
    )
    #expect(file.value.map(\.mistake) == ["e"])
    messages.expect(
      file.diagnostics.inOrder(),
      "a file with every mistake",
      at: [
        "2:3 error",
        "3:81 error",
        "4:16 error", "4:64 error",
        "5:3 error", "5:15 error", "5:36 error", "5:48 error",
        "6:3 error", "6:70 error",
        "7:3 error",
        "9:4 error",
      ],
      below: "\(Self.path):"
    )
  }

  @Test(arguments: [
    ("[]", "1:1 error", "a file that isn't an object"),
    ("{}", "1:1 error", "a file without mutants"),
    (#"{"mutants": {}}"#, "1:13 error", "mutants that aren't a list"),
    (#"{"mutants": ["#, "1:14 error", "a file that isn't JSON"),
  ])
  func `a file without a list of mutants has none`(
    text: String,
    place: String,
    name: String
  ) throws {
    let file = try load(text)
    #expect(file.value.isEmpty)
    messages.expect(file.diagnostics, name, at: [place], below: "\(Self.path):")
  }

  private func load(_ text: String) throws -> Loaded<[Mutant]> {
    try folder.write(text, to: Self.path)
    return MutantsFile.load(of: "words", under: folder.root)
  }
}
