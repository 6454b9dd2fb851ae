public import CanonicalJSON

/// The network actions to take after an input.
public struct SessionActions: Sendable, Equatable {
  /// The numbers of the requests to cancel. Anything that still arrives for them is ignored.
  public var cancelled: [Int] = []
  /// The requests to send.
  public var requests: [SessionRequest] = []

  /// Creates actions, by default none.
  public init(cancelled: [Int] = [], requests: [SessionRequest] = []) {
    self.cancelled = cancelled
    self.requests = requests
  }
}

/// A request to send for a session.
public struct SessionRequest: Equatable, Sendable {
  /// The resource to request.
  public enum Kind: String, Sendable {
    /// The session's status: a JSON object.
    case status
    /// The session's stream of server-sent events.
    case stream
  }

  /// The number of the request. Requests are numbered from 1, in the order in which they are made.
  public let number: Int
  /// The resource to request.
  public let kind: Kind
  /// The id of the session.
  @ByteWise public private(set) var session: String
  /// The value of the `Last-Event-ID` header, or `nil` if the request has no such header.
  @ByteWise public private(set) var lastEventID: String?

  /// Creates a request, by default one without a `Last-Event-ID` header.
  public init(number: Int, kind: Kind, session: String, lastEventID: String? = nil) {
    self.number = number
    self.kind = kind
    self.session = session
    self.lastEventID = lastEventID
  }
}
