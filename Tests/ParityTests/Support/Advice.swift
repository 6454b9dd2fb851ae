import Foundation
import Testing

extension ProgramRun {
  /// Returns the first command that the program printed and that starts with some words, such as
  /// `review --only`.
  func command(
    _ words: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> String {
    let lines = (output + errors).split(separator: "\n")
    let command = lines.compactMap { line in
      line.range(of: "parity \(words)").map { line[$0.lowerBound...] }
    }.first
    let found = try #require(
      command,
      "a line should have a command that starts with: parity \(words)\n\(transcript)",
      sourceLocation: sourceLocation
    )
    return String(found)
  }
}

extension TemporarySuite {
  /// Runs the first command that a run printed and that starts with some words, as a user who
  /// copies it would.
  func follow(
    _ words: String,
    of run: ProgramRun,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> ProgramRun {
    let command = try run.command(words, sourceLocation: sourceLocation)
    return try await type(command, sourceLocation: sourceLocation)
  }

  /// Runs a command line in which the program is called `parity`.
  func type(
    _ command: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> ProgramRun {
    let folder = try Program.url.deletingLastPathComponent().path
    return try await shell("PATH='\(folder)':$PATH; \(command)", sourceLocation: sourceLocation)
  }
}
