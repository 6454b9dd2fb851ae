internal import CanonicalJSON

/// An event of a stream of server-sent events.
public struct ServerSentEvent: Sendable {
  /// The event type; `message` if the stream doesn't specify one.
  public let type: String
  /// The values of the `data` fields, joined with LF.
  public let data: String
  /// The last event id at the end of the event, set by this event or an earlier one. It is empty if
  /// there was none.
  public let lastEventID: String

  /// Creates an event, by default of type `message` and without a last event id.
  ///
  /// - Parameters:
  ///   - type: The event type.
  ///   - data: The values of the `data` fields, joined with LF.
  ///   - lastEventID: The last event id at the end of the event, or an empty string if there was
  ///     none.
  public init(type: String = "message", data: String, lastEventID: String = "") {
    self.type = type
    self.data = data
    self.lastEventID = lastEventID
  }
}

// Like the other types with text, this type has no synthesized equality, which would treat
// canonically equivalent texts as equal.
extension ServerSentEvent: Hashable {
  /// Returns whether all members are equal. Texts are compared by their UTF-8 bytes.
  public static func == (left: ServerSentEvent, right: ServerSentEvent) -> Bool {
    left.type.hasSameBytes(as: right.type)
      && left.data.hasSameBytes(as: right.data)
      && left.lastEventID.hasSameBytes(as: right.lastEventID)
  }

  /// Hashes the members that `==` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(type.textKey)
    hasher.combine(data.textKey)
    hasher.combine(lastEventID.textKey)
  }
}
