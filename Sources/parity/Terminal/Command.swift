internal import ArgumentParser

/// A command of the program.
protocol Command: ParsableCommand {
  /// Runs the command, and leaves printing and writing to the effects of the result.
  ///
  /// Only what can't wait for the result is printed on the console of `Surroundings.current`: a
  /// progress line, an answer to a line of standard input, or a screen that waits for keys.
  ///
  /// - Throws: `CommandFailure` or `FileError` if the command fails, `Interruption` after a signal.
  func execute() async throws -> CommandResult
}
