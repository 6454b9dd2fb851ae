internal import CanonicalJSON

/// A session that is watched: when its stream is opened, what the stream brings, and what happens
/// when it breaks off.
///
/// It is a value that does nothing by itself. Whoever holds it hands it what happens, and makes or
/// gives up the requests that it answers with; the time is whatever the inputs say it is.
public struct EventSession<Instant: InstantProtocol>: Sendable where Instant.Duration == Duration {
  /// How the session stands with its stream.
  public private(set) var connection = SessionConnection.disconnected
  /// What says whether the session is live; nil before the first is connected to.
  public private(set) var liveness: SessionLiveness?
  /// How many events of the right type could not be read since the session was connected to.
  public private(set) var skippedCount = 0
  /// When the wait is over that runs; nil where none does.
  public private(set) var retryTime: Instant?

  private var session = ""
  /// The oldest first, so that the next one costs the same as the first.
  private var arrived: [WorkflowEvent] = []
  private var requestCount = 0
  private var running: RunningRequest?
  private var parser = EventStreamParser()
  private var plan = RetryPlan()
  /// When the stream that runs was opened.
  private var openingTime: Instant?
  /// Whether it has dispatched an event.
  private var hasDispatched = false

  /// A request that has not ended, by its number.
  private enum RunningRequest: Equatable {
    case status(Int)
    case stream(Int, isOpen: Bool)

    var number: Int {
      switch self {
      case .status(let number), .stream(let number, _): number
      }
    }
  }

  /// Makes a session that is connected to nothing.
  public init() {}

  /// The events since the session was connected to, the newest first.
  public var events: ReversedCollection<[WorkflowEvent]> { arrived.reversed() }

  /// What a view of the session shows.
  public var view: SessionView {
    SessionView(isActive: liveness.isActive, eventCount: arrived.count)
  }

  /// Takes in what happened, and tells what has to be done.
  ///
  /// What comes of a request that is not running any more changes nothing (S5).
  ///
  /// - Parameter now: of a clock that never goes back.
  public mutating func take(_ input: SessionInput, at now: Instant) -> SessionActions {
    switch input {
    case .connect(let session): return connect(to: session)
    case .reply(let request, let status, let body) where running == .status(request):
      return takeReply(status: status, body: body, at: now)
    case .open(let request, let status) where running == .stream(request, isOpen: false):
      return takeHead(status: status, of: request, at: now)
    case .receive(let request, let bytes) where running == .stream(request, isOpen: true):
      return take(bytes, of: request, at: now)
    case .close(let request) where running?.number == request: return close(at: now)
    case .reply, .open, .receive, .close: return SessionActions()
    case .tick: return wake(at: now)
    case .pause: return set(SessionLiveness.paused)
    case .resume: return set(SessionLiveness.running)
    }
  }

  // MARK: - The user

  // S1
  private mutating func connect(to session: String) -> SessionActions {
    let last = self
    self = EventSession()
    self.session = session
    liveness = SessionLiveness()
    requestCount = last.requestCount
    return SessionActions(
      cancelled: last.running.map { [$0.number] } ?? [],
      requests: [request(.status)]
    )
  }

  // S3
  private mutating func set(_ status: String) -> SessionActions {
    if liveness.isActive { liveness?.status = status }
    return SessionActions()
  }

  // MARK: - The status

  // S1, S4
  private mutating func takeReply(status: Int, body: [UInt8], at now: Instant) -> SessionActions {
    switch status {
    case 200:
      // Whoever answers without an object, such as the page of a network that asks to log in, is
      // not the backend.
      guard let object = JSONObject(ofBackend: try? JSONDocument(parsing: body)) else {
        return statusFailed(at: now)
      }
      running = nil
      let mode = object["mode"]?.string
      liveness?.mode = mode
      // S3
      if mode.textKey == "complete" { liveness?.status = nil }
      guard liveness.isActive else { return stop(.disconnected) }
      if connection != .reconnecting { connection = .connecting }
      parser = EventStreamParser(lastEventID: parser.lastEventID)
      return SessionActions(requests: [request(.stream)])
    case 401, 404: return stop(.failed)
    default: return statusFailed(at: now)
    }
  }

  private mutating func statusFailed(at now: Instant) -> SessionActions {
    // S4
    if connection == .reconnecting { return breakOff(at: now) }
    // S1
    return stop(.disconnected)
  }

  // MARK: - The stream

  // S1, S4
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

  private mutating func take(_ bytes: [UInt8], of request: Int, at now: Instant) -> SessionActions {
    var events: [ServerSentEvent] = []
    var isReadable = true
    do throws(LineTooLong) { try parser.read(bytes, into: &events) } catch { isReadable = false }
    plan.serverRetry = parser.retry ?? plan.serverRetry
    for event in events { take(event) }
    guard !isReadable else { return SessionActions() }
    // V3, S4: what came before the line counts.
    var actions = streamEnded(hasBrought: false, at: now)
    actions.cancelled = [request]
    return actions
  }

  // S2
  private mutating func take(_ event: ServerSentEvent) {
    hasDispatched = true
    guard event.type.hasSameBytes(as: "workflow") else { return }
    if let event = WorkflowEvent(data: event.data) {
      arrived.append(event)
    } else {
      skippedCount += 1
    }
  }

  // MARK: - Trying again

  /// What runs has ended by itself.
  private mutating func close(at now: Instant) -> SessionActions {
    switch running {
    case .status: statusFailed(at: now)
    case .stream(_, isOpen: false): breakOff(at: now)
    case .stream(_, isOpen: true): streamEnded(hasBrought: hasDispatched, at: now)
    case nil: SessionActions()
    }
  }

  // S4
  /// - Parameter hasBrought: whether the stream worked, however short it was open.
  private mutating func streamEnded(hasBrought: Bool, at now: Instant) -> SessionActions {
    let wasOpenLong = openingTime.map { $0.duration(to: now) >= RetryPlan.provingTime } ?? false
    if hasBrought || wasOpenLong { plan.streamWorked() }
    return breakOff(at: now)
  }

  // S4
  private mutating func breakOff(at now: Instant) -> SessionActions {
    guard let wait = plan.nextWait() else { return stop(.failed) }
    running = nil
    connection = .reconnecting
    retryTime = now.advanced(by: wait)
    return SessionActions()
  }

  // S4
  private mutating func wake(at now: Instant) -> SessionActions {
    guard let retryTime, retryTime <= now else { return SessionActions() }
    self.retryTime = nil
    return SessionActions(requests: [request(.status)])
  }

  private mutating func stop(_ connection: SessionConnection) -> SessionActions {
    running = nil
    self.connection = connection
    return SessionActions()
  }

  private mutating func request(_ kind: SessionRequest.Kind) -> SessionRequest {
    requestCount += 1
    running = kind == .status ? .status(requestCount) : .stream(requestCount, isOpen: false)
    let lastEventID = kind == .stream && !parser.lastEventID.isEmpty ? parser.lastEventID : nil
    return SessionRequest(
      number: requestCount,
      kind: kind,
      session: session,
      lastEventID: lastEventID
    )
  }
}
