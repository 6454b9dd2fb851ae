internal import CanonicalJSON
package import SystemPackage

extension Regeneration {
  /// Puts everything in place so that a kill at any moment leaves each golden whole, old or new.
  ///
  /// All files are written and flushed in a folder of their own first, so that a full disk changes nothing; then each is
  /// renamed into place, then what is gone is removed, and the lock comes last.
  package func apply(under root: FilePath) throws(FileError) {
    let top = root.appending(GoldenFolder.top)
    try FileSystem.createFolder(top)
    try FileSystem.withExclusiveLock(on: top) { () throws(FileError) in
      let staging = top.appending(".staging")
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
    if let lockBytes { try FileSystem.write(lockBytes, to: staging.appending("lock")) }
  }

  private func moveIntoPlace(from staging: FilePath, under root: FilePath) throws(FileError) {
    var folders = Set<FilePath>()
    for (index, file) in files.enumerated() {
      let target = root.appending(file.path)
      let folder = target.removingLastComponent()
      if folders.insert(folder).inserted { try FileSystem.createFolder(folder) }
      try FileSystem.rename(staging.appending("\(index)"), to: target)
    }
    for path in removedFiles.map(root.appending) where FileSystem.entry(at: path) != nil {
      try FileSystem.removeFile(path)
    }
    for folder in folders { try FileSystem.flushFolder(folder) }
    if lockBytes != nil {
      try FileSystem.rename(staging.appending("lock"), to: root.appending(GoldenLock.path))
      try FileSystem.flushFolder(root.appending(GoldenFolder.top))
    }
  }
}
