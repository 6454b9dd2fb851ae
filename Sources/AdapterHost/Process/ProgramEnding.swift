/// How a program ended, and the last that it wrote.
struct ProgramEnding: Hashable, Sendable {
  enum Status: Hashable, Sendable {
    case exited(CInt)
    case killed(signal: CInt)
    /// It never ran.
    case notStarted(String)
    /// It never ran, since there were too many open files.
    case lacksOpenFiles
  }

  let status: Status
  /// The last lines of its standard error.
  var log: [String] = []
  /// What it wrote to standard output after its last line feed.
  var unfinishedLine: [UInt8] = []
}

extension ProgramEnding: CustomStringConvertible {
  /// A predicate of the program.
  var description: String {
    let half =
      unfinishedLine.isEmpty ? "" : ", having written half a line: \(excerpt(of: unfinishedLine))"
    return switch status {
    case .exited(let code): "exited with status \(code)\(half)"
    case .killed(let signal):
      "was ended by signal \(signal)\(Self.signals[signal].map { " (\($0))" } ?? "")\(half)"
    case .notStarted(let reason): "couldn't be run: \(reason)"
    case .lacksOpenFiles: "couldn't be started: too many open files (ulimit -n)"
    }
  }

  /// Those that have the same number on every system, and that a program gets for what it does.
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
