internal import CanonicalJSON

/// The network actions to take after an input.
public struct SessionActions: Hashable, Sendable {
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
public struct SessionRequest: Sendable {
  /// The resource to request.
  public enum Kind: String, CaseIterable, Sendable {
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
  public let session: String
  /// The value of the `Last-Event-ID` header, or `nil` if the request has no such header.
  public let lastEventID: String?

  /// Creates a request, by default one without a `Last-Event-ID` header.
  ///
  /// - Parameters:
  ///   - number: The number of the request.
  ///   - kind: The resource to request.
  ///   - session: The id of the session.
  ///   - lastEventID: The value of the `Last-Event-ID` header, or `nil` for no header.
  public init(number: Int, kind: Kind, session: String, lastEventID: String? = nil) {
    self.number = number
    self.kind = kind
    self.session = session
    self.lastEventID = lastEventID
  }
}

extension SessionRequest: Identifiable {
  /// The number of the request.
  public var id: Int { number }
}

extension SessionRequest: Hashable {
  /// Returns whether all members are equal. Texts are compared by their UTF-8 bytes.
  public static func == (left: SessionRequest, right: SessionRequest) -> Bool {
    left.number == right.number
      && left.kind == right.kind
      && left.session.hasSameBytes(as: right.session)
      && left.lastEventID.hasSameBytes(as: right.lastEventID)
  }

  /// Hashes the members that `==` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(number)
    hasher.combine(kind)
    hasher.combine(session.textKey)
    hasher.combine(lastEventID.textKey)
  }
}
