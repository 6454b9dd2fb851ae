/// How a session stands with its stream.
public enum SessionConnection: String, CaseIterable, Sendable {
  /// There is no stream, and none is wanted until the user connects.
  case disconnected
  /// The session's first stream is requested.
  case connecting
  /// A stream is open.
  case connected
  /// A stream broke off, and another is on its way.
  case reconnecting
  /// There is no stream, and trying again would not help.
  case failed
}
