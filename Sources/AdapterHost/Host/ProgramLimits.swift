/// What is put up with from a program.
package struct ProgramLimits: Hashable, Sendable {
  /// For a reply, from when its request was sent or from the last reply, whichever is later.
  package var timeout: Duration
  package var replyBytes: Int
  /// Starts in a row that bring no reply.
  package var restarts: Int
  /// Requests in flight in one process.
  package var window: Int

  package init(timeout: Duration = .seconds(10), replyBytes: Int = 64 << 20, restarts: Int = 10, window: Int = 8) {
    self.timeout = timeout
    self.replyBytes = replyBytes
    self.restarts = restarts
    self.window = window
  }

  /// What a program has left to end once its input is closed, and to exit once it has closed one of its streams.
  static let grace = Duration.seconds(1)
  static let gap = Duration.milliseconds(100)
}
