import CanonicalJSON
import Conformance
import MessageSnapshot
import TestSuites
import Testing

struct GoldenLockTests {
  private let messages = MessageSnapshot("The lock")
  private let folder = ScratchFolder()

  @Test func `a suite without a lock has no lines`() {
    var diagnostics: [Diagnostic] = []
    let lock = GoldenLock.load(under: folder.root).value(addingTo: &diagnostics)
    #expect(lock.lines == [])
    #expect(lock.bytes == [])
    #expect(diagnostics == [])
  }

  @Test func `lines are written in the order of contract and case, and read again`() throws {
    let texts = [
      line("words", "b"), line("other", "z"), line("words", "a"), line("words", "B2".lowercased()),
    ]
    try folder.write(texts.joined(separator: "\n") + "\n", to: GoldenLock.path)
    var diagnostics: [Diagnostic] = []
    let lock = GoldenLock.load(under: folder.root).value(addingTo: &diagnostics)
    #expect(diagnostics == [])
    #expect(
      lock.lines.map { "\($0.location.map { "\($0)" } ?? "")" }.last == "\(GoldenLock.path):4:1"
    )
    let written = String(decoding: GoldenLock.bytes(of: lock.lines), as: UTF8.self)
    #expect(written == [texts[1], texts[2], texts[0], texts[3]].map { $0 + "\n" }.joined())
  }

  @Test(arguments: [
    "garbage", "{}", "[]", #"{"case":"a"}"#, "<<<<<<< HEAD", line("words", "../x"),
    line("words", "A"),
    line("words", "a", version: "1.0"), line("words", "a", confirmedBy: #"["r",1]"#),
    line("words", "a", confirmedBy: #""r""#),
    line("words", "a").replacing("}", with: #","more":1}"#),
  ])
  func `a line that is none is told, and the others are read`(text: String) throws {
    try folder.write("\(line("words", "a"))\n\(text)\n\n\(line("words", "c"))", to: GoldenLock.path)
    var diagnostics: [Diagnostic] = []
    let lock = GoldenLock.load(under: folder.root).value(addingTo: &diagnostics)
    #expect(lock.lines.map(\.caseID) == ["a", "c"])
    messages.expect(diagnostics, "a line that is none", at: ["\(GoldenLock.path):2:1 error"])
    #expect(diagnostics.hasUnusableFiles)
  }

  @Test func `a folder in the lock's place is unusable`() throws {
    try folder.createFolder(GoldenLock.path)
    var diagnostics: [Diagnostic] = []
    let lock = GoldenLock.load(under: folder.root).value(addingTo: &diagnostics)
    #expect(lock.lines == [])
    messages.expect(
      diagnostics,
      "a folder in place of the lock",
      at: ["\(GoldenLock.path) error"]
    )
  }

  @Test func `digests are SHA-256 in hex, of the canonical text of an input`() throws {
    #expect(
      GoldenLock.digest([]) == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    )
    let testCase = try #require(try CaseText(input: #"{"b": 1.0, "a": "x"}"#).testCase)
    #expect(testCase.inputDigest == GoldenLock.digest(Array(#"{"a":"x","b":1}"#.utf8)))
  }
}

private func line(
  _ contract: String,
  _ id: String,
  version: String = "1.0.0",
  confirmedBy: String = #"["reference"]"#
) -> String {
  #"{"case":"\#(id)","confirmedBy":\#(confirmedBy),"contract":"\#(contract)","golden":"g","input":"i","version":"\#(version)"}"#
}
