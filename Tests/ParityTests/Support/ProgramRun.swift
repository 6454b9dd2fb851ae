import Foundation
import MessageSnapshot
import TestPrograms
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

  /// The lines about each contract and implementation, with one space between columns.
  var summaries: [String] {
    output.split(separator: "\n").filter { $0.hasPrefix("✓ ") || $0.hasPrefix("✗ ") }.map {
      $0.split(separator: " ").joined(separator: " ")
    }
  }

  /// Expects the counts of a check: the sums of its summaries or, if it is quiet, those of its last
  /// line. A case that several implementations ran counts once for each.
  func expectCounts(
    judged: Int,
    passed: Int,
    failed: Int,
    known: Int = 0,
    skipped: Int = 0,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let due = [
      "judged": judged, "passed": passed, "failed": failed, "known": known, "skipped": skipped,
    ]
    #expect(
      (summaries.isEmpty ? countsOfLastLine : countsOfSummaries) == due,
      transcript,
      sourceLocation: sourceLocation
    )
  }

  private var countsOfSummaries: [String: Int] {
    // A part of the run with a failure ends in `3 of 4 passed`, any other one in `4 passed`.
    func number(_ words: String, _ line: String) -> Int { Self.number(before: words, in: line) }
    var (passed, judged, known) = (0, 0, 0)
    for line in summaries {
      let last = number(" passed", line)
      let knownHere = number(" known to fail", line)
      let hasFailure = line.contains(" of \(last) passed")
      passed += hasFailure ? number(" of \(last) passed", line) : last
      judged += hasFailure ? last : last + knownHere
      known += knownHere
    }
    let failed = judged - passed - known
    return [
      "judged": judged, "passed": passed, "failed": failed, "known": known,
      "skipped": Self.number(before: " skipped", in: lastLine),
    ]
  }

  private var countsOfLastLine: [String: Int] {
    let judged = Self.number(before: " case", in: lastLine)
    let failed = Self.number(before: " of \(judged) case", in: lastLine)
    let known = Self.number(before: " known to fail", in: lastLine)
    return [
      "judged": judged, "passed": judged - failed - known, "failed": failed, "known": known,
      "skipped": Self.number(before: " skipped", in: lastLine),
    ]
  }

  /// Returns the number that precedes the first occurrence of a text, or 0 if there is none.
  private static func number(before text: String, in line: String) -> Int {
    guard let range = line.range(of: text) else { return 0 }
    let digits = line[..<range.lowerBound].reversed().prefix { $0.isNumber || $0 == "," }
    return Int(String(digits.reversed()).replacing(",", with: "")) ?? 0
  }
}

extension ProgramRun {
  /// The lines with messages: all of standard error, then the diagnostics, notes and advice of
  /// standard output.
  var messages: String {
    let isMessage = #/(^|\s)(error|warning|note|next): /#
    let printed = report.split(separator: "\n").filter { $0.contains(isMessage) }
    let errors = Self.stable(self.errors)
    return errors + (errors.isEmpty || errors.hasSuffix("\n") ? "" : "\n")
      + printed.joined(separator: "\n")
  }

  /// Standard output without what differs from machine to machine and from run to run.
  var report: String { Self.stable(output) }

  /// Returns the lines of the report with one of the texts, and the notes below them.
  func lines(with texts: String...) -> String {
    lines(with: texts)
  }

  func lines(with texts: [String]) -> String {
    var isBelow = false
    let lines = report.split(separator: "\n").filter { line in
      let isNote = line.hasPrefix("  note: ")
      isBelow = texts.contains { line.contains($0) } || (isBelow && isNote)
      return isBelow
    }
    return lines.joined(separator: "\n")
  }

  /// Returns the lines of the report from the first one that starts with a text to the next empty
  /// one.
  func paragraph(_ start: String) -> String {
    report.split(separator: "\n", omittingEmptySubsequences: false)
      .drop { !$0.hasPrefix(start) }
      .prefix { !$0.isEmpty }
      .joined(separator: "\n")
  }

  /// Returns a text without the folder of the built programs, the tags of processes, and the time
  /// that a check took.
  private static func stable(_ text: String) -> String {
    let tag = #/tag-[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}/#
    let folder = try? BuiltProgram("parity").url.deletingLastPathComponent().path
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let isLast = ["PASS  ", "FAIL  ", "INTERRUPTED  "].contains { line.hasPrefix($0) }
      return isLast ? line.replacing(#/ in [0-9]+(\.[0-9])? s/#, with: " in TIME") : line
    }
    return lines.joined(separator: "\n")
      .replacingOccurrences(of: folder ?? "", with: "BUILD")
      .replacing(tag, with: "TAG")
  }

  /// Expects how the run ended, and that its messages are the recorded ones.
  ///
  /// - Parameters:
  ///   - name: The name of the messages in their section.
  ///   - texts: Values in the output and on standard error, such as locations.
  func expect(
    _ end: End,
    message name: String,
    in section: MessageSnapshot,
    output texts: [String] = [],
    errors: [String] = [],
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    expect(end, output: texts, errors: errors, sourceLocation: sourceLocation)
    section.expect(messages, name, sourceLocation: sourceLocation)
  }
}
