internal import AdapterHost
internal import Conformance
internal import Foundation
internal import SystemPackage

/// The environment of a command: how it was called, and where it reads and writes.
///
/// A process has its own. Tests create others, so that many commands can run in one process.
struct Surroundings: Sendable {
  /// The arguments, without the name of the program.
  let arguments: [String]
  /// The way in which the program was called.
  let invocation: Invocation
  /// The path of the program, with links resolved.
  let program: String
  let console: any Console
  /// The working directory and the variables of the command, or `nil` to use the process's own.
  let programs: ProgramSurroundings?

  /// - Parameter words: The words of the command line, starting with the name of the program.
  init(
    words: [String],
    program: String,
    console: any Console,
    programs: ProgramSurroundings?
  ) {
    arguments = Array(words.dropFirst())
    invocation = Invocation(words)
    self.program = program
    self.console = console
    self.programs = programs
  }

  /// The surroundings of the running command.
  @TaskLocal static var current = Surroundings.ofProcess

  /// The surroundings of the process.
  static let ofProcess = Surroundings(
    words: CommandLine.arguments,
    program: Platform.program(),
    console: ProcessConsole(),
    programs: nil
  )

  /// Whether signals to the process are meant for the command.
  var handlesSignals: Bool { programs == nil }

  /// Returns the value of an environment variable.
  func variable(_ name: String) -> String? {
    guard let programs else { return getenv(name).map { String(cString: $0) } }
    return programs.variables[name]
  }

  /// The working directory, which is empty if it was deleted or its path is too long.
  var folder: FilePath {
    programs?.folder ?? FilePath(FileManager.default.currentDirectoryPath)
  }

  /// Returns the file with the given path, which may be relative to the working directory.
  func path(_ text: String) -> FilePath {
    programs?.folder.pushing(FilePath(text)) ?? FilePath(text)
  }

  /// Returns the working directory.
  ///
  /// - Throws: If it was deleted, can't be read, or has a path that is longer than the system
  ///   allows. Its parents can't be searched in these cases.
  func requireFolder() throws(CommandFailure) -> FilePath {
    /// Returns the failure with the same advice for each reason.
    func failure(_ reason: String) -> CommandFailure {
      CommandFailure(
        .usage,
        "the current folder can't be read: \(reason)",
        "change to another folder, or select the suite with --root FOLDER"
      )
    }

    if let programs { return programs.folder }
    guard let path = getcwd(nil, 0) else {
      throw failure(FileError(path: ".", errno: Errno(rawValue: errno)).reason)
    }

    defer { free(path) }
    let folder = FilePath(String(cString: path))

    // Some systems return a path that no other call accepts.
    let length = folder.string.utf8.count
    guard length < Int(PATH_MAX) else { throw failure("its path is too long (\(length) bytes)") }
    // Linux returns a path like "(unreachable)/x" for a directory that can't be reached by a path.
    guard folder.isAbsolute else { throw failure("it can't be reached by a path") }
    return folder
  }
}

/// Returns the value of an environment variable of the running command.
func environment(_ name: String) -> String? { Surroundings.current.variable(name) }
