internal import CanonicalJSON
internal import Conformance
internal import Reporting
internal import SystemPackage

/// Something that a command prints or writes.
enum Effect: Sendable {
  /// Prints lines for a person to read.
  case lines([StyledLine], Reporter)
  /// Prints lines on standard error.
  case notice([StyledLine])
  /// Prints a document on standard output.
  case document(String)
  /// Prints JSON on standard output, byte for byte unless that is a terminal.
  case json([UInt8])
  /// Prints the output of an operation as indented JSON, in pieces.
  case output(Output)
  /// Prints the output of an operation that returns texts, byte for byte unless standard output is
  /// a terminal.
  case text(String)
  /// Edits files under a folder: makes either all of the edits or none.
  ///
  /// - Parameter lockedFolder: The folder to lock, or `nil` for the root.
  case edit(FileTransaction, root: FilePath, lockedFolder: FilePath? = nil)
  /// Edits the list of known failures as it is at that time, and prints what changed.
  case editKnownFailures(KnownListEdit, Reporter)
  /// Writes a report. If it can't be written, the other effects are still performed.
  case report(ReportFile)
  /// Writes a page, which is the purpose of its command. If it can't be written, the command ends.
  case page(ReportFile)
  /// Keeps what failed for `check --failed`, if the folder of the suite can be written to.
  case remember(LastFailures)
  /// Clears the screen if the output is a terminal.
  case clearScreen(Reporter)

  /// Returns an effect that prints a Markdown document: byte for byte or, on a terminal, in lines
  /// that are wrapped between words.
  static func markdown(_ text: String) -> Effect {
    guard Terminal.isTerminal(.output) else { return .document(text) }

    let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    return .lines(lines.dropLast().map { StyledLine(String(Substring($0))) }, Reporter(.never))
  }

  /// Prints or writes.
  ///
  /// - Returns: The reason why a report can't be written, or `nil`.
  /// - Throws: The reason why any other effect fails.
  func perform() async throws -> CommandFailure? {
    switch self {
    case .lines(let lines, let reporter): try reporter.print(lines)
    case .notice(let lines): Terminal.writeError(lines)
    case .document(let text): try Terminal.write(data: text)
    case .json(let bytes): try Terminal.write(json: bytes)
    case .output(let output):
      try output.writeIndentedUTF8 { piece throws(CommandFailure) in
        try Terminal.write(json: piece)
      }
      try Terminal.write(data: "\n")
    case .text(let text): try Terminal.write(text: text)
    case .edit(let transaction, let root, let lockedFolder):
      // Complete a write that has begun, so that a signal leaves neither a partial result nor a
      // staging folder.
      try await Interruption.catching { try transaction.apply(under: root, locking: lockedFolder) }
    case .editKnownFailures(let edit, let reporter):
      let outcome = try await Interruption.catching { try edit.apply() }
      try reporter.print([StyledLine(outcome)])
    case .report(let file): return file.write()
    case .page(let file):
      if let failure = file.write() { throw failure }
    case .remember(let failures): failures.write()
    case .clearScreen(let reporter): try reporter.clearScreen()
    }
    return nil
  }
}

/// A file that reports on a run.
struct ReportFile: Sendable {
  /// What the file is. A failure names it, and only a job summary is appended to.
  enum Kind {
    case report
    case badge
    case page
    /// The summary page of a CI job, which other steps write to as well.
    case jobSummary
  }

  let kind: Kind
  /// The path as the user wrote it.
  let path: String
  /// Creates the text when the file is written, because it may be large.
  let text: @Sendable () -> String

  /// Writes the file.
  ///
  /// - Returns: The reason why it can't be written, or `nil`.
  fileprivate func write() -> CommandFailure? {
    let file = Surroundings.current.path(path)
    let bytes = Array(text().utf8)

    do {
      switch kind {
      case .report, .badge, .page: try FileSystem.replace(file, with: bytes)
      case .jobSummary: try FileSystem.append(bytes, to: file)
      }
      return nil
    } catch {
      let subject =
        switch kind {
        case .report: "report"
        case .badge: "badge"
        case .page: "page"
        case .jobSummary: "job summary"
        }
      return CommandFailure(
        .cannotWrite,
        "can't write the \(subject) '\(path)': \(error.reason)"
      )
    }
  }
}
