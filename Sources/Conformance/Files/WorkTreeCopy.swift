internal import Foundation
package import SystemPackage

/// A copy of one folder of a repository, with links to everything around it, so that a program in
/// it runs as it does in place.
///
/// Hidden folders and the contents of `node_modules` are links too: they are rarely sources and may
/// be large. Files that a caller is going to edit are real files, wherever they are, and so is
/// every folder on the way. Links within the repository lead to places in the copy. Modification
/// times are kept, so that anything compiled next to its source is up to date in the copy too.
package struct WorkTreeCopy: Sendable {
  /// The root of the copy.
  package let root: FilePath

  /// Copies a folder.
  ///
  /// - Parameters:
  ///   - folder: The folder to copy, relative to `original`, without links and dots. An empty path
  ///     copies all of `original`.
  ///   - paths: The files and folders that have to be real in the copy, relative to `original`.
  ///     With links resolved, the files among them are in `folder`.
  ///   - original: The root of the repository.
  ///   - root: The root of the copy, a path that doesn't exist yet.
  /// - Throws: A `FileError`, also if one of `paths` leads out of `original`.
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

  /// Replaces a file of the copied folder. Links to it are followed.
  ///
  /// The new file shares nothing with the old one: writing never reaches a file outside of the
  /// copy.
  ///
  /// - Throws: A `FileError`, also if `file` isn't a regular file of the copy.
  package func replace(_ file: FilePath, with bytes: [UInt8]) throws(FileError) {
    let place = try FollowedPath(file, under: root).place
    let path = FileSystem.resolved(root).pushing(place)
    let parent = path.removingLastComponent()
    let status = try? Stat(path, followTargetSymlink: false)

    guard FileSystem.resolved(parent) == parent, let status, status.type == .regular else {
      throw FileError(path: file, reason: "not a regular file in the copy of the sources")
    }
    let earlier = Self.modification(of: path)
    try FileSystem.removeFile(path)
    try FileSystem.writeNew(bytes, to: path, isFlushed: false)
    try FileSystem.setPermissions(status.permissions, of: path)

    // Python compares times in whole seconds to find out whether a source is newer than its
    // bytecode.
    let nextSecond = Date(timeIntervalSince1970: earlier.timeIntervalSince1970.rounded(.down) + 1)
    try Self.set(max(Date.now, nextSecond), of: path)
  }

  /// Returns the modification time of a file, or the current time if it can't be read.
  fileprivate static func modification(of path: FilePath) -> Date {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path.string)
    return attributes?[.modificationDate] as? Date ?? .now
  }

  /// Sets the modification time of a file.
  fileprivate static func set(_ modification: Date, of path: FilePath) throws(FileError) {
    try attempt(path) {
      try FileManager.default.setAttributes(
        [.modificationDate: modification],
        ofItemAtPath: path.string
      )
    }
  }

  /// Runs `body` and turns any error that it throws into a `FileError` that says that copying
  /// failed.
  fileprivate static func attempt(_ path: FilePath, _ body: () throws -> Void) throws(FileError) {
    do {
      try body()
    } catch {
      throw FileError(path: path, reason: "can't copy the sources: \(error)")
    }
  }
}

/// The state for creating one copy. Paths are relative to both roots.
private struct Copying {
  /// The folder to copy.
  let folder: FilePath
  /// The files, folders and links that have to be real in the copy, together with their parents.
  let ways: [FilePath]
  let original: FilePath
  /// The root of the copy, which may be inside the folder to copy.
  let root: FilePath

  /// Copies a folder with its contents. Hidden entries and `node_modules` become links, except for
  /// those on the way to one of `ways`.
  func copy(_ folder: FilePath) throws(FileError) {
    try createFolder(folder)
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

  /// Creates a real folder that contains links, except for entries on the way to `folder` or to one
  /// of `ways`.
  func open(folder: FilePath) throws(FileError) {
    try createFolder(folder)
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

  /// Whether a folder in `node_modules` is a package, rather than a scope or a store of packages.
  private func isPackage(_ path: FilePath) -> Bool {
    let isStore = path.lastComponent.map { ["@", "."].contains($0.string.prefix(1)) } ?? false
    return path.starts(with: folder) && !isStore
  }

  /// Whether a path is one of `ways` or a parent of one.
  private func isOnWay(_ path: FilePath) -> Bool { ways.contains { $0.starts(with: path) } }

  /// Returns the type of an entry of the original, without following links, or `nil` if nothing is
  /// there.
  private func type(of path: FilePath) -> FileType? {
    (try? Stat(source(path), followTargetSymlink: false))?.type
  }

  /// Returns the place of an entry in the original.
  private func source(_ path: FilePath) -> FilePath { original.pushing(path) }

  /// Returns the place of an entry in the copy.
  private func target(_ path: FilePath) -> FilePath { root.pushing(path) }

  // MARK: - Entries

  /// Creates a folder of the copy, but not its parent. If the parent is gone, a signal ended the
  /// command: another thread is removing the copy, and must not find it again.
  private func createFolder(_ folder: FilePath) throws(FileError) {
    try FileSystem.createOnly(target(folder))
  }

  /// Copies a file with its modification time.
  private func copyFile(_ path: FilePath) throws(FileError) {
    try WorkTreeCopy.attempt(target(path)) {
      try FileManager.default.copyItem(atPath: source(path).string, toPath: target(path).string)
    }
    try WorkTreeCopy.set(WorkTreeCopy.modification(of: source(path)), of: target(path))
  }

  /// Creates a link to the entry in the original.
  private func link(_ path: FilePath) throws(FileError) { try link(path, to: source(path)) }

  /// Copies a link, so that it leads to the same place in the copy, or to the same place outside of
  /// the repository.
  private func copyLink(_ path: FilePath) throws(FileError) {
    guard let text = FileSystem.linkText(of: source(path)) else { return try link(path) }
    let parent = path.removingLastComponent()
    let staysInside = parent.pushing(text).lexicallyNormalized().components.first?.kind == .regular
    if text.isRelative, staysInside { return try link(path, to: text) }

    // Links around the copied folder lead to the original, so resolve the whole way.
    let followed = try? FollowedPath(path, under: original)
    try link(path, to: followed.map { target($0.place) } ?? source(parent).pushing(text))
  }

  /// Creates a link in the copy with the given target as its text.
  private func link(_ path: FilePath, to destination: FilePath) throws(FileError) {
    try WorkTreeCopy.attempt(target(path)) {
      try FileManager.default.createSymbolicLink(
        atPath: target(path).string,
        withDestinationPath: destination.string
      )
    }
  }
}
