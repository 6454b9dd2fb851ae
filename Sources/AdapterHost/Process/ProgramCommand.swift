internal import Conformance
package import SystemPackage

/// How a program is started.
package struct ProgramCommand: Sendable {
  /// The program, looked for in PATH unless it has a `/`, and its arguments.
  package let words: [String]
  /// Nil: that of the harness.
  package let workingDirectory: FilePath?
  /// Variables beside those that the harness has itself.
  package let environment: [(name: String, value: String)]

  package init(
    words: [String],
    workingDirectory: FilePath? = nil,
    environment: [(name: String, value: String)] = []
  ) {
    self.words = words
    self.workingDirectory = workingDirectory
    self.environment = environment
  }

  /// One simple command in the words of the shell `sh`, which the program then takes the place of.
  package static func shell(_ text: String) -> ProgramCommand {
    ProgramCommand(words: ["/bin/sh", "-c", "exec \(text)"])
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
