public import CanonicalJSON

/// An event of a stream of server-sent events.
public struct ServerSentEvent: Equatable, Sendable {
  /// The event type; `message` if the stream doesn't specify one.
  @ByteWise public private(set) var type: String
  /// The values of the `data` fields, joined with LF.
  @ByteWise public private(set) var data: String
  /// The last event id at the end of the event, set by this event or an earlier one. It is empty if
  /// there was none.
  @ByteWise public private(set) var lastEventID: String

  /// Creates an event, by default of type `message` and without a last event id.
  public init(type: String = "message", data: String, lastEventID: String = "") {
    self.type = type
    self.data = data
    self.lastEventID = lastEventID
  }
}
