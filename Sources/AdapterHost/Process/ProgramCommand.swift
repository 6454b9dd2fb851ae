internal import Conformance
internal import Foundation
package import SystemPackage

/// The working directory and the environment variables that programs inherit.
package struct ProgramSurroundings: Sendable {
  package let folder: FilePath
  package let variables: [String: String]

  package init(folder: FilePath, variables: [String: String]) {
    self.folder = folder
    self.variables = variables
  }
}

/// The command line, folder and environment that a program is started with.
package struct ProgramCommand: Sendable {
  /// The program and its arguments. A program without a `/` is looked up in PATH.
  package let words: [String]
  /// The folder to start in, absolute or relative to the inherited one; `nil` for the inherited
  /// one.
  package let workingDirectory: FilePath?
  /// The variables that are set in addition to the inherited ones.
  package let environment: [(name: String, value: String)]
  /// The folder and variables to inherit, or `nil` to inherit from this process.
  package let surroundings: ProgramSurroundings?

  /// Creates a command without checking that the program exists.
  package init(
    words: [String],
    workingDirectory: FilePath? = nil,
    environment: [(name: String, value: String)] = [],
    in surroundings: ProgramSurroundings? = nil
  ) {
    self.words = words
    self.surroundings = surroundings
    self.workingDirectory = workingDirectory
    self.environment = environment
  }

  /// Returns a command that runs one simple command in `sh`. The program replaces the shell.
  package static func shell(
    _ text: String,
    in surroundings: ProgramSurroundings? = nil
  ) -> ProgramCommand {
    ProgramCommand(words: ["/bin/sh", "-c", "exec \(text)"], in: surroundings)
  }

  /// Why the program can't be run, as a predicate, or `nil` if it is there and may be executed.
  package var reasonNotToRun: String? {
    let program = words.first ?? ""
    guard program.utf8.contains(UInt8(ascii: "/")) else {
      let inherited = surroundings?.variables ?? ProcessInfo.processInfo.environment
      let folders = environment.last { $0.name == "PATH" }?.value ?? inherited["PATH"] ?? ""
      return Self.path(of: program, in: folders) == nil
        ? "can't be started: '\(program)' isn't in PATH" : nil
    }

    let start = surroundings?.folder ?? FilePath(".")
    let folder = workingDirectory.map { start.pushing($0) } ?? start
    let path = folder.pushing(FilePath(program))
    return access(path.string, X_OK) == 0
      ? nil : "can't be started: '\(program)' doesn't exist or can't be executed"
  }

  /// Returns the path of a program, or `nil` if no folder has it.
  ///
  /// - Parameter folders: The value of `PATH`: folders, each followed by a colon but the last one.
  package static func path(of program: String, in folders: String) -> String? {
    folders.split(separator: ":").map { "\($0)/\(program)" }.first { access($0, X_OK) == 0 }
  }

  /// Returns the command with other words, in the same folder and environment.
  func running(_ words: [String]) -> ProgramCommand {
    ProgramCommand(
      words: words,
      workingDirectory: workingDirectory,
      environment: environment,
      in: surroundings
    )
  }

  /// The command as you would paste it into a shell.
  package var shellText: String {
    let change = workingDirectory.map { "cd \($0.string.shellQuoted) && " } ?? ""
    let variables = environment.map { "\($0.name)=\($0.value.shellQuoted) " }.joined()
    return change + variables + shellWords
  }

  /// The program and its arguments for a shell, without the folder and the variables.
  var shellWords: String {
    // A command that was given as a command line is shell text already.
    let isShell =
      words.count == 3 && words.starts(with: ["/bin/sh", "-c"]) && words[2].hasPrefix("exec ")
    return isShell
      ? String(words[2].dropFirst(5)) : words.map(\.shellQuoted).joined(separator: " ")
  }
}
