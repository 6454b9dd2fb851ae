/// How a program ended, and the last output that it wrote.
struct ProgramEnding: Hashable, Sendable {
  /// The way in which a program ended, or the reason why it never ran.
  enum Status: Hashable, Sendable {
    /// The program exited with this status.
    case exited(CInt)
    /// A signal ended the program, possibly one that Parity sent.
    case killed(signal: CInt)
    /// The program never ran, for this reason.
    case notStarted(String)
    /// The program never ran because too many files were open.
    case lacksOpenFiles
  }

  let status: Status
  /// The lines of its standard error, without those in the middle if there are many.
  var log: [String] = []
  /// The bytes that it wrote to standard output after its last line feed.
  var unfinishedLine: [UInt8] = []
}

extension ProgramEnding: CustomStringConvertible {
  /// A predicate whose subject is the program.
  var description: String {
    let unfinished =
      unfinishedLine.isEmpty
      ? "" : " after writing an incomplete line: \(excerpt(of: unfinishedLine))"

    switch status {
    case .exited(let code):
      return "exited with status \(code)\(unfinished)"
    case .killed(let signal):
      let name = Self.signals[signal].map { " (\($0))" } ?? ""
      return "was killed by signal \(signal)\(name)\(unfinished)"
    case .notStarted(let reason):
      return "couldn't be run: \(reason)"
    case .lacksOpenFiles:
      return "couldn't be started: too many open files (ulimit -n)"
    }
  }

  /// The names of signals that a program's behavior can cause and whose numbers are the same on
  /// every system.
  private static let signals: [CInt: String] = [
    2: "SIGINT",
    4: "SIGILL",
    5: "SIGTRAP",
    6: "SIGABRT",
    8: "SIGFPE",
    9: "SIGKILL",
    11: "SIGSEGV",
    13: "SIGPIPE",
    15: "SIGTERM",
  ]
}
