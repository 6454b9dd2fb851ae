internal import CanonicalJSON
internal import Conformance
internal import SystemPackage

/// Something that a command prints or writes.
enum Effect: Sendable {
  /// Prints lines for a person.
  case lines([StyledLine], Reporter)
  /// Prints lines on standard error.
  case notice([StyledLine])
  /// Prints a document on standard output.
  case document(String)
  /// Prints JSON on standard output, byte for byte if that is no terminal.
  case json([UInt8])
  /// Prints the output of an operation as indented JSON, in pieces.
  case output(JSONValue)
  /// Makes edits of files under a folder: all of them, or none.
  ///
  /// - Parameter lockedFolder: the folder to lock; `nil` for the root.
  case edit(FileTransaction, root: FilePath, lockedFolder: FilePath? = nil)
  /// Edits the list of known failures as it is then, and prints what changed.
  case editKnownFailures(KnownListEdit, Reporter)
  case report(ReportFile)

  /// - Returns: Why a report can't be written.
  /// - Throws: Why anything else can't be done.
  func carryOut() async throws -> CommandFailure? {
    switch self {
    case .lines(let lines, let reporter): try reporter.print(lines)
    case .notice(let lines): Terminal.tell(lines)
    case .document(let text): try Terminal.write(data: text)
    case .json(let bytes): try Terminal.write(json: bytes)
    case .output(let value):
      try value.writeIndentedUTF8 { piece throws(CommandFailure) in
        try Terminal.write(json: piece)
      }
      try Terminal.write(data: "\n")
    case .edit(let transaction, let root, let lockedFolder):
      // Writing that has begun is completed, so that a signal leaves no half of it and no staging
      // folder behind.
      try await Interruption.heeded { try transaction.apply(under: root, locking: lockedFolder) }
    case .editKnownFailures(let edit, let reporter):
      let outcome = try await Interruption.heeded { try edit.apply() }
      try reporter.print([StyledLine(outcome)])
    case .report(let file): return file.write()
    }
    return nil
  }
}

/// A file next to the suite that reports on a run.
struct ReportFile: Sendable {
  enum Kind {
    case report
    /// The page of a job, which other steps write to as well.
    case jobSummary
  }

  let kind: Kind
  /// The path as the user wrote it.
  let path: String
  /// Makes the text, which may be large, when it is written.
  let text: @Sendable () -> String

  /// - Returns: Why it can't be written.
  fileprivate func write() -> CommandFailure? {
    let file = Surroundings.current.path(path)
    let bytes = Array(text().utf8)
    do {
      switch kind {
      case .report: try FileSystem.replace(file, with: bytes)
      case .jobSummary: try FileSystem.append(bytes, to: file)
      }
      return nil
    } catch {
      let subject =
        switch kind {
        case .report: "report"
        case .jobSummary: "job summary"
        }
      return CommandFailure(
        .cannotWrite,
        "the \(subject) \(path) can't be written: \(error.reason)"
      )
    }
  }
}
