internal import CanonicalJSON

/// The status of a session, as the backend reports it.
///
/// A member that the backend leaves out, or sends with another type, is `nil`.
public struct SessionStatus: Sendable {
  /// The session's mode, such as `live` or `complete`.
  public let mode: String?
  /// The number of the session's current iteration.
  public let iteration: Int?
  /// The role that the agent currently plays, such as `builder`.
  public let hat: String?
  /// The time for which the session has been running, in seconds.
  public let elapsedSeconds: Int?

  /// Creates a status, by default one without any member.
  ///
  /// - Parameters:
  ///   - mode: The session's mode, such as `live` or `complete`.
  ///   - iteration: The number of the current iteration.
  ///   - hat: The role that the agent currently plays.
  ///   - elapsedSeconds: The time for which the session has been running, in seconds.
  public init(
    mode: String? = nil,
    iteration: Int? = nil,
    hat: String? = nil,
    elapsedSeconds: Int? = nil
  ) {
    self.mode = mode
    self.iteration = iteration
    self.hat = hat
    self.elapsedSeconds = elapsedSeconds
  }

  // S1, S7
  /// Reads the body of a status reply. Members of another type count as missing.
  ///
  /// - Parameter body: The bytes of the JSON text.
  /// - Returns: `nil` if the body isn't a JSON object or is nested deeper than 500 levels.
  public init?(body: [UInt8]) {
    guard let object = JSONObject(ofBackend: try? JSONDocument(parsing: body)) else { return nil }

    self.init(
      mode: object["mode"]?.string,
      iteration: Self.count(object["iteration"]),
      hat: object["hat"]?.string,
      elapsedSeconds: Self.count(object["elapsed_secs"])
    )
  }

  // S7
  /// Returns the value of a number that is an integer, isn't negative, and is less than 2^53, which
  /// every platform can hold exactly.
  private static func count(_ value: JSONValue?) -> Int? {
    guard let integer = value?.number?.integer, (0..<(1 << 53)).contains(integer) else {
      return nil
    }
    return Int(integer)
  }
}

extension SessionStatus: Hashable {
  /// Returns whether all members are equal. Texts are compared by their UTF-8 bytes.
  public static func == (left: SessionStatus, right: SessionStatus) -> Bool {
    left.iteration == right.iteration
      && left.elapsedSeconds == right.elapsedSeconds
      && left.mode.hasSameBytes(as: right.mode)
      && left.hat.hasSameBytes(as: right.hat)
  }

  /// Hashes the members that `==` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(mode.textKey)
    hasher.combine(iteration)
    hasher.combine(hat.textKey)
    hasher.combine(elapsedSeconds)
  }
}
