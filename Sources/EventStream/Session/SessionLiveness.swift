public import CanonicalJSON

/// What is known of a session as far as it says whether the session is live.
public struct SessionLiveness: Equatable, Sendable {
  /// What the backend says of the session, once its status has been asked for; `live` or
  /// `complete`, say.
  @ByteWise public var mode: String?
  /// What was done to the session on this side, `running` or `paused`; the backend has no such
  /// member.
  @ByteWise public var status: String?

  /// Makes what is known; nothing, where nothing is given.
  public init(mode: String? = nil, status: String? = nil) {
    self.mode = mode
    self.status = status
  }

  // L1
  /// Whether the session is live. The backend's word comes first; text is compared byte by byte.
  public var isActive: Bool {
    mode.textKey == "live" || status.textKey == Self.running.textKey
      || status.textKey == Self.paused.textKey
  }

  /// The status of a session that goes on.
  public static let running = "running"
  /// The status of a session that was told to wait.
  public static let paused = "paused"
}

extension SessionLiveness? {
  // L1
  /// Whether there is a session and it is live.
  public var isActive: Bool { self?.isActive ?? false }
}
