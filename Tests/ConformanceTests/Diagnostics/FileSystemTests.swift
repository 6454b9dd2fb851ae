import Conformance
import Foundation
import MessageSnapshot
import SystemPackage
import TestSuites
import Testing

struct FileSystemTests {
  private let messages = MessageSnapshot("File system")
  private let folder = ScratchFolder()

  @Test func `names come in the order of their bytes, and none where there is no folder`() throws {
    for name in ["b", "B", "\u{E9}", "e\u{301}", "a.json"] {
      try folder.write("", to: "in/\(name)")
    }
    let names = try FileSystem.names(in: folder.root.appending("in"))
    #expect(
      names.map { Array($0.utf8) }
        == ["B", "a.json", "b", "e\u{301}", "\u{E9}"].map { Array($0.utf8) }
    )
    #expect(try FileSystem.names(in: folder.root.appending("nowhere")) == [])
  }

  @Test func `a file is not listed as a folder`() throws {
    try folder.write("", to: "f")
    let error = #expect(throws: FileError.self) {
      try FileSystem.names(in: folder.root.appending("f"))
    }
    messages.expect(error?.reason ?? "", "a file in place of a folder")
  }

  @Test func `a file of the limit's size is read, one byte more is not`() throws {
    try folder.write([1, 2, 3], to: "f")
    #expect(try FileSystem.read(folder.root.appending("f"), limit: 3) == [1, 2, 3])
    #expect(throws: FileError.self) { try FileSystem.read(folder.root.appending("f"), limit: 2) }
  }

  @Test func `writing replaces what a file held`() throws {
    try folder.write("longer", to: "f")
    try folder.write("new", to: "f")
    #expect(try folder.text("f") == "new")
  }

  @Test func `links are followed, and one that leads nowhere is something else`() throws {
    try folder.write("", to: "f")
    try folder.createFolder("d")
    let links = [("to-file", "f"), ("to-folder", "d"), ("to-nothing", "gone")]
    for (link, target) in links {
      try FileManager.default.createSymbolicLink(
        atPath: folder.root.appending(link).string,
        withDestinationPath: target
      )
    }
    #expect(
      links.map { FileSystem.entry(at: folder.root.appending($0.0)) } == [
        .regular, .directory, .symbolicLink,
      ]
    )
  }

  @Test func `a device is no file to read`() {
    let error = #expect(throws: FileError.self) { try FileSystem.read("/dev/null", limit: 10) }
    messages.expect(error?.reason ?? "", "a device")
  }

  @Test func `a folder is locked for one at a time`() throws {
    try folder.createFolder()
    try FileSystem.withExclusiveLock(on: folder.root, patience: .zero) { () throws(FileError) in
      let error = #expect(throws: FileError.self) {
        try FileSystem.withExclusiveLock(on: folder.root, patience: .zero) { () throws(FileError) in
          Issue.record("two hold the lock at once")
        }
      }
      messages.expect(error?.reason ?? "", "a folder that another process has locked")
    }
    let isFree = try FileSystem.withExclusiveLock(on: folder.root, patience: .zero) {
      () throws(FileError) in true
    }
    #expect(isFree, "the lock is given back at the end")
  }

  @Test func `removing a folder that is not there is no error`() throws {
    try FileSystem.removeFolder(folder.root.appending("nowhere"))
  }
}
