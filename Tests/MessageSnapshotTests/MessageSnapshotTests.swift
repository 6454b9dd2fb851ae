import Foundation
import Testing

@testable import MessageSnapshot

struct MessageSnapshotTests {
  /// An entry that no test reads would stay forever: renewing the file keeps entries of tests
  /// that didn't run.
  @Test func `a test asks for each entry`() throws {
    let literals = try Self.literalsOfTests()
    let entries = SnapshotFile.shared.entries
    #expect(!entries.isEmpty)
    let stale = entries.filter { entry in
      !literals.contains(entry.section) || !Self.isNamed(entry.name, in: literals)
    }
    #expect(stale == [], "delete these from Messages.snapshot")
  }

  @Test func `the file is sorted, and reads back as it was written`() throws {
    let url = URL(filePath: NSTemporaryDirectory()).appending(path: "\(UUID()).snapshot")
    defer { try? FileManager.default.removeItem(at: url) }
    let file = SnapshotFile(url: url)
    let texts = [("B: x", "one\n\ntwo"), ("A: y", ""), ("A: x", "=")]
    for (title, text) in texts {
      #expect(file.record(text, as: Self.entry(title)) == nil)
    }
    let read = SnapshotFile(url: url)
    #expect(read.entries.map(\.description) == ["A: x", "A: y", "B: x"])
    for (title, text) in texts {
      #expect(read.text(of: Self.entry(title)) == text)
    }
  }

  @Test func `two texts under one name are refused`() throws {
    let url = URL(filePath: NSTemporaryDirectory()).appending(path: "\(UUID()).snapshot")
    defer { try? FileManager.default.removeItem(at: url) }
    let file = SnapshotFile(url: url)
    #expect(file.record("one", as: Self.entry("A: x")) == nil)
    #expect(file.record("one", as: Self.entry("A: x")) == nil)
    #expect(file.record("two", as: Self.entry("A: x")) != nil)
    #expect(SnapshotFile(url: url).text(of: Self.entry("A: x")) == "one")
  }

  private static func entry(_ title: String) -> SnapshotFile.Entry {
    let parts = title.components(separatedBy: ": ")
    return .init(section: parts[0], name: parts[1])
  }

  /// Returns whether a literal is the name, or an interpolated literal starts like the name.
  ///
  /// A literal counts as interpolated from 12 characters before its first value, because a shorter
  /// start would match the names of many entries.
  private static func isNamed(_ name: String, in literals: Set<String>) -> Bool {
    if literals.contains(name) { return true }
    return literals.contains { literal in
      guard let value = literal.range(of: #"\("#) else { return false }
      let start = literal[..<value.lowerBound]
      return start.count >= 12 && name.hasPrefix(start)
    }
  }

  /// Returns the string literals in the sources of all tests.
  private static func literalsOfTests() throws -> Set<String> {
    let tests = SnapshotFile.url.deletingLastPathComponent().deletingLastPathComponent()
    let files = FileManager.default.enumerator(at: tests, includingPropertiesForKeys: nil)
    var literals: Set<String> = []
    while let url = files?.nextObject() as? URL {
      guard url.pathExtension == "swift" else { continue }
      let source = try String(contentsOf: url, encoding: .utf8)
      for match in source.matches(of: #/"([^"\n]*)"/#) { literals.insert(String(match.1)) }
    }
    return literals
  }
}
