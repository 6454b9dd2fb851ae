internal import ArgumentParser

/// A command of the program.
protocol Command: ParsableCommand {
  /// Does what the command line asks for, short of printing and writing, which the result asks for.
  ///
  /// What can't wait for the result is printed on the console of `Surroundings.current`: a line of
  /// progress, an answer to a line of standard input, a screen that waits for keys.
  ///
  /// - Throws: `CommandFailure` and `FileError` if it can't be done, `Interruption` after a signal.
  func execute() async throws -> CommandResult
}
