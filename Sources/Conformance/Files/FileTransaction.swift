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
    let bytes = try FileSystem.readIfPresent(root.pushing(FilePath(path)), limit: SourceFile.sizeLimit)
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

/// Edits of the files of a suite: all are carried out, or none.
///
/// Whoever writes holds the lock on the folder of the goldens. Under it every file is read again; where one is neither what
/// it was nor what it is to be, nothing is written, since somebody else's change would be lost. A kill leaves each file
/// whole, old or new.
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

  /// - Parameter patience: how long another process may be writing meanwhile.
  package func apply(under root: FilePath, patience: Duration = .seconds(10)) throws(FileError) {
    let top = root.appending(GoldenFolder.top)
    // A run that was killed when all was in place has left nothing to do but this.
    let leftover = top.appending(Replacement.staging)
    guard !isEmpty || FileSystem.entry(at: leftover) != nil else { return }
    try FileSystem.createFolder(top)
    try FileSystem.withExclusiveLock(on: top, patience: patience) { () throws(FileError) in
      try FileSystem.removeFolder(leftover)
      for file in basis {
        let bytes = try FileSystem.readIfPresent(root.pushing(FilePath(file.path)), limit: SourceFile.sizeLimit)
        guard bytes.map(GoldenLock.digest) == file.digest else { throw Self.changed(file.path) }
      }
      var due: [FileEdit] = []
      for edit in edits where try edit.isDue(under: root) { due.append(edit) }
      if let edit = try lock?.edit(under: root) { due.append(edit) }
      var replacement = Replacement(edits: due, root: root)
      try replacement.carryOut()
    }
  }

  static func changed(_ path: String) -> FileError {
    FileError(
      path: FilePath(path), reason: "this has changed since it was read; nothing was written, run the command again")
  }
}

/// Puts files in the place of others, and those back where one can't be replaced.
private struct Replacement {
  static let staging = ".staging"

  let edits: [FileEdit]
  let root: FilePath
  var newFolders: [FilePath] = []
  /// Indices of edits.
  var replaced: [Int] = []

  mutating func carryOut() throws(FileError) {
    do throws(FileError) {
      for folder in stagingFolders {
        try FileSystem.removeFolder(folder)
        try FileSystem.createFolder(folder)
      }
      try stage()
      try replace()
    } catch {
      let lost = putBack()
      guard lost == 0 else {
        let outcome =
          "\(counted(lost, "file")) of those already written could not be put back and stand in .staging folders"
        throw FileError(path: error.path, reason: "\(error.reason); \(outcome)")
      }
      removeStaging()
      throw FileError(path: error.path, reason: "\(error.reason); nothing was written")
    }
    removeStaging()
  }

  /// Everything that can fail before the first file is replaced.
  private mutating func stage() throws(FileError) {
    for (index, edit) in edits.enumerated() {
      if let before = edit.before { try FileSystem.write(before, to: staged("old", index), isFlushed: false) }
      if let after = edit.after { try FileSystem.write(after, to: staged("new", index)) }
    }
    for folder in folders {
      newFolders += try FileSystem.createFolder(folder)
      try FileSystem.requireWritable(folder)
    }
  }

  private mutating func replace() throws(FileError) {
    for (index, edit) in edits.enumerated() {
      if edit.after == nil {
        try FileSystem.removeFile(target(edit))
      } else {
        try FileSystem.rename(staged("new", index), to: target(edit))
      }
      replaced.append(index)
    }
    for folder in folders { try FileSystem.flushFolder(folder) }
  }

  /// How many files could not be put back.
  private mutating func putBack() -> Int {
    let lost = replaced.reversed().filter { index in
      let target = target(edits[index])
      do throws(FileError) {
        if edits[index].before == nil {
          try FileSystem.removeFile(target)
        } else {
          try FileSystem.rename(staged("old", index), to: target)
        }
        return false
      } catch {
        return true
      }
    }
    for folder in newFolders.reversed() { FileSystem.removeEmptyFolder(folder) }
    return lost.count
  }

  private func removeStaging() {
    // What can't be removed is removed before the next writing, or tells then why it can't be.
    for folder in stagingFolders { try? FileSystem.removeFolder(folder) }
  }

  // MARK: - Places

  private func target(_ edit: FileEdit) -> FilePath { root.pushing(FilePath(edit.path)) }

  private var folders: [FilePath] { edits.map { target($0).removingLastComponent() }.distinct(by: \.self) }
  private var stagingFolders: [FilePath] { edits.map(stagingFolder).distinct(by: \.self) }

  /// In the uppermost folder, since that may be a link to another file system.
  private func stagingFolder(_ edit: FileEdit) -> FilePath {
    let components = FilePath(edit.path).components
    let top = components.count > 1 ? root.appending(components.prefix(1)) : root
    return top.appending(Self.staging)
  }

  private func staged(_ kind: String, _ index: Int) -> FilePath {
    stagingFolder(edits[index]).appending("\(kind)-\(index)")
  }
}
