package import SystemPackage

/// Files of a suite that are put in place together, so that a kill at any moment leaves each whole, old or new.
package struct StagedFiles: Sendable {
  /// By path relative to the root.
  package let files: [(path: String, bytes: [UInt8])]
  /// What goes once all of them are in place.
  private let removed: [String]
  /// The lock of the goldens, which comes last.
  private let lock: [UInt8]?

  package init(_ files: [(path: String, bytes: [UInt8])], removed: [String] = [], lock: [UInt8]? = nil) {
    self.files = files
    self.removed = removed
    self.lock = lock
  }

  /// Writes and flushes all of them in a folder of their own, so that a full disk changes nothing, then renames each.
  package func apply(under root: FilePath) throws(FileError) {
    let isOfGoldens = files.map { $0.path.utf8.starts(with: GoldenFolder.top.utf8) }
    let folders =
      (isOfGoldens.contains(true) || !removed.isEmpty || lock != nil ? [GoldenFolder.top] : [])
      + (isOfGoldens.contains(false) ? ["Fixtures"] : [])
    try apply(under: root, locking: folders[...])
  }

  private func apply(under root: FilePath, locking folders: ArraySlice<String>) throws(FileError) {
    guard let folder = folders.first.map({ root.appending($0) }) else { return }
    try FileSystem.createFolder(folder)
    try FileSystem.withExclusiveLock(on: folder) { () throws(FileError) in
      guard folders.count == 1 else { return try apply(under: root, locking: folders.dropFirst()) }
      let staging = folder.appending(".staging")
      try FileSystem.removeFolder(staging)
      do throws(FileError) {
        try stage(in: staging)
        try moveIntoPlace(from: staging, under: root)
      } catch {
        try? FileSystem.removeFolder(staging)
        throw error
      }
      try FileSystem.removeFolder(staging)
    }
  }

  private func stage(in staging: FilePath) throws(FileError) {
    try FileSystem.createFolder(staging)
    for (index, file) in files.enumerated() {
      try FileSystem.write(file.bytes, to: staging.appending("\(index)"))
    }
    if let lock { try FileSystem.write(lock, to: staging.appending("lock")) }
  }

  private func moveIntoPlace(from staging: FilePath, under root: FilePath) throws(FileError) {
    var folders = Set<FilePath>()
    for (index, file) in files.enumerated() {
      let target = root.pushing(FilePath(file.path))
      let folder = target.removingLastComponent()
      if folders.insert(folder).inserted { try FileSystem.createFolder(folder) }
      try FileSystem.rename(staging.appending("\(index)"), to: target)
    }
    for path in removed.map(root.appending) where FileSystem.entry(at: path) != nil { try FileSystem.removeFile(path) }
    for folder in folders { try FileSystem.flushFolder(folder) }
    guard lock != nil else { return }
    try FileSystem.rename(staging.appending("lock"), to: root.appending(GoldenLock.path))
    try FileSystem.flushFolder(root.appending(GoldenFolder.top))
  }
}
