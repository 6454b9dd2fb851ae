package import SystemPackage

/// Files of the suite's authors that are put in place together.
package struct StagedFiles: Sendable {
  package let files: [(path: String, bytes: [UInt8])]

  package init(_ files: [(path: String, bytes: [UInt8])]) {
    self.files = files
  }

  /// Writes and flushes all of them in a folder of their own, so that a full disk changes nothing, then renames each.
  package func apply(under root: FilePath) throws(FileError) {
    guard !files.isEmpty else { return }
    guard files.contains(where: { $0.path.utf8.starts(with: GoldenFolder.top.utf8) }) else {
      return try stageAndRename(under: root)
    }
    // Regeneration takes this lock too, so that the two don't write at once.
    try FileSystem.withExclusiveLock(on: root.appending(GoldenFolder.top)) { () throws(FileError) in
      try stageAndRename(under: root)
    }
  }

  private func stageAndRename(under root: FilePath) throws(FileError) {
    let fixtures = root.appending("Fixtures")
    try FileSystem.withExclusiveLock(on: fixtures) { () throws(FileError) in
      let staging = fixtures.appending(".staging")
      try FileSystem.removeFolder(staging)
      do throws(FileError) {
        try FileSystem.createFolder(staging)
        for (index, file) in files.enumerated() {
          try FileSystem.write(file.bytes, to: staging.appending("\(index)"))
        }
        for (index, file) in files.enumerated() {
          let target = root.pushing(FilePath(file.path))
          try FileSystem.createFolder(target.removingLastComponent())
          try FileSystem.rename(staging.appending("\(index)"), to: target)
          try FileSystem.flushFolder(target.removingLastComponent())
        }
      } catch {
        try? FileSystem.removeFolder(staging)
        throw error
      }
      try FileSystem.removeFolder(staging)
    }
  }
}
