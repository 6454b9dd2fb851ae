import CanonicalJSON
import Conformance
import SystemPackage
import Testing

struct SourceFileTests {
  private let folder = TemporaryFolder()

  @Test(arguments: [
    ([], "f.json:1:1: error: the text is empty, expected a value"),
    (
      Array(#"{"a": [1,"#.utf8),
      "f.json:1:10: error: expected a value after ',', found the end of the text"
    ),
    ([0xFF, 0xFE, 0x7B, 0x00, 0x7D, 0x00], "f.json:1:1: error: this is UTF-16; save it as UTF-8"),
    ([0x7B, 0x00, 0x7D, 0x00], "f.json:1:1: error: this is UTF-16; save it as UTF-8"),
    (
      Array("{\n  \"a\": \"é".utf8) + [0xFF],
      "f.json:2:11: error: 0xFF is not part of a character in UTF-8"
    ),
    (
      [0xEF, 0xBB, 0xBF, 0x7B, 0x7D],
      "f.json:1:1: error: the text starts with a byte order mark, U+FEFF; save it without one"
    ),
    (
      [UInt8](repeating: 0x5B, count: 100_000),
      "f.json:1:513: error: more than 512 levels of nesting"
    ),
  ])
  func `a file that can't be parsed is unusable`(bytes: [UInt8], message: String) throws {
    try folder.write(bytes, to: "f.json")
    let diagnostic = try failure(of: "f.json")
    #expect(diagnostic.description == message)
    #expect(diagnostic.isUnusable)
  }

  @Test func `a file that is not there is unusable`() throws {
    let diagnostic = try failure(of: "f.json")
    #expect(diagnostic.description == "f.json: error: no such file or directory")
    #expect(diagnostic.isUnusable)
  }

  @Test func `a folder in place of a file is unusable`() throws {
    try folder.createFolder("f.json")
    #expect(
      try failure(of: "f.json").description == "f.json: error: a folder stands where a file is due"
    )
  }

  @Test func `a file above the limit is refused with the limit named`() throws {
    try folder.createFolder()
    let path = folder.root.appending("f.json")
    let file = try FileDescriptor.open(
      path,
      .writeOnly,
      options: .create,
      permissions: [.ownerReadWrite]
    )
    try file.closeAfter {
      // The file is sparse, so it takes only one byte on the disk.
      try file.seek(offset: Int64(SourceFile.sizeLimit), from: .start)
      try file.writeAll([0x20])
    }
    #expect(
      try failure(of: "f.json").description
        == "f.json: error: this is larger than the limit of 64 MiB"
    )
  }

  @Test(arguments: [
    (
      #"{"a": 1,\#n "b": 2, "a": 3}"#, "f.json:2:10: error: the key \"a\" is already at 1:2",
      Diagnostic.Severity.error
    ),
    (
      #"["\ud800"]"#,
      "f.json:1:3: error: a surrogate escape that is not half of a pair; it reads as U+FFFD",
      Diagnostic.Severity.error
    ),
    (
      "{\"\u{E9}\": 1, \"e\u{301}\": 2}",
      "f.json:1:11: warning: the key \"e\\u{0301}\" differs only by Unicode normalisation from \"\\u{00E9}\" at 1:2",
      Diagnostic.Severity.warning
    ),
  ])
  func `what JSON readers disagree about is told`(
    text: String,
    message: String,
    severity: Diagnostic.Severity
  ) throws {
    try folder.write(text, to: "f.json")
    let file = try SourceFile.load("f.json", under: folder.root)
    #expect(file.diagnostics.map { TextKey($0.description) } == [TextKey(message)])
    #expect(file.diagnostics.map(\.severity) == [severity])
    #expect(file.diagnostics.map(\.isUnusable) == [true])
    #expect(
      file.diagnostics.hasUnusableFiles == (severity == .error),
      "a warning alone leaves the file usable"
    )
  }

  @Test func `a file without anomalies has no diagnostics and knows where its values stand`() throws
  {
    try folder.write("{\n  \"é\": 1, \"b\": 2\n}\n", to: "sub/f.json")
    let file = try SourceFile.load("sub/f.json", under: folder.root)
    #expect(file.diagnostics.isEmpty)
    let node = try #require(file.root["b"])
    #expect("\(file.location(of: node))" == "sub/f.json:2:17", "columns count UTF-8 bytes from 1")
  }

  @Test func `a file with a thousand repeated keys has a hundred findings and a count`() throws {
    let members = (0..<1_001).map { "\n  \"a\": \($0)" }.joined(separator: ",")
    try folder.write("{\(members)\n}", to: "f.json")
    let file = try SourceFile.load("f.json", under: folder.root)
    #expect(file.diagnostics.count == 101)
    let last = try #require(file.diagnostics.last)
    #expect(last.description.hasPrefix("f.json:103:3: error: 900 more "), "\(last)")
  }

  private func failure(of path: String) throws -> Diagnostic {
    let error = try #require(throws: SourceError.self) {
      try SourceFile.load(path, under: folder.root)
    }
    return error.diagnostic
  }
}
