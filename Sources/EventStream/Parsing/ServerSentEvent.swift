internal import CanonicalJSON

/// An event of a stream of server-sent events.
public struct ServerSentEvent: Sendable {
  /// What the stream calls it; `message` where it doesn't.
  public let type: String
  /// The values of its `data` fields, joined with LF.
  public let data: String
  /// The id that the stream had come to at the end of the event, its own or an earlier one; empty where there was none.
  public let lastEventID: String

  /// Makes an event of its parts.
  public init(type: String = "message", data: String, lastEventID: String = "") {
    self.type = type
    self.data = data
    self.lastEventID = lastEventID
  }
}

extension ServerSentEvent: Equatable {
  /// Whether both are alike, text byte by byte.
  public static func == (left: ServerSentEvent, right: ServerSentEvent) -> Bool {
    left.type.hasSameBytes(as: right.type) && left.data.hasSameBytes(as: right.data)
      && left.lastEventID.hasSameBytes(as: right.lastEventID)
  }
}
