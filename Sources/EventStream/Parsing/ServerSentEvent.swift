public import CanonicalJSON

/// An event of a stream of server-sent events.
public struct ServerSentEvent: Equatable, Sendable {
  /// What the stream calls it; `message` where it doesn't.
  @ByteWise public private(set) var type: String
  /// The values of its `data` fields, joined with LF.
  @ByteWise public private(set) var data: String
  /// The id that the stream had come to at the end of the event, its own or an earlier one; empty
  /// where there was none.
  @ByteWise public private(set) var lastEventID: String

  /// Makes an event of its parts.
  public init(type: String = "message", data: String, lastEventID: String = "") {
    self.type = type
    self.data = data
    self.lastEventID = lastEventID
  }
}
