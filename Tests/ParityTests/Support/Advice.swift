import Foundation
import Testing

extension ProgramRun {
  /// Returns the command that follows a text on one of the lines that the program printed.
  func command(
    after lead: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> String {
    let lines = (output + errors).split(separator: "\n")
    let line = lines.first { $0.contains("\(lead)parity ") }
    let found = try #require(
      line,
      "a line should have a command after: \(lead)\n\(transcript)",
      sourceLocation: sourceLocation
    )
    let range = try #require(found.range(of: lead), sourceLocation: sourceLocation)
    return String(found[range.upperBound...])
  }
}

extension TemporarySuite {
  /// Runs the command that a run printed after a text, as a user who copies it would.
  func follow(
    _ lead: String,
    of run: ProgramRun,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> ProgramRun {
    let command = try run.command(after: lead, sourceLocation: sourceLocation)
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
