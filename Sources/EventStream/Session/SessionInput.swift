/// An event that a session reacts to, caused by the user, the network or the clock.
public enum SessionInput: Sendable {
  /// The user opens a session.
  case connect(session: String)
  /// The user stops watching. The session is then as it was before the first `connect`.
  case disconnect
  /// The complete response to a status request arrived.
  case reply(request: Int, status: Int, body: [UInt8])
  /// The response head for a stream request arrived.
  case open(request: Int, status: Int)
  /// Bytes of a stream's body arrived, in pieces of any size.
  case receive(request: Int, bytes: [UInt8])
  /// A request ended or failed.
  case close(request: Int)
  /// Time has passed, and a wait might be over.
  case tick
  /// The user pauses the session.
  case pause
  /// The user resumes the session.
  case resume
}
