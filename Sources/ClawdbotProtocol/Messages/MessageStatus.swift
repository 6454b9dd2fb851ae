/// How far a message has come on its way to the server.
///
/// On the wire it is the case's name as a string.
public enum MessageStatus: String, Codable, Sendable {
  /// Waits in the local queue; not sent.
  case pending
  /// Sent to the server, which has not confirmed it.
  case sent
  /// Confirmed by the server.
  case delivered
  /// Could not be sent; it may be sent again.
  case failed
}
