internal import Conformance

/// What is put up with from a program.
package struct ProgramLimits: Hashable, Sendable {
  /// For a reply, from when its request was sent or from the last reply, whichever is later.
  package var timeout: Duration
  package var replyBytes: Int
  /// Starts in a row that bring no reply.
  package var restarts: Int
  /// Requests that run into the timeout before the program is given up; nil: any number. What is in
  /// flight when the last one does is charged with it, and not asked again.
  package var hangs: Int?
  /// Requests in flight in one process.
  package var window: Int

  package init(
    timeout: Duration = .seconds(10),
    replyBytes: Int = Output.maximumSize,
    restarts: Int = 10,
    hangs: Int? = nil,
    window: Int = 8
  ) {
    self.timeout = timeout
    self.replyBytes = replyBytes
    self.restarts = restarts
    self.hangs = hangs
    self.window = window
  }

  /// What a program has left to end once its input is closed, and to exit once it has closed one of
  /// its streams.
  static let grace = Duration.seconds(1)
  static let gap = Duration.milliseconds(100)
}
