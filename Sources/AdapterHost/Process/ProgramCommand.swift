internal import Conformance
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

/// How a program is started.
package struct ProgramCommand: Sendable {
  /// The program, looked for in PATH unless it has a `/`, and its arguments.
  package let words: [String]
  /// The folder to start in if it isn't the inherited one; may be relative to that.
  package let workingDirectory: FilePath?
  /// Variables in addition to the inherited ones.
  package let environment: [(name: String, value: String)]
  /// What the program inherits; `nil` for the folder and the variables of this process.
  package let surroundings: ProgramSurroundings?

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

  /// One simple command in the words of the shell `sh`, which the program then takes the place of.
  package static func shell(
    _ text: String,
    in surroundings: ProgramSurroundings? = nil
  ) -> ProgramCommand {
    ProgramCommand(words: ["/bin/sh", "-c", "exec \(text)"], in: surroundings)
  }

  /// The command as one pastes it into a shell.
  package var shellText: String {
    let change = workingDirectory.map { "cd \($0.string.shellQuoted) && " } ?? ""
    let variables = environment.map { "\($0.name)=\($0.value.shellQuoted) " }.joined()
    // What was given as a command line is one already.
    let isShell =
      words.count == 3 && words.starts(with: ["/bin/sh", "-c"]) && words[2].hasPrefix("exec ")
    let command =
      isShell ? String(words[2].dropFirst(5)) : words.map(\.shellQuoted).joined(separator: " ")
    return change + variables + command
  }
}
