internal import CanonicalJSON
internal import Conformance
internal import SystemPackage

/// The case file that `--save` names.
///
/// What keeps it from being written shows when this is created, which is before the run.
struct SavedCases {
  /// The path as the user wrote it.
  private let path: String
  private let file: EditedFile

  /// Checks a path that `--save` names.
  init(_ path: String, in repository: ContractFolder) throws(CommandFailure) {
    self.path = path
    let named = Surroundings.current.folder.pushing(FilePath(path))
    guard !path.isEmpty, named.lastComponent?.kind == .regular else {
      throw CommandFailure(.usage, "--save takes the name of a file, not '\(path)'")
    }

    file = try Self.file(named, in: repository, shownAs: path)
    do {
      try Scaffold.requireCaseFile(file.name, under: file.folder, shownAs: path)
    } catch {
      throw CommandFailure(
        .unusableData,
        error.message,
        "name a new file with --save, or a case file"
      )
    }
  }

  /// The file that writing to a path replaces or creates.
  private static func file(
    _ named: FilePath,
    in repository: ContractFolder,
    shownAs path: String
  ) throws(CommandFailure) -> EditedFile {
    let parent = named.removingLastComponent()
    guard FileSystem.entry(at: parent) == .directory else {
      throw CommandFailure(
        .cannotWrite,
        "\(path) can't be written: there is no folder \(parent)",
        "make the folder, or name another file with --save"
      )
    }

    let refusal: FileError
    do throws(FileError) {
      if FileSystem.entry(at: named) == .symbolicLink {
        throw FileError(path: named, reason: "it is a link that leads nowhere")
      }
      let file = try EditedFile(named, in: repository)
      if let obstacle = obstacle(at: file.path) {
        throw FileError(path: file.path, reason: obstacle)
      }
      // Shows whether the folder takes new files.
      try StagingFolder(in: file.folder).remove()
      return file
    } catch {
      refusal = error
    }
    throw CommandFailure(
      .cannotWrite,
      "\(path) can't be written: \(refusal.reason)",
      refusal.advice ?? "name another file with --save"
    )
  }

  /// What has the place of a file that can't be replaced.
  private static func obstacle(at file: FilePath) -> String? {
    switch FileSystem.entry(at: file) {
    case .regular, nil: nil
    case .directory: "a folder stands where a file is due"
    default: "this is not a regular file"
    }
  }

  /// Adds cases to the file, and says what is new.
  ///
  /// - Parameters:
  ///   - operation: `nil` for the only one of the contract.
  ///   - next: What to do next.
  func adding(
    _ cases: [(id: String, input: JSONValue)],
    operation: String?,
    next: [String],
    _ reporter: Reporter
  ) throws -> [Effect] {
    let scaffold = try Scaffold.writingCases(
      cases,
      operation: operation,
      to: file.name,
      under: file.folder,
      shownAs: path
    )
    return [
      .edit(scaffold.transaction, root: file.folder, lockedFolder: file.lockedFolder),
      .lines(scaffold.lines(next: next), reporter),
    ]
  }
}
