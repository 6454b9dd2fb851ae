import Conformance
import Foundation
import SystemPackage
import TestSuites
import Testing

struct WorkTreeCopyTests {
  private let folder = ScratchFolder()
  private var root: FilePath { folder.root.appending("tree") }

  init() throws {
    for (path, text) in [
      ("tree/a.txt", "a"),
      ("tree/src/program.py", "p"),
      ("tree/src/lib/part.py", "x"),
      ("tree/src/.venv/big", "v"),
      ("tree/src/node_modules/m/index.js", "m"),
      ("tree/other/b.txt", "b"),
    ] { try folder.write(text, to: path) }
    try FileManager.default.createSymbolicLink(
      atPath: root.appending("src/link").string,
      withDestinationPath: "../a.txt"
    )
  }

  @Test func `the folder is copied, and what is beside it, hidden or a package's is linked`() throws
  {
    let copy = try WorkTreeCopy(of: "src", under: root, at: folder.root.appending("copy"))
    for (path, isLinked) in [
      ("a.txt", true),
      ("other", true),
      ("src", false),
      ("src/program.py", false),
      ("src/lib/part.py", false),
      ("src/.venv", true),
      ("src/node_modules", true),
      ("src/link", true),
    ] {
      let type = try FileManager.default.attributesOfItem(
        atPath: copy.root.pushing(FilePath(path)).string
      )[.type]
      #expect((type as? FileAttributeType == .typeSymbolicLink) == isLinked, "\(path)")
    }
    for (path, text) in [
      ("src/link", "a"), ("src/.venv/big", "v"), ("src/node_modules/m/index.js", "m"),
    ] {
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

  @Test(arguments: [
    ("src/linked.py", "../shared/real.py", "", "shared/real.py"),
    ("src/linked.py", "ABSOLUTE/shared/real.py", "", "shared/real.py"),
    ("src/linked.py", "../other/../shared/real.py", "", "shared/real.py"),
    ("alias/program.py", "", "src", "src/program.py"),
    ("src/.venv/big", "", "src", "src/.venv/big"),
    ("src/node_modules/m/index.js", "", "src", "src/node_modules/m/index.js"),
    ("src/node_modules/@scope/n/lib/index.js", "", "src", "src/node_modules/@scope/n/lib/index.js"),
    ("src/hard.py", "", "src", "src/hard.py"),
  ])
  func `a file to edit is a real one of the copy, wherever it lies`(
    path: String,
    link: String,
    copied: String,
    place: String
  ) throws {
    try prepareLinks()
    if !link.isEmpty {
      let destination = link.replacingOccurrences(of: "ABSOLUTE", with: root.string)
      try folder.link("tree/\(path)", to: destination)
    }
    let before = try folder.contents(of: "tree")

    let first = try WorkTreeCopy(
      of: FilePath(copied),
      reaching: [FilePath(path)],
      under: root,
      at: folder.root.appending("first")
    )
    let copy = try WorkTreeCopy(
      of: FilePath(copied),
      reaching: [FilePath(path)],
      under: first.root,
      at: folder.root.appending("second")
    )
    try copy.replace(FilePath(path), with: Array("edited".utf8))

    #expect(try folder.text("second/\(path)") == "edited")
    #expect(try folder.text("second/\(place)") == "edited")
    #expect(try folder.text("first/\(path)") != "edited")
    #expect(try folder.contents(of: "tree") == before)
    let file = copy.root.pushing(FilePath(place))
    #expect(FileSystem.resolved(file) == FileSystem.resolved(copy.root).pushing(FilePath(place)))
    #expect(try Stat(file, followTargetSymlink: false).linkCount == 1)
  }

  @Test
  func `a path that leads out of the tree is refused, and so is an edit through such a link`()
    throws
  {
    try folder.write("mine", to: "outside/real.py")
    try folder.link("tree/src/out.py", to: folder.root.appending("outside/real.py").string)
    #expect(throws: FileError.self) {
      try WorkTreeCopy(
        of: "src",
        reaching: ["src/out.py"],
        under: root,
        at: folder.root.appending("refused")
      )
    }
    let copy = try WorkTreeCopy(of: "src", under: root, at: folder.root.appending("copy"))
    for file in ["src/out.py", "src/.venv/big", "src/node_modules/m/index.js", "other/b.txt"] {
      #expect(throws: FileError.self, "\(file)") {
        try copy.replace(FilePath(file), with: Array("edited".utf8))
      }
    }
    #expect(try folder.text("outside/real.py") == "mine")
    #expect(try folder.text("tree/src/.venv/big") == "v")
    #expect(try folder.text("tree/other/b.txt") == "b")
  }

  @Test func `an edited file can be run as before`() throws {
    let path = root.appending("src/program.py").string
    try FileManager.default.setAttributes([.posixPermissions: 0o775], ofItemAtPath: path)
    let copy = try WorkTreeCopy(of: "src", under: root, at: folder.root.appending("copy"))
    try copy.replace("src/program.py", with: Array("q".utf8))
    let mode = try Stat(copy.root.appending("src/program.py")).permissions
    #expect(mode.rawValue == 0o775)
  }

  @Test func `a copy inside the copied tree does not contain itself`() throws {
    let copy = try WorkTreeCopy(of: "", under: root, at: root.appending("src/copy"))
    try copy.replace("src/program.py", with: Array("q".utf8))
    #expect(try folder.text("tree/src/copy/a.txt") == "a")
    #expect(FileSystem.entry(at: copy.root.appending("src/copy")) == nil)
  }

  @Test func `what the edited package lies next to stays a link`() throws {
    try prepareLinks()
    let copy = try WorkTreeCopy(
      of: "src",
      reaching: ["src/node_modules/@scope/n/lib/index.js"],
      under: root,
      at: folder.root.appending("copy")
    )
    for (path, isLink) in [
      ("src/node_modules/m", true),
      ("src/node_modules/@scope/other", true),
      ("src/node_modules/@scope/n", false),
      ("src/node_modules/@scope/n/part.js", false),
    ] {
      let type = try Stat(copy.root.pushing(FilePath(path)), followTargetSymlink: false).type
      #expect((type == .symbolicLink) == isLink, "\(path)")
    }
  }

  private func prepareLinks() throws {
    try folder.write("real", to: "tree/shared/real.py")
    for path in ["n/lib/index.js", "n/part.js", "other/index.js"] {
      try folder.write("n", to: "tree/src/node_modules/@scope/\(path)")
    }
    try folder.link("tree/alias", to: "src")
    try FileManager.default.linkItem(
      atPath: root.appending("a.txt").string,
      toPath: root.appending("src/hard.py").string
    )
  }

  private func time(_ path: String) throws -> TimeInterval {
    let attributes = try FileManager.default.attributesOfItem(
      atPath: folder.root.pushing(FilePath(path)).string
    )
    return try #require(attributes[.modificationDate] as? Date).timeIntervalSince1970
  }
}
