internal import Subprocess
internal import SystemPackage

/// A Node script that answers each line with one line, so that its runs can alternate with those of
/// other contestants.
final class NodeProgram {
  private let input: StandardInputWriter
  private var answers: SubprocessOutputSequence.StringSequence<UTF8>.AsyncIterator

  /// Creates a program that is running. It never ends the process, which `run` does.
  private init(
    input: StandardInputWriter,
    answers: SubprocessOutputSequence.StringSequence<UTF8>.AsyncIterator
  ) {
    self.input = input
    self.answers = answers
  }

  /// Starts a script from the folder `tools/bench/node`, and ends it after `body` returns.
  ///
  /// - Throws: `MeasurementError` if Node isn't installed, and any error that `body` throws.
  static func run<Result: Sendable>(
    _ script: String,
    _ arguments: [String],
    body: (NodeProgram) async throws -> Result
  ) async throws -> Result {
    let file = try packageFolder().appending("tools/bench/node").appending(script)
    let words = ["--max-old-space-size=16384", file.string] + arguments

    do {
      return try await Subprocess.run(
        .name("node"),
        arguments: Arguments(words),
        input: .inputWriter,
        output: .sequence,
        error: .currentStandardError
      ) { execution in
        let program = NodeProgram(
          input: execution.standardInputWriter,
          answers: execution.standardOutput.strings().makeAsyncIterator()
        )
        return try await body(program)
      }.closureResult
    } catch let error as SubprocessError where error.code == .executableNotFound {
      throw MeasurementError(
        "Node isn't here to be measured against; install it (20 or later), "
          + "or leave it out by --only"
      )
    }
  }

  /// Sends a line to the script and returns its answer.
  ///
  /// - Throws: `MeasurementError` if the script ended.
  func answer(to line: String) async throws -> String {
    _ = try await input.write(line + "\n")
    guard let answer = try await answers.next() else {
      throw MeasurementError("Node ended early; see above")
    }
    return answer
  }

  /// Returns a contestant that sends the line and reads its time in seconds from the answer.
  func contestant(_ name: String, _ line: String) -> Contestant {
    Contestant(name: name) {
      let answer = try await self.answer(to: line)
      guard let seconds = Double(answer) else {
        throw MeasurementError("Node answered '\(answer)', and no time")
      }
      return seconds
    }
  }
}

/// The reason that a part has no figures.
struct MeasurementError: Error, CustomStringConvertible {
  let description: String

  /// Creates an error with the reason and, if there is one, the remedy.
  init(_ description: String) { self.description = description }
}
