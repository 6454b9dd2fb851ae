import CanonicalJSON
import Conformance
import MessageSnapshot
import SystemPackage
import TestSuites
import Testing

struct SourceFileTests {
  private let messages = MessageSnapshot("Source files")
  private let folder = ScratchFolder()

  @Test(arguments: [
    ([], "1:1", "an empty text"),
    (Array(#"{"a": [1,"#.utf8), "1:10", "a text that ends early"),
    ([0xFF, 0xFE, 0x7B, 0x00, 0x7D, 0x00], "1:1", "UTF-16 with a byte order mark"),
    ([0x7B, 0x00, 0x7D, 0x00], "1:1", "UTF-16 without a byte order mark"),
    (
      Array("{\n  \"a\": \"é".utf8) + [0xFF], "2:11",
      "a byte that is not UTF-8"
    ),
    ([0xEF, 0xBB, 0xBF, 0x7B, 0x7D], "1:1", "UTF-8 with a byte order mark"),
    ([UInt8](repeating: 0x5B, count: 100_000), "1:513", "too many levels"),
  ])
  func `a file that can't be parsed is unusable`(bytes: [UInt8], position: String, entry: String)
    throws
  {
    try folder.write(bytes, to: "f.json")
    let diagnostic = try failure(of: "f.json")
    messages.expect([diagnostic], entry, at: ["f.json:\(position) error"])
    #expect(diagnostic.isUnusable)
  }

  @Test func `a file that is not there is unusable`() throws {
    let diagnostic = try failure(of: "f.json")
    messages.expect([diagnostic], "a file that isn't there", at: ["f.json error"])
    #expect(diagnostic.isUnusable)
  }

  @Test func `a folder in place of a file is unusable`() throws {
    try folder.createFolder("f.json")
    messages.expect(
      [try failure(of: "f.json")],
      "a folder in place of a file",
      at: ["f.json error"]
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
    messages.expect([try failure(of: "f.json")], "a file above the limit", at: ["f.json error"])
  }

  @Test(arguments: [
    (#"{"a": 1,\#n "b": 2, "a": 3}"#, "2:10", Diagnostic.Severity.error, "a repeated key"),
    (#"["\ud800"]"#, "1:3", Diagnostic.Severity.error, "half a surrogate pair"),
    (
      "{\"\u{E9}\": 1, \"e\u{301}\": 2}", "1:11", Diagnostic.Severity.warning,
      "keys that differ by normalization"
    ),
  ])
  func `what JSON readers disagree about is told`(
    text: String,
    position: String,
    severity: Diagnostic.Severity,
    entry: String
  ) throws {
    try folder.write(text, to: "f.json")
    let file = try SourceFile.load("f.json", under: folder.root)
    messages.expect(file.diagnostics, entry, at: ["f.json:\(position) \(severity)"])
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
    messages.expect([last], "repeated keys beyond the first hundred", at: ["f.json:103:3 error"])
  }

  private func failure(of path: String) throws -> Diagnostic {
    let error = try #require(throws: SourceError.self) {
      try SourceFile.load(path, under: folder.root)
    }
    return error.diagnostic
  }
}
