import Foundation
import Testing

/// What became of one start of a program.
struct ProgramRun: Sendable {
  enum End: Hashable, Sendable {
    case exit(Int32)
    case signal(Int32)
    /// It was killed because it did not end in time.
    case overdue
  }

  let command: String
  let end: End
  let output: String
  let errors: String
  let duration: Duration

  var lastLine: String { output.split(separator: "\n").last.map(String.init) ?? "" }

  /// Everything there is to know of the run, for the comment of an expectation.
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

  /// Expects how the run ended, and texts that its output and its errors hold.
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

  /// Expects that nothing came on standard error.
  func expectNoErrors(sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(
      errors == "",
      "standard error should be empty\n\(transcript)",
      sourceLocation: sourceLocation
    )
  }

  /// Expects the counts that a check ends with.
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
