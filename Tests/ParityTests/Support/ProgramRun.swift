import Foundation
import Testing

/// The result of running a program.
struct ProgramRun: Sendable {
  enum End: Hashable, Sendable {
    case exit(Int32)
    case signal(Int32)
    /// The program was killed because it didn't end in time.
    case overdue
  }

  let command: String
  let end: End
  let output: String
  let errors: String
  let duration: Duration

  var lastLine: String { output.split(separator: "\n").last.map(String.init) ?? "" }

  /// Everything known about the run, for the comment of an expectation.
  var transcript: Comment {
    """
    \(command)
    ended with \(end)
    --- standard output
    \(output)
    --- standard error
    \(errors)
    """
  }

  /// Expects how the run ended, and texts in its output and on standard error.
  func expect(
    _ end: End,
    output texts: [String] = [],
    errors messages: [String] = [],
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(self.end == end, transcript, sourceLocation: sourceLocation)
    for text in texts {
      #expect(
        output.contains(text),
        "standard output should hold: \(text)\n\(transcript)",
        sourceLocation: sourceLocation
      )
    }
    for message in messages {
      #expect(
        errors.contains(message),
        "standard error should hold: \(message)\n\(transcript)",
        sourceLocation: sourceLocation
      )
    }
  }

  /// Expects that standard error is empty.
  func expectNoErrors(sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(
      errors == "",
      "standard error should be empty\n\(transcript)",
      sourceLocation: sourceLocation
    )
  }

  /// Expects the counts that a check prints at its end.
  func expectCounts(
    judged: Int,
    passed: Int,
    failed: Int,
    skipped: Int = 0,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let counts =
      "\(judged) judged, \(passed) passed, \(failed) failed, 0 known, 0 not applicable, \(skipped) skipped"
    #expect(
      lastLine == counts,
      "the last line should be: \(counts)\n\(transcript)",
      sourceLocation: sourceLocation
    )
  }
}
