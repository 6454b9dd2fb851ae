internal import CanonicalJSON
internal import Conformance
internal import Reporting
internal import SystemPackage

/// The case file that `--save` names.
///
/// It is checked on creation, before the run, so that problems with writing it are reported early.
struct SavedCases {
  /// The path as the user wrote it.
  private let path: String
  private let file: EditedFile

  /// Checks a path that `--save` names.
  init(_ path: String, in repository: ContractFolder) throws(CommandFailure) {
    self.path = path
    let named = Surroundings.current.folder.pushing(FilePath(path))
    guard !path.isEmpty, named.lastComponent?.kind == .regular else {
      throw CommandFailure(.usage, "--save needs a file name, not '\(path)'")
    }

    file = try Self.file(named, in: repository, shownAs: path)
    do {
      try Scaffold.requireCaseFile(file.name, under: file.folder, shownAs: path)
    } catch {
      throw CommandFailure(
        .unusableData,
        error.message,
        "use --save with a new file or an existing case file"
      )
    }
  }

  /// Returns the file that writing to a path replaces or creates. Throws if it can't be written.
  private static func file(
    _ named: FilePath,
    in repository: ContractFolder,
    shownAs path: String
  ) throws(CommandFailure) -> EditedFile {
    let parent = named.removingLastComponent()
    guard FileSystem.entry(at: parent) == .directory else {
      throw CommandFailure(
        .cannotWrite,
        "can't write \(path): the folder \(parent) doesn't exist",
        "create the folder, or use --save with another file"
      )
    }

    do throws(FileError) {
      if FileSystem.entry(at: named) == .symbolicLink {
        throw FileError(path: named, reason: "it is a broken link")
      }
      let file = try EditedFile(named, in: repository)
      if let problem = problem(at: file.path) {
        throw FileError(path: file.path, reason: problem)
      }
      // This fails if no files can be created in the folder.
      try StagingFolder(in: file.folder).remove()
      return file
    } catch {
      throw CommandFailure(
        .cannotWrite,
        "can't write \(path): \(error.reason)",
        error.advice ?? "use --save with another file"
      )
    }
  }

  /// Returns why the entry at a path can't be replaced, or `nil` if it can.
  private static func problem(at file: FilePath) -> String? {
    switch FileSystem.entry(at: file) {
    case .regular, nil: nil
    case .directory: "expected a file, found a folder"
    default: "it isn't a regular file"
    }
  }

  /// Returns the effects that add cases to the file and report what is new.
  ///
  /// - Parameters:
  ///   - operation: The operation of the cases, or `nil` for the only one of the contract.
  ///   - next: The next steps to suggest.
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
