internal import Conformance
internal import SystemPackage

/// The path of a file that a command writes outside of the suite, such as a report.
struct WrittenPath {
  /// What the file is, such as `report`.
  private let noun: String
  /// The path as the user wrote it.
  private let path: String
  /// The file that is replaced, without links.
  private let destination: FilePath

  /// Creates a path whose destination is known, as that of a report is.
  init(_ noun: String, _ path: String, _ destination: FilePath) {
    self.noun = noun
    self.path = path
    self.destination = destination
  }

  /// Creates the path of a file in the current folder or elsewhere.
  init(_ noun: String, _ path: String) {
    self.init(noun, path, FileSystem.destination(Surroundings.current.path(path)))
  }

  /// Throws if the file would replace one of the suite, or be written into one of its folders.
  func requireOutside(_ root: FilePath) throws(CommandFailure) {
    for own in [Suite.fixtures, GoldenFolder.top, RepositoryFile.path, KnownFailuresFile.path] {
      guard destination.starts(with: FileSystem.resolved(root.appending(own))) else { continue }

      let isFolder = own == Suite.fixtures || own == GoldenFolder.top
      let place = isFolder ? "inside the suite's \(own) folder" : "the suite's \(own)"
      throw CommandFailure(.usage, "the \(noun) path '\(path)' is \(place); use another path")
    }
  }

  /// Throws if the file can't be written.
  func requireWritable() throws(CommandFailure) {
    do {
      try FileSystem.requireReplaceable(Surroundings.current.path(path))
    } catch {
      throw CommandFailure(
        .cannotWrite,
        "can't write the \(noun) '\(path)': \(error.reason)",
        error.advice ?? "create the folder, or use another path"
      )
    }
  }
}
