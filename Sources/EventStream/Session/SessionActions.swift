public import CanonicalJSON

/// What has to be done on the network because of an input.
public struct SessionActions: Sendable, Equatable {
  /// Requests to give up, by number. Nothing that still comes of them counts.
  public var cancelled: [Int] = []
  /// Requests to make.
  public var requests: [SessionRequest] = []

  /// Makes actions; none, where none are given.
  public init(cancelled: [Int] = [], requests: [SessionRequest] = []) {
    self.cancelled = cancelled
    self.requests = requests
  }
}

/// A request to make for a session.
public struct SessionRequest: Equatable, Sendable {
  /// What is asked for.
  public enum Kind: String, Sendable {
    /// The session's status, a JSON object.
    case status
    /// The session's stream of server-sent events.
    case stream
  }

  /// From 1, in the order in which requests are made.
  public let number: Int
  /// What is asked for.
  public let kind: Kind
  /// The session's id.
  @ByteWise public private(set) var session: String
  /// The value of the header `Last-Event-ID`; nil: the request has none.
  @ByteWise public private(set) var lastEventID: String?

  /// Makes a request.
  public init(number: Int, kind: Kind, session: String, lastEventID: String? = nil) {
    self.number = number
    self.kind = kind
    self.session = session
    self.lastEventID = lastEventID
  }
}
