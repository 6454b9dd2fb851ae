internal import CanonicalJSON
package import SystemPackage

/// A file that is to become another, with what it was when that was worked out.
package struct FileEdit: Sendable {
  /// Relative to the root.
  package let path: String
  /// Nil: there was no file.
  let before: [UInt8]?
  /// Nil: it goes.
  package let after: [UInt8]?

  package init(_ path: String, from before: [UInt8]?, to after: [UInt8]?) {
    self.path = path
    self.before = before
    self.after = after
  }

  fileprivate func isDue(under root: FilePath) throws(FileError) -> Bool {
    let bytes = try FileSystem.readIfPresent(
      root.pushing(FilePath(path)),
      limit: SourceFile.sizeLimit
    )
    guard bytes != after else { return false }
    guard bytes == before else { throw FileTransaction.changed(path) }
    return true
  }
}

/// A file as it was read.
package struct FileDigest: Sendable {
  /// Relative to the root.
  let path: String
  /// SHA-256, in hex.
  let digest: String

  init(of file: SourceFile) {
    path = file.path
    digest = GoldenLock.digest(file.document.utf8)
  }
}

/// Edits of the files of a suite: all of them are made, or none.
///
/// A process that writes holds the lock on the root. With the lock it reads every file again. If
/// one is neither the old nor the new file, nothing is written, so that no other change is lost. A
/// kill leaves each file whole, old or new. A link stays, and the file that it leads to is
/// replaced, which has to be in the repository.
package struct FileTransaction: Sendable {
  /// In the order in which they are put in place.
  let edits: [FileEdit]
  /// The lock of the goldens comes last.
  let lock: GoldenLock.Edit?
  /// What the edits were worked out from.
  let basis: [FileDigest]

  package init(_ edits: [FileEdit], lock: GoldenLock.Edit? = nil, basis: [FileDigest] = []) {
    self.edits = edits
    self.lock = lock
    self.basis = basis
  }

  package var isEmpty: Bool { edits.isEmpty && lock == nil }

  /// Makes the edits, after removing the leftovers of processes that were killed.
  ///
  /// - Parameters:
  ///   - root: the root of the repository, or the folder of the only file.
  ///   - lockedFolder: the folder to lock; `nil` for the root.
  ///   - patience: how long another process may be writing.
  package func apply(
    under root: FilePath,
    locking lockedFolder: FilePath? = nil,
    patience: Duration = .seconds(10)
  ) throws(FileError) {
    let root = root.isEmpty ? "." : root
    for name in ["", GoldenFolder.top, Suite.fixtures] {
      StagingFolder.removeLeftovers(in: root.pushing(FilePath(name)))
    }
    // A run that was killed after its last rename has left nothing else to do.
    guard !isEmpty else { return }

    let newFolders = try FileSystem.createFolder(root)
    do throws(FileError) {
      try FileSystem.withExclusiveLock(
        on: lockedFolder ?? root,
        patience: patience
      ) { () throws(FileError) in
        try applyLocked(under: root)
      }
    } catch {
      FileSystem.removeEmptyFolders(newFolders)
      throw error
    }
  }

  private func applyLocked(under root: FilePath) throws(FileError) {
    for file in basis {
      let path = root.pushing(FilePath(file.path))
      let bytes = try FileSystem.readIfPresent(path, limit: SourceFile.sizeLimit)
      guard bytes.map(GoldenLock.digest) == file.digest else { throw Self.changed(file.path) }
    }

    var due: [FileEdit] = []
    for edit in edits where try edit.isDue(under: root) { due.append(edit) }
    if let edit = try lock?.edit(under: root) { due.append(edit) }

    var replacement = try Replacement(due, under: root)
    try replacement.carryOut()
  }

  static func changed(_ path: String) -> FileError {
    FileError(
      path: FilePath(path),
      reason: "this has changed since it was read; nothing was written, run the command again"
    )
  }
}

/// Puts files in the place of others, and puts the old ones back if one can't be replaced.
private struct Replacement {
  private let edits: [FileEdit]
  /// For each edit, the file that it replaces, links followed.
  private let targets: [FilePath]
  /// For each edit, the folder of that file.
  private let parents: [FilePath]
  private let root: FilePath
  private var newFolders: [FilePath] = []
  private var stagingFolders: [StagingFolder] = []
  /// For each edit, its staging folder.
  private var staging: [StagingFolder] = []
  /// Indices of edits.
  private var replaced: [Int] = []

  /// - Throws: if an edit would write outside the repository.
  init(_ edits: [FileEdit], under root: FilePath) throws(FileError) {
    self.edits = edits
    self.root = FileSystem.resolved(root)
    var targets: [FilePath] = []
    for edit in edits { targets.append(try Self.target(of: edit, under: self.root)) }
    self.targets = targets
    parents = targets.map { $0.removingLastComponent() }
  }

  private static func target(
    of edit: FileEdit,
    under root: FilePath
  ) throws(FileError) -> FilePath {
    do throws(FileError) {
      return root.pushing(try FollowedPath(FilePath(edit.path), underResolved: root).place)
    } catch {
      throw error.adding("nothing was written")
    }
  }

  mutating func carryOut() throws(FileError) {
    do throws(FileError) {
      try stage()
      try replace()
    } catch {
      let lost = putBack()
      let kept = removeStaging(except: lost)
      FileSystem.removeEmptyFolders(newFolders)

      guard lost.isEmpty else {
        let files = counted(lost.count, "file")
        let folders = kept.map(\.string).joined(separator: ", ")
        throw error.adding(
          "\(files) already replaced could not be put back; the old ones are in \(folders)"
        )
      }
      throw error.adding("nothing was written")
    }
    removeStaging()
  }

  /// Does everything that can fail before the first file is replaced.
  private mutating func stage() throws(FileError) {
    let folders = folders
    for folder in folders {
      newFolders += try FileSystem.createFolder(folder)
      try FileSystem.requireWritable(folder)
    }

    var numbers: [FilePath: Int] = [:]
    var numbersByPlace: [FilePath: Int] = [:]
    for folder in folders {
      let place = stagingParent(of: folder)
      if numbersByPlace[place] == nil {
        numbersByPlace[place] = stagingFolders.count
        stagingFolders.append(try StagingFolder(in: place))
      }
      numbers[folder] = numbersByPlace[place]
    }
    staging = parents.compactMap { numbers[$0].map { stagingFolders[$0] } }

    for (index, edit) in edits.enumerated() {
      if let before = edit.before {
        _ = try staging[index].write(before, as: .old, index, isFlushed: false)
      }
      if let after = edit.after {
        _ = try staging[index].write(after, as: .new, index)
      }
    }
  }

  private mutating func replace() throws(FileError) {
    for (index, edit) in edits.enumerated() {
      if edit.after == nil {
        try FileSystem.removeFile(targets[index])
      } else {
        try FileSystem.rename(staging[index].file(.new, index), to: targets[index])
      }
      replaced.append(index)
    }
    for folder in folders { try FileSystem.flushFolder(folder) }
  }

  /// Puts the old files back, and returns the indices of those that could not be.
  private func putBack() -> [Int] {
    replaced.reversed().filter { index in
      do throws(FileError) {
        if edits[index].before == nil {
          try FileSystem.removeFile(targets[index])
        } else {
          try FileSystem.rename(staging[index].file(.old, index), to: targets[index])
        }
        return false
      } catch {
        return true
      }
    }
  }

  /// Removes the staging folders, except those of the edits in `lost`.
  ///
  /// - Returns: the folders that are kept.
  @discardableResult
  private func removeStaging(except lost: [Int] = []) -> [FilePath] {
    let needed = Set(lost.map { staging[$0].path })
    var kept: [FilePath] = []
    for folder in stagingFolders {
      if needed.contains(folder.path) {
        kept.append(folder.keep())
      } else {
        folder.remove()
      }
    }
    return kept
  }

  // MARK: - Places

  private var folders: [FilePath] { parents.distinct(by: \.self) }

  /// The uppermost folder on the way to a folder of targets that is in the same file system.
  ///
  /// That is `Golden` or `Fixtures`, where no reader of goldens or cases meets the staging folder.
  private func stagingParent(of folder: FilePath) -> FilePath {
    var way = folder
    guard way.removePrefix(root), let first = way.components.first else { return folder }

    let top = root.appending(first)
    return FileSystem.device(of: top) == FileSystem.device(of: folder) ? top : folder
  }
}
