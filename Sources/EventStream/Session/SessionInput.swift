/// Something that happens to a session: the user's doing, the network's or the clock's.
public enum SessionInput: Sendable {
  /// The user opens a session.
  case connect(session: String)
  /// A status request is answered, whole.
  case reply(request: Int, status: Int, body: [UInt8])
  /// The head of the answer to a stream request is there.
  case open(request: Int, status: Int)
  /// Bytes of a stream's body, in the pieces in which they come.
  case receive(request: Int, bytes: [UInt8])
  /// A request has ended or failed.
  case close(request: Int)
  /// Time has passed; a wait may be over.
  case tick
  /// The user has the session wait.
  case pause
  /// The user has the session go on.
  case resume
}
