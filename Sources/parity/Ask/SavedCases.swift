internal import CanonicalJSON
internal import Conformance
internal import SystemPackage

/// The case file that `--save` names.
///
/// What keeps it from being written shows when this is created, which is before the run.
struct SavedCases {
  /// The path as the user wrote it.
  private let path: String
  /// The folder of the file, links followed.
  private let folder: FilePath
  private let name: String
  /// The folder whose lock a writer holds: the repository's root if the file is in it.
  private let lockedFolder: FilePath

  /// Checks a path that `--save` names.
  init(_ path: String, in repository: ContractFolder) throws(CommandFailure) {
    self.path = path
    let named = workingFolder().pushing(FilePath(path))
    guard !path.isEmpty, named.lastComponent?.kind == .regular else {
      throw CommandFailure(.usage, "--save takes the name of a file, not '\(path)'")
    }

    let root = FileSystem.resolved(repository.root)
    let file = try Self.file(named, under: root, shownAs: path)
    folder = file.removingLastComponent()
    name = file.lastComponent?.string ?? path
    lockedFolder = repository.isRepository && file.starts(with: root) ? root : folder

    do {
      try Scaffold.requireCaseFile(name, under: folder, shownAs: path)
    } catch {
      throw CommandFailure(
        .unusableData, error.message, "name a new file with --save, or a case file")
    }
  }

  /// The file that writing to a path replaces or creates.
  private static func file(
    _ named: FilePath, under root: FilePath, shownAs path: String
  ) throws(CommandFailure) -> FilePath {
    let parent = named.removingLastComponent()
    guard FileSystem.entry(at: parent) == .directory else {
      throw CommandFailure(
        .cannotWrite, "\(path) can't be written: there is no folder \(parent)",
        "make the folder, or name another file with --save")
    }

    let refusal: FileError
    do throws(FileError) {
      if FileSystem.entry(at: named) == .symbolicLink {
        throw FileError(path: named, reason: "it is a link that leads nowhere")
      }
      let file = FileSystem.destination(try FileSystem.inside(root, named))
      if let obstacle = obstacle(at: file) { throw FileError(path: file, reason: obstacle) }
      // Shows whether the folder takes new files.
      try StagingFolder(in: file.removingLastComponent()).remove()
      return file
    } catch {
      refusal = error
    }
    throw CommandFailure(
      .cannotWrite, "\(path) can't be written: \(refusal.reason)",
      refusal.advice ?? "name another file with --save")
  }

  /// What has the place of a file that can't be replaced.
  private static func obstacle(at file: FilePath) -> String? {
    switch FileSystem.entry(at: file) {
    case .regular, nil: nil
    case .directory: "a folder stands where a file is due"
    default: "this is not a regular file"
    }
  }

  /// Adds cases to the file.
  ///
  /// - Parameter operation: `nil` for the only one of the contract.
  /// - Returns: what is new.
  func add(
    _ cases: [(id: String, input: JSONValue)], operation: String?
  ) throws -> Scaffold {
    let scaffold = try Scaffold.writingCases(
      cases, operation: operation, to: name, under: folder, shownAs: path)
    try scaffold.transaction.apply(under: folder, locking: lockedFolder)
    return scaffold
  }
}
