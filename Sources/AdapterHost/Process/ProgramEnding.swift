internal import Subprocess

/// How a program ended, and the last that it wrote.
struct ProgramEnding: Sendable {
  enum Status: Hashable, Sendable {
    case exited(CInt)
    case killed(signal: CInt)
    /// It never ran.
    case notStarted(String)
  }

  let status: Status
  let standardError: OutputTail
  /// What it wrote to standard output after its last line feed.
  let unfinishedLine: [UInt8]
}

extension ProgramEnding {
  static func notStarted(_ reason: String) -> ProgramEnding {
    ProgramEnding(status: .notStarted(reason), standardError: OutputTail(), unfinishedLine: [])
  }
}

extension ProgramEnding.Status {
  init(_ status: TerminationStatus) {
    switch status {
    case .exited(let code): self = .exited(code)
    case .signaled(let signal): self = .killed(signal: signal)
    }
  }
}

extension ProgramEnding.Status: CustomStringConvertible {
  var description: String {
    switch self {
    case .exited(let code): "exited with status \(code)"
    case .killed(let signal): "was ended by signal \(signal)\(Self.names[signal].map { " (\($0))" } ?? "")"
    case .notStarted(let reason): "couldn't be run: \(reason)"
    }
  }

  /// Those that have the same number on every system, and that a program gets for what it does.
  private static var names: [CInt: String] {
    [
      2: "SIGINT", 4: "SIGILL", 5: "SIGTRAP", 6: "SIGABRT", 8: "SIGFPE", 9: "SIGKILL", 11: "SIGSEGV", 13: "SIGPIPE",
      15: "SIGTERM",
    ]
  }
}
