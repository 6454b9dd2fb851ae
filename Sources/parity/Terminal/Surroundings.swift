internal import AdapterHost
internal import Conformance
internal import Foundation
internal import SystemPackage

/// What a command has around it: how it was called, and where it reads and writes.
///
/// A process has its own. A test makes others, so that many commands run in one process.
struct Surroundings: Sendable {
  /// The arguments, without the name of the program.
  let arguments: [String]
  /// How the program was called.
  let invocation: Invocation
  /// The path of the program, with links resolved.
  let program: String
  let console: any Console
  /// The folder and the variables of the command, `nil` for those of the process.
  let programs: ProgramSurroundings?

  /// - Parameter words: The words of the command line, the name of the program first.
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

  /// Those of the command that runs.
  @TaskLocal static var current = Surroundings.ofProcess

  /// Those of the process.
  static let ofProcess = Surroundings(
    words: CommandLine.arguments,
    program: programPath(),
    console: ProcessConsole(),
    programs: nil
  )

  /// Whether signals to the process are meant for the command.
  var heedsSignals: Bool { programs == nil }

  /// Returns the value of an environment variable.
  func variable(_ name: String) -> String? {
    guard let programs else { return getenv(name).map { String(cString: $0) } }
    return programs.variables[name]
  }

  /// The working directory; empty if it was deleted or its path is too long.
  var folder: FilePath {
    programs?.folder ?? FilePath(FileManager.default.currentDirectoryPath)
  }

  /// Returns the file that a text names, which may be relative to the working directory.
  func path(_ text: String) -> FilePath {
    programs?.folder.pushing(FilePath(text)) ?? FilePath(text)
  }

  /// Returns the working directory.
  ///
  /// - Throws: If it was deleted, can't be read, or its path is longer than the system allows. Its
  ///   parents can't be searched then.
  func requireFolder() throws(CommandFailure) -> FilePath {
    func failure(_ reason: String) -> CommandFailure {
      CommandFailure(
        .usage,
        "the working directory can't be read: \(reason)",
        "change to another folder, or name the suite with --root FOLDER"
      )
    }

    if let programs { return programs.folder }
    guard let path = getcwd(nil, 0) else {
      throw failure(FileError(path: ".", errno: Errno(rawValue: errno)).reason)
    }
    defer { free(path) }
    let folder = FilePath(String(cString: path))

    // Some systems return a path that no other call takes.
    let length = folder.string.utf8.count
    guard length < Int(PATH_MAX) else { throw failure("its path is too long (\(length) bytes)") }
    // Linux returns a path like "(unreachable)/x" for a directory that no path leads to.
    guard folder.isAbsolute else { throw failure("no path leads to it") }
    return folder
  }

  /// Returns the path of the running program, with links resolved.
  private static func programPath() -> String {
    let program = ProcessInfo.processInfo.arguments.first ?? ""
    #if os(Linux)
      return (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
        ?? program
    #else
      return Bundle.main.executablePath ?? program
    #endif
  }
}

/// Returns the value of an environment variable of the command that runs.
func environment(_ name: String) -> String? { Surroundings.current.variable(name) }
