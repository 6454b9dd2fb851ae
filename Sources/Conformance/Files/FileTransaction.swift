internal import CanonicalJSON
package import SystemPackage

/// A change of one file, with the bytes that the change was computed from.
package struct FileEdit: Sendable {
  /// The path of the file, relative to the root.
  package let path: String
  /// The bytes that the edit was computed from, or `nil` if the file didn't exist.
  let before: [UInt8]?
  /// The new bytes, or `nil` to remove the file.
  package let after: [UInt8]?

  package init(_ path: String, from before: [UInt8]?, to after: [UInt8]?) {
    self.path = path
    self.before = before
    self.after = after
  }

  /// Whether the file still has to be changed.
  ///
  /// - Throws: A `FileError` if the file has neither the old nor the new bytes.
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

/// The digest of a file at the time it was read.
package struct FileDigest: Sendable {
  /// The path of the file, relative to the root.
  let path: String
  /// The SHA-256 of the file's bytes, in hex.
  let digest: String
  /// The place of the file on disk, without links, if it is a text that `$file` names.
  let textFile: FilePath?

  init(path: String, digest: String, textFile: FilePath? = nil) {
    self.path = path
    self.digest = digest
    self.textFile = textFile
  }

  /// Creates the digest of a JSON file.
  init(of file: SourceFile) {
    self.init(path: file.path, digest: GoldenLock.digest(file.document.utf8))
  }
}

/// Edits of a suite's files, of which all are made or none.
///
/// A process that writes holds the lock on the root. With the lock it reads every file again. If
/// one is neither the old nor the new file, nothing is written, so that no other change is lost. A
/// kill leaves each file whole, old or new. A link stays, and the file that it leads to is
/// replaced, which has to be in the repository.
package struct FileTransaction: Sendable {
  /// The edits in the order in which the files are replaced.
  let edits: [FileEdit]
  /// The edit of the golden lock, which is made last.
  let lock: GoldenLock.Edit?
  /// The files that the edits were computed from. If one has changed, nothing is written.
  let basis: [FileDigest]

  package init(_ edits: [FileEdit], lock: GoldenLock.Edit? = nil, basis: [FileDigest] = []) {
    self.edits = edits
    self.lock = lock
    self.basis = basis
  }

  /// Whether there is nothing to write.
  package var isEmpty: Bool { edits.isEmpty && lock == nil }

  /// Makes the edits, after removing the leftovers of processes that were killed.
  ///
  /// - Parameters:
  ///   - root: The root of the repository, or the folder that contains the only file.
  ///   - lockedFolder: The folder to lock, or `nil` for the root.
  ///   - patience: How long to wait while another process is writing.
  /// - Throws: A `FileError` if an edit can't be made. Files that were already replaced are
  ///   restored. If that fails, the reason says where the old files are.
  package func apply(
    under root: FilePath,
    locking lockedFolder: FilePath? = nil,
    patience: Duration = .seconds(10)
  ) throws(FileError) {
    let root = root.isEmpty ? "." : root
    for name in ["", GoldenFolder.top, Suite.fixtures] {
      StagingFolder.removeLeftovers(in: root.pushing(FilePath(name)))
    }
    // A run that was killed after its last rename has left only its staging folders.
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

  /// Compares the files with those that the edits were computed from, and makes the edits that are
  /// still due. The caller holds the lock.
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
    try replacement.perform()
  }

  /// Returns the error for a file that isn't what it was when it was read.
  static func changed(_ path: String) -> FileError {
    FileError(
      path: FilePath(path),
      reason: "the file changed while Parity was running, so nothing was written; "
        + "run the command again"
    )
  }
}

/// Replaces files, and restores the old ones if one can't be replaced.
private struct Replacement {
  private let edits: [FileEdit]
  /// The file that each edit replaces, with links resolved.
  private let targets: [FilePath]
  /// The folder of each target.
  private let parents: [FilePath]
  private let root: FilePath
  private var newFolders: [FilePath] = []
  private var stagingFolders: [StagingFolder] = []
  /// The staging folder for each edit. Edits may share one.
  private var staging: [StagingFolder] = []
  /// The indices of the edits that were made, in order.
  private var replaced: [Int] = []

  /// - Throws: A `FileError` if an edit would write outside of the repository.
  init(_ edits: [FileEdit], under root: FilePath) throws(FileError) {
    self.edits = edits
    self.root = FileSystem.resolved(root)
    var targets: [FilePath] = []
    for edit in edits { targets.append(try Self.target(of: edit, under: self.root)) }
    self.targets = targets
    parents = targets.map { $0.removingLastComponent() }
  }

  /// Returns the file that an edit replaces, with links resolved. It doesn't have to exist.
  ///
  /// - Throws: A `FileError` if a link leads out of the repository.
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

  /// Makes the edits.
  ///
  /// - Throws: A `FileError` for the first edit that fails, after the old files are restored. Its
  ///   reason says that nothing was written, or where the old contents of files are that can't be
  ///   restored.
  mutating func perform() throws(FileError) {
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
          "can't restore \(files) already replaced; the old contents are in \(folders)"
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

  /// Renames the new files into place and removes those that have no new bytes. Records each edit,
  /// so that ``putBack()`` can undo those that were made.
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

  /// Restores the old files, and returns the indices of the edits that could not be undone.
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
  /// - Returns: The paths of the folders that are kept.
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

  // MARK: - Folders

  /// The folders of all targets, each once.
  private var folders: [FilePath] { parents.distinct(by: \.self) }

  /// Returns the folder in which the staging folder for a target's folder is created: the top-level
  /// folder of the repository that contains the target, or `folder` itself if it is the root or is
  /// on another file system.
  ///
  /// For goldens and cases that is `Golden` or `Fixtures`, where no reader of either looks at the
  /// staging folder.
  private func stagingParent(of folder: FilePath) -> FilePath {
    var way = folder
    guard way.removePrefix(root), let first = way.components.first else { return folder }

    let top = root.appending(first)
    return FileSystem.device(of: top) == FileSystem.device(of: folder) ? top : folder
  }
}
