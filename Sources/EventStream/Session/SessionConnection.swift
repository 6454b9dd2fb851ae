/// The state of the connection to a session's stream.
public enum SessionConnection: String, CaseIterable, Sendable {
  /// No stream is open, and none is requested until the user connects.
  case disconnected
  /// The session's first stream is being requested.
  case connecting
  /// A stream is open.
  case connected
  /// A stream broke off, and the session is trying to open a new one.
  case reconnecting
  /// No stream is open, and retrying wouldn't help.
  case failed
}
