internal import Foundation
package import SystemPackage

/// A copy of one folder of a tree, amid links to everything beside it, so that what is in it runs as it does in place.
///
/// What is hidden and what `node_modules` holds is linked too: it is no source, and may be large. Times are kept, so that
/// what was compiled beside its source is up to date in the copy as well.
package struct WorkTreeCopy: Sendable {
  /// Stands for the root of the tree.
  package let root: FilePath

  /// - Parameters:
  ///   - folder: relative to `original`, without dots; empty: all of it.
  ///   - root: where nothing stands yet.
  package init(of folder: FilePath, under original: FilePath, at root: FilePath) throws(FileError) {
    self.root = root
    try Self.open(Array(folder.components), from: FileSystem.resolved(original), to: root)
  }

  /// Puts other bytes into a file of the copied folder.
  package func replace(_ file: FilePath, with bytes: [UInt8]) throws(FileError) {
    let path = root.pushing(file)
    let earlier = Self.modification(of: path)
    try FileSystem.write(bytes, to: path, isFlushed: false)
    // Python tells by the second whether a source is newer than what it has compiled.
    try Self.set(max(Date.now, Date(timeIntervalSince1970: earlier.timeIntervalSince1970.rounded(.down) + 1)), of: path)
  }

  private static func open(_ way: [FilePath.Component], from source: FilePath, to target: FilePath) throws(FileError) {
    guard let next = way.first else { return try copy(source, to: target) }
    try FileSystem.createFolder(target)
    for name in try FileSystem.names(in: source) where name != next.string {
      try link(target.appending(name), to: source.appending(name))
    }
    try open(Array(way.dropFirst()), from: source.appending(next), to: target.appending(next))
  }

  private static func copy(_ folder: FilePath, to target: FilePath) throws(FileError) {
    try FileSystem.createFolder(target)
    for name in try FileSystem.names(in: folder) {
      let (source, target) = (folder.appending(name), target.appending(name))
      let status = try? Stat(source, followTargetSymlink: false)
      if name.hasPrefix(".") || name == "node_modules" {
        try link(target, to: source)
      } else if status?.type == .directory {
        try copy(source, to: target)
      } else if status?.type == .regular || status?.type == .symbolicLink {
        try attempt(target) { try FileManager.default.copyItem(atPath: source.string, toPath: target.string) }
        if status?.type == .regular { try set(modification(of: source), of: target) }
      }
    }
  }

  private static func link(_ path: FilePath, to target: FilePath) throws(FileError) {
    try attempt(path) {
      try FileManager.default.createSymbolicLink(atPath: path.string, withDestinationPath: target.string)
    }
  }

  private static func modification(of path: FilePath) -> Date {
    (try? FileManager.default.attributesOfItem(atPath: path.string))?[.modificationDate] as? Date ?? .now
  }

  private static func set(_ modification: Date, of path: FilePath) throws(FileError) {
    try attempt(path) {
      try FileManager.default.setAttributes([.modificationDate: modification], ofItemAtPath: path.string)
    }
  }

  private static func attempt(_ path: FilePath, _ body: () throws -> Void) throws(FileError) {
    do { try body() } catch { throw FileError(path: path, reason: "a copy of the sources can't be made: \(error)") }
  }
}
