internal import Foundation
package import SystemPackage

/// A copy of one folder of a repository, with links to everything around it, so that a program in
/// it runs as it does in place.
///
/// Hidden folders and what `node_modules` holds are links too: they are rarely sources and may be
/// large. The files that a caller is going to edit are real files, wherever they are, and so is
/// every folder on the way. Links of the repository lead to places in the copy. Times are kept, so
/// that what was compiled next to its source is up to date in the copy too.
package struct WorkTreeCopy: Sendable {
  /// The root of the copy.
  package let root: FilePath

  /// Copies a folder.
  ///
  /// - Parameters:
  ///   - folder: relative to `original`, without links and dots; empty for all of it.
  ///   - paths: files and folders to reach in the copy, relative to `original`. The files among
  ///     them are in `folder`, links followed.
  ///   - root: a path that nothing has.
  /// - Throws: a `FileError`; also if one of `paths` leads out of `original`.
  package init(
    of folder: FilePath,
    reaching paths: [FilePath] = [],
    under original: FilePath,
    at root: FilePath
  ) throws(FileError) {
    self.root = root
    var ways: [FilePath] = []
    for path in paths {
      let followed = try FollowedPath(path, under: original)
      ways += followed.passed + [followed.place]
    }

    let original = FileSystem.resolved(original)
    let copying = Copying(
      folder: folder,
      ways: ways,
      original: original,
      root: FileSystem.destination(root)
    )
    try folder.isEmpty ? copying.copy(folder) : copying.open(folder: FilePath())
  }

  /// Replaces a file of the copied folder, links followed.
  ///
  /// The new file shares nothing with the old one: writing never reaches a file outside the copy.
  package func replace(_ file: FilePath, with bytes: [UInt8]) throws(FileError) {
    let place = try FollowedPath(file, under: root).place
    let path = FileSystem.resolved(root).pushing(place)
    let parent = path.removingLastComponent()
    let status = try? Stat(path, followTargetSymlink: false)

    guard FileSystem.resolved(parent) == parent, let status, status.type == .regular else {
      throw FileError(path: file, reason: "this is not a file of the copy")
    }
    let earlier = Self.modification(of: path)
    try FileSystem.removeFile(path)
    try FileSystem.writeNew(bytes, to: path, isFlushed: false)
    try FileSystem.setPermissions(status.permissions, of: path)

    // Python compares times by the second to find out whether a source is newer than its bytecode.
    let nextSecond = Date(timeIntervalSince1970: earlier.timeIntervalSince1970.rounded(.down) + 1)
    try Self.set(max(Date.now, nextSecond), of: path)
  }

  fileprivate static func modification(of path: FilePath) -> Date {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path.string)
    return attributes?[.modificationDate] as? Date ?? .now
  }

  fileprivate static func set(_ modification: Date, of path: FilePath) throws(FileError) {
    try attempt(path) {
      try FileManager.default.setAttributes(
        [.modificationDate: modification],
        ofItemAtPath: path.string
      )
    }
  }

  fileprivate static func attempt(_ path: FilePath, _ body: () throws -> Void) throws(FileError) {
    do {
      try body()
    } catch {
      throw FileError(path: path, reason: "a copy of the sources can't be made: \(error)")
    }
  }
}

/// The work of making one copy. Paths are relative to both roots.
private struct Copying {
  /// The folder to copy.
  let folder: FilePath
  /// The files, folders and links that have to be real in the copy, with the folders they are in.
  let ways: [FilePath]
  let original: FilePath
  /// The root of the copy, which may be in the folder to copy.
  let root: FilePath

  /// Copies a folder with everything in it, except what is hidden and the packages of others.
  func copy(_ folder: FilePath) throws(FileError) {
    try FileSystem.createFolder(target(folder))
    for name in try FileSystem.names(in: source(folder)) {
      let path = folder.appending(name)
      let isSource = !name.hasPrefix(".") && name != Self.packages

      switch type(of: path) {
      case .symbolicLink: try copyLink(path)
      case .directory where source(path) == root: break
      case .directory where isSource: try copy(path)
      case .directory where isOnWay(path):
        try name == Self.packages ? open(folder: path) : copy(path)
      case .regular where isSource || isOnWay(path): try copyFile(path)
      case .directory, .regular: try link(path)
      default: break
      }
    }
  }

  /// Makes a folder real whose contents are links, except what a way leads through.
  func open(folder: FilePath) throws(FileError) {
    try FileSystem.createFolder(target(folder))
    for name in try FileSystem.names(in: source(folder)) {
      let path = folder.appending(name)

      switch type(of: path) {
      case .symbolicLink: try copyLink(path)
      case .directory where path == self.folder: try copy(path)
      case .directory where self.folder.starts(with: path): try open(folder: path)
      case .directory where isOnWay(path): try isPackage(path) ? copy(path) : open(folder: path)
      case .regular where isOnWay(path): try copyFile(path)
      default: try link(path)
      }
    }
  }

  private static let packages = "node_modules"

  /// Whether a folder is a package of `node_modules`, rather than a scope or a store of packages.
  private func isPackage(_ path: FilePath) -> Bool {
    let isStore = path.lastComponent.map { ["@", "."].contains($0.string.prefix(1)) } ?? false
    return path.starts(with: folder) && !isStore
  }

  private func isOnWay(_ path: FilePath) -> Bool { ways.contains { $0.starts(with: path) } }

  private func type(of path: FilePath) -> FileType? {
    (try? Stat(source(path), followTargetSymlink: false))?.type
  }

  private func source(_ path: FilePath) -> FilePath { original.pushing(path) }
  private func target(_ path: FilePath) -> FilePath { root.pushing(path) }

  // MARK: - Entries

  private func copyFile(_ path: FilePath) throws(FileError) {
    try WorkTreeCopy.attempt(target(path)) {
      try FileManager.default.copyItem(atPath: source(path).string, toPath: target(path).string)
    }
    try WorkTreeCopy.set(WorkTreeCopy.modification(of: source(path)), of: target(path))
  }

  /// Links to an entry of the original.
  private func link(_ path: FilePath) throws(FileError) { try link(path, to: source(path)) }

  /// Copies a link so that it leads to the same place of the copy, or to the same one outside.
  private func copyLink(_ path: FilePath) throws(FileError) {
    guard let text = FileSystem.linkText(of: source(path)) else { return try link(path) }
    let parent = path.removingLastComponent()
    let staysInside = parent.pushing(text).lexicallyNormalized().components.first?.kind == .regular
    if text.isRelative, staysInside { return try link(path, to: text) }

    // Links around the copied folder lead to the original; of those, the whole way is kept.
    let followed = try? FollowedPath(path, under: original)
    try link(path, to: followed.map { target($0.place) } ?? source(parent).pushing(text))
  }

  private func link(_ path: FilePath, to destination: FilePath) throws(FileError) {
    try WorkTreeCopy.attempt(target(path)) {
      try FileManager.default.createSymbolicLink(
        atPath: target(path).string,
        withDestinationPath: destination.string
      )
    }
  }
}
