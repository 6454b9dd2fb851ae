import Conformance
import Foundation
import SystemPackage
import TestSuites
import Testing

struct StagingFolderTests {
  private let folder = ScratchFolder()
  private let name = ".parity-staging-0123456789abcdef"

  init() throws { try folder.createFolder() }

  @Test func `each staging folder has a name of its own and is gone with its files`() throws {
    let first = try StagingFolder(in: folder.root)
    let second = try StagingFolder(in: folder.root)
    #expect(first.path != second.path)
    let file = try first.write(Array("text".utf8), as: .new, 3)
    #expect(try FileSystem.read(file, limit: 10) == Array("text".utf8))
    first.remove()
    second.remove()
    #expect(try FileSystem.names(in: folder.root) == [])
  }

  @Test func `no file of a staging folder is written twice, and no link is followed`() throws {
    let staging = try StagingFolder(in: folder.root)
    defer { staging.remove() }
    _ = try staging.write([1], as: .new)
    #expect(throws: FileError.self) { try staging.write([2], as: .new) }

    try folder.write("mine", to: "victim")
    try FileManager.default.createSymbolicLink(
      atPath: staging.file(.old).string,
      withDestinationPath: "../victim"
    )
    #expect(throws: FileError.self) { try staging.write([2], as: .old) }
    #expect(try folder.text("victim") == "mine")
    try FileSystem.removeFile(staging.file(.old))
  }

  @Test func `a leftover is removed, and the folder of a live process is not`() throws {
    try folder.write("half", to: "\(name)/new-0")
    try folder.write("old", to: "\(name)/old-10")
    try folder.createFolder(".parity-staging-ffffffffffffffff")
    let live = try StagingFolder(in: folder.root)
    StagingFolder.removeLeftovers(in: folder.root)
    #expect(try FileSystem.names(in: folder.root) == [live.path.lastComponent?.string ?? ""])
    live.remove()
  }

  @Test(arguments: [
    ".staging", ".staging/new-0", ".parity-staging-0123456789abcde/new-0",
    ".parity-staging-0123456789abcdef0/new-0", ".parity-staging-0123456789ABCDEF/new-0",
    ".parity-staging-0123456789abcdeg/new-0", "parity-staging-0123456789abcdef/new-0",
    ".parity-kept-0123456789abcdef/old-0", ".parity-staging-0123456789abcdef",
    ".parity-staging-0123456789abcdef/notes.txt", ".parity-staging-0123456789abcdef/new-00",
    ".parity-staging-0123456789abcdef/new--1", ".parity-staging-0123456789abcdef/new-0/deep",
  ])
  func `what Parity does not make stays`(path: String) throws {
    try folder.write("mine", to: path)
    if path.hasPrefix("\(name)/") { try folder.write("mine", to: "\(name)/new-7") }
    StagingFolder.removeLeftovers(in: folder.root)
    #expect(try folder.text(path) == "mine")
    if path.hasPrefix("\(name)/") { #expect(try folder.text("\(name)/new-7") == "mine") }
  }

  @Test func `neither a link with such a name nor a link inside leads to a removal`() throws {
    try folder.write("mine", to: "elsewhere/new-0")
    try folder.link(name, to: "elsewhere")
    try folder.createFolder(".parity-staging-ffffffffffffffff")
    try folder.link(".parity-staging-ffffffffffffffff/new-0", to: "../elsewhere/new-0")
    let before = try FileSystem.names(in: folder.root)
    StagingFolder.removeLeftovers(in: folder.root)
    #expect(try folder.text("elsewhere/new-0") == "mine")
    #expect(try FileSystem.names(in: folder.root) == before)
  }

  @Test func `a folder that is kept has a name that nothing removes`() throws {
    let staging = try StagingFolder(in: folder.root)
    _ = try staging.write([1], as: .old)
    let kept = staging.keep()
    StagingFolder.removeLeftovers(in: folder.root)
    #expect(try FileSystem.read(kept.appending("old-0"), limit: 10) == [1])
  }

  @Test
  func `a file is replaced where a link leads, unless that is outside the repository`() throws {
    try folder.write("old", to: "repository/inside")
    try folder.write("old", to: "outside")
    try folder.link("repository/in", to: "inside")
    try folder.link("repository/out", to: "../outside")
    let root = folder.root.appending("repository")

    try FileSystem.replace(root.appending("in"), with: Array("new".utf8), within: root)
    #expect(try folder.text("repository/inside") == "new")
    let error = #expect(throws: FileError.self) {
      try FileSystem.replace(root.appending("out"), with: Array("new".utf8), within: root)
    }
    #expect(error?.path == "out")
    #expect(try folder.text("outside") == "old")

    try folder.createFolder("elsewhere")
    try folder.link("repository/folder", to: "../elsewhere")
    #expect(throws: FileError.self) {
      try FileSystem.replace(root.appending("folder/file"), with: [1], within: root)
    }
    #expect(try FileSystem.names(in: folder.root.appending("elsewhere")) == [])
    try FileSystem.replace(folder.root.appending("elsewhere/file"), with: [1], within: root)
    #expect(try FileSystem.names(in: folder.root.appending("elsewhere")) == ["file"])

    try FileSystem.replace(root.appending("out"), with: Array("new".utf8))
    #expect(try folder.text("outside") == "new", "a report may lead anywhere")
    #expect(try FileSystem.names(in: root) == ["folder", "in", "inside", "out"])
  }

  @Test func `a folder that can't be made leaves none of its parents`() throws {
    let long = String(repeating: "x", count: 300)
    #expect(throws: FileError.self) {
      try FileSystem.createFolder(folder.root.appending("a").appending("b").appending(long))
    }
    #expect(try FileSystem.names(in: folder.root) == [])
  }
}
