public import CanonicalJSON

/// The information that determines whether a session is live.
public struct SessionLiveness: Equatable, Sendable {
  /// The session's mode in the backend's status response, such as `live` or `complete`. It is `nil`
  /// before the first response, and if the response has no string `mode`.
  @ByteWise public var mode: String?
  /// The status that the user set on this device, `running` or `paused`. The backend's response has
  /// no such member.
  @ByteWise public var status: String?

  /// Creates the information, by default with neither mode nor status.
  public init(mode: String? = nil, status: String? = nil) {
    self.mode = mode
    self.status = status
  }

  // L1
  /// Whether the session is live: its mode is `live`, or its status is `running` or `paused`. Text
  /// is compared byte by byte.
  public var isActive: Bool {
    mode.textKey == "live" || status.textKey == Self.running.textKey
      || status.textKey == Self.paused.textKey
  }

  /// The status of a session that the user resumed.
  public static let running = "running"
  /// The status of a session that the user paused.
  public static let paused = "paused"
}

extension SessionLiveness? {
  // L1
  /// Whether there is a session and it is live.
  public var isActive: Bool { self?.isActive ?? false }
}
