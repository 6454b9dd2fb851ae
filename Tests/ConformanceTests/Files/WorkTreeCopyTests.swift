import Conformance
import Foundation
import SystemPackage
import Testing

struct WorkTreeCopyTests {
  private let folder = TemporaryFolder()
  private var root: FilePath { folder.root.appending("tree") }

  init() throws {
    for (path, text) in [
      ("tree/a.txt", "a"), ("tree/src/program.py", "p"), ("tree/src/lib/part.py", "x"), ("tree/src/.venv/big", "v"),
      ("tree/src/node_modules/m/index.js", "m"), ("tree/other/b.txt", "b"),
    ] { try folder.write(text, to: path) }
    try FileManager.default.createSymbolicLink(
      atPath: root.appending("src/link").string, withDestinationPath: "../a.txt")
  }

  @Test func `the folder is copied, and what is beside it, hidden or a package's is linked`() throws {
    let copy = try WorkTreeCopy(of: "src", under: root, at: folder.root.appending("copy"))
    for (path, isLinked) in [
      ("a.txt", true), ("other", true), ("src", false), ("src/program.py", false), ("src/lib/part.py", false),
      ("src/.venv", true), ("src/node_modules", true), ("src/link", true),
    ] {
      let type = try FileManager.default.attributesOfItem(atPath: copy.root.pushing(FilePath(path)).string)[.type]
      #expect((type as? FileAttributeType == .typeSymbolicLink) == isLinked, "\(path)")
    }
    for (path, text) in [("src/link", "a"), ("src/.venv/big", "v"), ("src/node_modules/m/index.js", "m")] {
      #expect(try folder.text("copy/\(path)") == text, "\(path) should be read through its link")
    }
  }

  @Test func `an edit of a copy is seen there alone, and is newer by a second at least`() throws {
    let copy = try WorkTreeCopy(of: "src", under: root, at: folder.root.appending("copy"))
    let apart = try time("copy/src/program.py") - time("tree/src/program.py")
    #expect(abs(apart) < 0.001, "a copy should keep its time")
    try copy.replace("src/program.py", with: Array("q".utf8))
    #expect(try folder.text("tree/src/program.py") == "p")
    #expect(try folder.text("copy/src/program.py") == "q")
    let seconds = try (time("tree/src/program.py"), time("copy/src/program.py"))
    #expect(seconds.0.rounded(.down) < seconds.1.rounded(.down), "\(seconds)")
  }

  @Test func `a copy of a copy, and of the whole tree, is one as well`() throws {
    let first = try WorkTreeCopy(of: "src", under: root, at: folder.root.appending("first"))
    let second = try WorkTreeCopy(of: "src", under: first.root, at: folder.root.appending("second"))
    try second.replace("src/lib/part.py", with: Array("y".utf8))
    #expect(try folder.text("first/src/lib/part.py") == "x")
    #expect(try folder.text("second/other/b.txt") == "b")
    let whole = try WorkTreeCopy(of: "", under: root, at: folder.root.appending("whole"))
    try whole.replace("a.txt", with: Array("z".utf8))
    #expect(try folder.text("tree/a.txt") == "a")
  }

  private func time(_ path: String) throws -> TimeInterval {
    let attributes = try FileManager.default.attributesOfItem(atPath: folder.root.pushing(FilePath(path)).string)
    return try #require(attributes[.modificationDate] as? Date).timeIntervalSince1970
  }
}
