public import CanonicalJSON
internal import EventStream

/// A coding session that the app knows of.
///
/// A session from a list has only an id. The other members come from the backend's status, except
/// ``status``, which ``SessionViewModel/pauseRun()`` and ``SessionViewModel/resumeRun()`` set.
public struct Session: Equatable, Identifiable, Sendable {
  /// The id of the session.
  @ByteWise public private(set) var id: String
  /// The mode that the backend reported, such as `live` or `complete`.
  @ByteWise public private(set) var mode: String?
  /// The local status, `running` or `paused`. The backend doesn't send one.
  @ByteWise public private(set) var status: String?
  /// The number of the session's current iteration.
  public let iteration: Int?
  /// The role that the agent currently plays, such as `builder`.
  @ByteWise public private(set) var hat: String?
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
