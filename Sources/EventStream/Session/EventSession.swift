internal import CanonicalJSON

/// A watched session: when to open its stream, what to do with the stream's events, and what to do
/// when the stream breaks off.
///
/// This is a value type without side effects. The caller passes in what happened, and makes or
/// cancels the requests in the returned actions. Time comes only from the inputs.
///
/// ```swift
/// var session = EventSession<ContinuousClock.Instant>()
/// let actions = session.take(.connect(session: "s1"), at: .now)
/// for request in actions.requests { send(request) }
/// ```
public struct EventSession<Instant: InstantProtocol>: Sendable where Instant.Duration == Duration {
  /// The id of the session, or `nil` before the first connection.
  public private(set) var id: String?
  /// The state of the connection to the session's stream.
  public private(set) var connection = SessionConnection.disconnected
  /// The information that determines whether the session is live, or `nil` before the first
  /// connection.
  public private(set) var liveness: SessionLiveness?
  /// The latest status that the backend reported since the session was connected, or `nil` if it
  /// hasn't reported one.
  public private(set) var status: SessionStatus?
  /// The number of events of the right type that couldn't be read since the session was connected.
  public private(set) var skippedCount = 0
  /// The time at which the current wait ends, or `nil` if the session isn't waiting.
  public private(set) var retryTime: Instant?

  /// The events, oldest first, so that appending an event takes constant time.
  private var arrived: [WorkflowEvent] = []
  private var requestCount = 0
  private var running: RunningRequest?
  private var parser = EventStreamParser()
  private var plan = RetryPlan()
  /// The time at which the current stream was opened.
  private var openingTime: Instant?
  /// Whether the current stream has dispatched an event.
  private var hasDispatched = false

  /// A request that hasn't ended, identified by its number.
  private enum RunningRequest: Equatable {
    case status(Int)
    case stream(Int, isOpen: Bool)

    var number: Int {
      switch self {
      case .status(let number), .stream(let number, _): number
      }
    }
  }

  /// Creates a session that isn't connected.
  public init() {}

  /// The events since the session was connected, newest first.
  public var events: ReversedCollection<[WorkflowEvent]> { arrived.reversed() }

  /// The state that a view of the session shows.
  public var view: SessionViewState {
    SessionViewState(isActive: liveness.isActive, eventCount: arrived.count)
  }

  /// Processes an input, and returns the actions to take.
  ///
  /// Inputs for a request that isn't running are ignored (S5).
  ///
  /// - Parameters:
  ///   - input: What happened.
  ///   - now: The current time, from a monotonic clock.
  /// - Returns: The requests to cancel and to send, which are often none.
  public mutating func take(_ input: SessionInput, at now: Instant) -> SessionActions {
    switch input {
    case .connect(let session): return connect(to: session)
    case .disconnect: return disconnect()
    case .pause: return set(SessionLiveness.paused)
    case .resume: return set(SessionLiveness.running)
    case .tick: return wake(at: now)

    case .reply(let request, let status, let body) where running == .status(request):
      return takeReply(status: status, body: body, at: now)
    case .open(let request, let status) where running == .stream(request, isOpen: false):
      return takeHead(status: status, of: request, at: now)
    case .receive(let request, let bytes) where running == .stream(request, isOpen: true):
      return take(bytes, of: request, at: now)
    case .close(let request) where running?.number == request:
      return close(at: now)

    // S5
    case .reply, .open, .receive, .close: return SessionActions()
    }
  }

  // MARK: - User actions

  // S1
  /// Cancels the running request, resets everything but the request count, and requests the status.
  private mutating func connect(to session: String) -> SessionActions {
    var actions = disconnect()
    id = session
    liveness = SessionLiveness()
    actions.requests = [request(.status)]
    return actions
  }

  /// Cancels the running request, and resets everything but the request count.
  private mutating func disconnect() -> SessionActions {
    let last = self
    self = EventSession()
    requestCount = last.requestCount
    return SessionActions(cancelled: last.running.map { [$0.number] } ?? [])
  }

  // S3
  /// Sets the local status, but only while the session is live.
  private mutating func set(_ status: String) -> SessionActions {
    if liveness.isActive { liveness?.status = status }
    return SessionActions()
  }

  // MARK: - Status requests

  // S1, S4
  /// Handles the response to a status request.
  private mutating func takeReply(status: Int, body: [UInt8], at now: Instant) -> SessionActions {
    switch status {
    case 200:
      // A response without an object isn't from the backend. It can be the login page of a captive
      // portal.
      guard let status = SessionStatus(body: body) else { return statusFailed(at: now) }
      return accept(status)
    case 401, 404: return stop(.failed)
    default: return statusFailed(at: now)
    }
  }

  // S1, S3, S7
  /// Takes over a status, and requests the stream if the session is live.
  private mutating func accept(_ status: SessionStatus) -> SessionActions {
    running = nil
    self.status = status
    liveness?.mode = status.mode
    // S3
    if status.mode.hasSameBytes(as: "complete") { liveness?.status = nil }

    guard liveness.isActive else { return stop(.disconnected) }

    if connection != .reconnecting { connection = .connecting }
    parser = EventStreamParser(lastEventID: parser.lastEventID)
    return SessionActions(requests: [request(.stream)])
  }

  /// Handles a failed status request: a break while reconnecting, otherwise a disconnect.
  private mutating func statusFailed(at now: Instant) -> SessionActions {
    // S4
    if connection == .reconnecting { return breakOff(at: now) }
    // S1
    return stop(.disconnected)
  }

  // MARK: - Stream requests

  // S1, S4
  /// Handles the response head of a stream request.
  private mutating func takeHead(status: Int, of request: Int, at now: Instant) -> SessionActions {
    switch status {
    case 200:
      running = .stream(request, isOpen: true)
      connection = .connected
      openingTime = now
      hasDispatched = false
      return SessionActions()

    case 204: return stop(.disconnected)
    case 401, 404: return stop(.failed)
    default: return breakOff(at: now)
    }
  }

  /// Parses bytes of the stream, and cancels the request if a line is too long.
  private mutating func take(_ bytes: [UInt8], of request: Int, at now: Instant) -> SessionActions {
    var events: [ServerSentEvent] = []
    var isReadable = true
    do throws(EventStreamParser.LineTooLong) {
      try parser.read(bytes, into: &events)
    } catch {
      isReadable = false
    }

    plan.serverRetry = parser.retry ?? plan.serverRetry
    for event in events { take(event) }
    guard !isReadable else { return SessionActions() }

    // V3, S4: the events, id and retry before the line still count.
    var actions = streamEnded(hasBrought: false, at: now)
    actions.cancelled = [request]
    return actions
  }

  // S2
  /// Adds a workflow event, or counts it as skipped if its data can't be read.
  private mutating func take(_ event: ServerSentEvent) {
    hasDispatched = true
    guard event.type.hasSameBytes(as: "workflow") else { return }
    if let event = WorkflowEvent(data: event.data) {
      arrived.append(event)
    } else {
      skippedCount += 1
    }
  }

  // MARK: - Retries

  /// Handles a running request that ended on its own.
  private mutating func close(at now: Instant) -> SessionActions {
    switch running {
    case .status: statusFailed(at: now)
    case .stream(_, isOpen: false): breakOff(at: now)
    case .stream(_, isOpen: true): streamEnded(hasBrought: hasDispatched, at: now)
    case nil: SessionActions()
    }
  }

  // S4
  /// Resets the count of consecutive breaks if the stream worked, and then handles the break.
  ///
  /// - Parameter hasBrought: Whether the stream dispatched an event and no line was too long. It
  ///   then worked, no matter how short it was open.
  private mutating func streamEnded(hasBrought: Bool, at now: Instant) -> SessionActions {
    let wasOpenLong = openingTime.map { $0.duration(to: now) >= RetryPlan.provingTime } ?? false
    if hasBrought || wasOpenLong { plan.streamWorked() }
    return breakOff(at: now)
  }

  // S4
  /// Starts the wait before the next attempt, or fails the session if no attempts are left.
  private mutating func breakOff(at now: Instant) -> SessionActions {
    guard let wait = plan.nextWait() else { return stop(.failed) }
    running = nil
    connection = .reconnecting
    retryTime = now.advanced(by: wait)
    return SessionActions()
  }

  // S4
  /// Requests the status again if the wait is over.
  private mutating func wake(at now: Instant) -> SessionActions {
    guard let retryTime, retryTime <= now else { return SessionActions() }
    self.retryTime = nil
    return SessionActions(requests: [request(.status)])
  }

  /// Forgets the running request, and takes a state in which nothing is retried.
  private mutating func stop(_ connection: SessionConnection) -> SessionActions {
    running = nil
    self.connection = connection
    return SessionActions()
  }

  /// Numbers a request and makes it the running one. A stream request continues after the last
  /// event id, if there is one.
  private mutating func request(_ kind: SessionRequest.Kind) -> SessionRequest {
    requestCount += 1
    running = kind == .status ? .status(requestCount) : .stream(requestCount, isOpen: false)
    let lastEventID = kind == .stream && !parser.lastEventID.isEmpty ? parser.lastEventID : nil

    return SessionRequest(
      number: requestCount,
      kind: kind,
      session: id ?? "",
      lastEventID: lastEventID
    )
  }
}

extension EventSession: CustomReflectable {
  /// The public properties, which `print` and `#expect` show.
  public var customMirror: Mirror {
    Mirror(
      self,
      children: [
        "id": id as Any,
        "connection": connection,
        "liveness": liveness as Any,
        "status": status as Any,
        "events": Array(events),
        "skippedCount": skippedCount,
        "retryTime": retryTime as Any,
      ],
      displayStyle: .struct
    )
  }
}
