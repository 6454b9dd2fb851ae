internal import Conformance
internal import SystemPackage

/// A file that the command line names and a command edits, with links followed.
struct EditedFile {
  /// The folder of the file.
  let folder: FilePath
  let name: String
  /// The folder that a writer locks: the root of the repository if the file is in it, otherwise the
  /// folder of the file.
  let lockedFolder: FilePath

  var path: FilePath { folder.appending(name) }

  /// Resolves a path that the command line names.
  ///
  /// - Parameter path: The path, absolute or relative to the working directory. The file doesn't
  ///   have to exist.
  /// - Throws: If the path is in the repository and a link on the way leads out of it.
  init(_ path: FilePath, in repository: ContractFolder) throws(FileError) {
    let root = FileSystem.resolved(repository.root)
    let named = Surroundings.current.folder.pushing(path)

    let file = FileSystem.destination(try FileSystem.inside(root, named))
    guard let last = file.lastComponent else {
      throw FileError(path: path, reason: "it isn't a file name")
    }

    folder = file.removingLastComponent()
    name = last.string
    lockedFolder = repository.isRepository && file.starts(with: root) ? root : folder
  }

  /// Replaces the file, unless it has changed in the meantime.
  ///
  /// - Parameter before: The bytes that the new ones were made from, or `nil` if there was no file.
  func replace(_ before: [UInt8]?, with after: [UInt8]) throws(FileError) {
    try FileTransaction([FileEdit(name, from: before, to: after)])
      .apply(under: folder, locking: lockedFolder)
  }
}
