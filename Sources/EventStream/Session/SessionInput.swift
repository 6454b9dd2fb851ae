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

extension SessionInput: Hashable {
  /// The values of an input. The id of a session is in its UTF-8 bytes, because `String` would also
  /// treat canonically equivalent ids as equal.
  private struct Parts: Hashable {
    let name: String
    var numbers: [Int] = []
    var bytes: [UInt8] = []
  }

  /// Returns whether both are the same case with the same values. The ids of sessions are compared
  /// by their UTF-8 bytes.
  public static func == (left: SessionInput, right: SessionInput) -> Bool {
    left.parts == right.parts
  }

  /// Hashes the values that `==` compares.
  public func hash(into hasher: inout Hasher) { hasher.combine(parts) }

  private var parts: Parts {
    switch self {
    case .connect(let session): Parts(name: "connect", bytes: Array(session.utf8))
    case .disconnect: Parts(name: "disconnect")
    case .reply(let request, let status, let body):
      Parts(name: "reply", numbers: [request, status], bytes: body)
    case .open(let request, let status): Parts(name: "open", numbers: [request, status])
    case .receive(let request, let bytes):
      Parts(name: "receive", numbers: [request], bytes: bytes)
    case .close(let request): Parts(name: "close", numbers: [request])
    case .tick: Parts(name: "tick")
    case .pause: Parts(name: "pause")
    case .resume: Parts(name: "resume")
    }
  }
}
