internal import CanonicalJSON
internal import EventStream

/// A coding session that the app knows of.
///
/// A session from a list has only an id. The other members come from the backend's status, except
/// ``status``, which ``SessionViewModel/pauseRun()`` and ``SessionViewModel/resumeRun()`` set.
public struct WorkflowSession: Identifiable, Sendable {
  /// The id of the session.
  public let id: String
  /// The mode that the backend reported, such as `live` or `complete`.
  public let mode: String?
  /// The local status, `running` or `paused`. The backend doesn't send one.
  public let status: String?
  /// The number of the session's current iteration.
  public let iteration: Int?
  /// The role that the agent currently plays, such as `builder`.
  public let hat: String?
  /// The time for which the session had been running when the backend reported it, in seconds.
  public let elapsedSeconds: Int?

  /// Creates a session as a list has it, before its status is known.
  public init(id: String) {
    self.init(id: id, liveness: SessionLiveness(), status: nil)
  }

  /// Creates a session from the state of the library's `EventSession`.
  init(id: String, liveness: SessionLiveness, status: SessionStatus?) {
    self.id = id
    self.mode = liveness.mode
    self.status = liveness.status
    self.iteration = status?.iteration
    self.hat = status?.hat
    self.elapsedSeconds = status?.elapsedSeconds
  }
}

extension WorkflowSession: Hashable {
  /// Returns whether all members are equal. Texts are compared by their UTF-8 bytes.
  public static func == (left: WorkflowSession, right: WorkflowSession) -> Bool {
    left.iteration == right.iteration
      && left.elapsedSeconds == right.elapsedSeconds
      && left.id.hasSameBytes(as: right.id)
      && left.mode.hasSameBytes(as: right.mode)
      && left.status.hasSameBytes(as: right.status)
      && left.hat.hasSameBytes(as: right.hat)
  }

  /// Hashes the members that `==` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(id.textKey)
    hasher.combine(mode.textKey)
    hasher.combine(status.textKey)
    hasher.combine(iteration)
    hasher.combine(hat.textKey)
    hasher.combine(elapsedSeconds)
  }
}
