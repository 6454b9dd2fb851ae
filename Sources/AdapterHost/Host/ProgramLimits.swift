internal import Conformance

/// The limits on the processes of a program.
package struct ProgramLimits: Hashable, Sendable {
  /// The time until a reply is due. It is counted from when the request was sent, or from the last
  /// reply if that is later.
  package var timeout: Duration
  /// The time until the reply to `initialize` is due, or `nil` for `timeout`. A program that is
  /// compiled when it starts needs more time for this reply than for others.
  package var startTimeout: Duration?
  /// The maximum size of a line of output, in bytes.
  package var replyBytes: Int
  /// The number of starts in a row that may bring no reply. After one more, the program is
  /// abandoned.
  package var restarts: Int
  /// The number of timeouts after which the program is abandoned, or `nil` for no limit.
  ///
  /// The requests that are in flight in the process with the last timeout fail with it and aren't
  /// sent again.
  package var hangs: Int?
  /// The maximum number of requests in flight in one process.
  package var window: Int

  /// Creates limits. Except for `hangs`, the default values are also those of the command line.
  package init(
    timeout: Duration = .seconds(10),
    startTimeout: Duration? = nil,
    replyBytes: Int = Output.maximumSize,
    restarts: Int = 10,
    hangs: Int? = nil,
    window: Int = 8
  ) {
    self.timeout = timeout
    self.startTimeout = startTimeout
    self.replyBytes = replyBytes
    self.restarts = restarts
    self.hangs = hangs
    self.window = window
  }

  /// The time until the reply to `initialize` is due.
  var timeoutOfStart: Duration { startTimeout ?? timeout }

  /// The fault of a process that hasn't answered `initialize` in time.
  var lateStart: ProgramFault { startTimeout.map { .startedLate($0) } ?? .overdue(timeout) }

  /// The time that a program has to exit once its input is closed, or, in a conversation, once it
  /// has closed its output.
  static let grace = Duration.seconds(1)
  /// The delay before a closed stream is reported, and the pause between two checks of an overdue
  /// process that still has output to read.
  static let gap = Duration.milliseconds(100)
}
