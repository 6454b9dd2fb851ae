internal import CanonicalJSON

/// The information that determines whether a session is live.
public struct SessionLiveness: Sendable {
  /// The session's mode in the backend's status response, such as `live` or `complete`. It is `nil`
  /// before the first response, and if the response has no string `mode`.
  public var mode: String?
  /// The status that the user set on this device, `running` or `paused`. The backend's response has
  /// no such member.
  public var status: String?

  /// Creates the information, by default with neither mode nor status.
  ///
  /// - Parameters:
  ///   - mode: The mode that the backend reported, or `nil` if it is unknown.
  ///   - status: The status that the user set, or `nil` if the user set none.
  public init(mode: String? = nil, status: String? = nil) {
    self.mode = mode
    self.status = status
  }

  // L1
  /// Whether the session is live: its mode is `live`, or its status is `running` or `paused`. Text
  /// is compared byte by byte.
  public var isActive: Bool {
    mode.hasSameBytes(as: "live")
      || status.hasSameBytes(as: Self.running)
      || status.hasSameBytes(as: Self.paused)
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

extension SessionLiveness: Hashable {
  /// Returns whether both members are equal. Texts are compared by their UTF-8 bytes.
  public static func == (left: SessionLiveness, right: SessionLiveness) -> Bool {
    left.mode.hasSameBytes(as: right.mode) && left.status.hasSameBytes(as: right.status)
  }

  /// Hashes the members that `==` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(mode.textKey)
    hasher.combine(status.textKey)
  }
}
