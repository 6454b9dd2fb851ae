public import EventStream
public import Observation

#if canImport(FoundationNetworking)
  internal import Foundation
  public import FoundationNetworking
#else
  public import Foundation
#endif

/// A client that watches one session on a server: it requests the session's status, reads its
/// stream of events, and reconnects if the stream breaks off.
///
/// An `EventSession` decides what happens. This class adds the network and the clock. SwiftUI
/// updates views that read its properties. Other code can use ``updates()``:
///
/// ```swift
/// let model = SessionViewModel(server: SessionServer(baseURL: url, apiKey: "secret"))
/// model.connect(to: "s1")
/// for await update in model.updates() {
///   print(update.connectionState, update.isSessionActive, update.newEvents.count)
/// }
/// ```
///
/// A model that is no longer referenced cancels its request.
@MainActor @Observable
public final class SessionViewModel {
  /// The reason why the session isn't connected, or `nil` if it is connected or nothing failed.
  ///
  /// A failed stream is retried. To retry after a failed status, or in the state
  /// `SessionConnection.failed`, call ``connect(to:)-(WorkflowSession)``.
  public private(set) var lastError: SessionConnectionError?

  private var session = EventSession<ContinuousClock.Instant>()

  @ObservationIgnored private let server: SessionServer
  @ObservationIgnored private let transport: SessionTransport
  @ObservationIgnored private let clock: SessionClock
  @ObservationIgnored private var running: RunningRequest?
  @ObservationIgnored private var timer: (end: ContinuousClock.Instant, task: Task<Void, Never>)?
  @ObservationIgnored private var observers: [Int: AsyncStream<SessionUpdate>.Continuation] = [:]
  @ObservationIgnored private var observerCount = 0
  /// The last state that was sent to the observers, without its events.
  @ObservationIgnored private var lastState: SessionUpdate?

  /// The maximum length of a status reply in bytes.
  private static let mostReplyBytes = 1 << 20

  /// A request that was sent and hasn't ended.
  private struct RunningRequest {
    let number: Int
    let kind: SessionRequest.Kind
    let task: URLSessionDataTask
    /// The HTTP status of the response.
    var status: Int?
    /// The bytes of a status reply so far.
    var body: [UInt8] = []
  }

  /// Creates a model that isn't connected.
  ///
  /// - Parameters:
  ///   - server: The server that the sessions run on.
  ///   - configuration: The configuration for all requests, such as their timeouts and proxies.
  public convenience init(
    server: SessionServer,
    configuration: URLSessionConfiguration = .ephemeral
  ) {
    self.init(server: server, configuration: configuration, clock: .continuous)
  }

  /// Creates a model whose waits go by a clock.
  package init(
    server: SessionServer,
    configuration: URLSessionConfiguration = .ephemeral,
    clock: SessionClock
  ) {
    self.server = server
    self.clock = clock
    transport = SessionTransport(configuration: configuration)

    let signals = transport.signals
    Task { [weak self] in
      for await signal in signals { self?.take(signal) }
    }
  }

  deinit {
    transport.invalidate()
    timer?.task.cancel()
    for observer in observers.values { observer.finish() }
  }

  // MARK: - State

  /// The session that is connected, or `nil` before the first connection and after
  /// ``disconnect()``.
  public var currentSession: WorkflowSession? {
    guard let id = session.id, let liveness = session.liveness else { return nil }
    return WorkflowSession(id: id, liveness: liveness, status: session.status)
  }

  /// Whether the session is live: its mode is `live`, or its local status is `running` or `paused`.
  public var isSessionActive: Bool { session.liveness.isActive }

  /// The state of the connection to the session's stream.
  public var connectionState: SessionConnection { session.connection }

  /// The events since the session was connected, newest first.
  public var events: ReversedCollection<[WorkflowEvent]> { session.events }

  /// The number of workflow events that couldn't be read since the session was connected.
  public var skippedEventCount: Int { session.skippedCount }

  /// The state that a view of the session shows, and the actions that it offers.
  public var view: SessionViewState { session.view }

  /// Returns the current state and all later ones.
  ///
  /// No event is left out, no matter how slowly the updates are read.
  ///
  /// - Returns: A stream for this call only. It ends when the model is deallocated.
  public func updates() -> AsyncStream<SessionUpdate> {
    let (updates, continuation) = AsyncStream.makeStream(of: SessionUpdate.self)
    let observer = observerCount
    observerCount += 1
    observers[observer] = continuation
    continuation.onTermination = { _ in
      Task { @MainActor [weak self] in self?.observers[observer] = nil }
    }

    continuation.yield(update(newEvents: session.events.reversed()))
    return updates
  }

  // MARK: - User actions

  /// Connects to a session.
  ///
  /// This cancels the request of the previous session and clears its events.
  ///
  /// - Parameter session: The session, of which only the id is used. The backend reports the rest.
  public func connect(to session: WorkflowSession) {
    connect(to: session.id)
  }

  /// Connects to the session with an id.
  ///
  /// This cancels the request of the previous session and clears its events.
  ///
  /// - Parameter id: The id of the session, which isn't empty.
  public func connect(to id: String) {
    apply(.connect(session: id))
  }

  /// Sets the local status of a live session to `paused`. The stream stays connected, and no
  /// request is sent.
  public func pauseRun() { apply(.pause) }

  /// Sets the local status of a live session to `running`. The stream stays connected, and no
  /// request is sent.
  public func resumeRun() { apply(.resume) }

  /// Cancels the request, and forgets the session and its events.
  public func disconnect() {
    apply(.disconnect)
  }

  // MARK: - Network

  /// Processes a signal. Signals of a request that was canceled are ignored.
  private func take(_ signal: SessionTransport.Signal) {
    switch signal {
    case .head(let request, let status) where running?.number == request:
      takeHead(status)
    case .bytes(let request, let bytes) where running?.number == request:
      take(bytes)
    case .end(let request, let status, let failure) where running?.number == request:
      // Some systems report no head for a redirect that isn't followed.
      if running?.status == nil, failure == nil, let status { takeHead(status) }
      end(request, failure)
    case .head, .bytes, .end:
      break
    }
  }

  /// Handles the head of the response to the running request. A status request waits for its body.
  private func takeHead(_ status: Int) {
    running?.status = status
    guard let running, running.kind == .stream else { return }

    let input = SessionInput.open(request: running.number, status: status)
    guard status != 200 else { return apply(input) }

    running.task.cancel()
    finish(input, .unexpectedResponse(.stream, status: status))
  }

  /// Collects the body of a status reply, or passes bytes of the stream to the session.
  private func take(_ bytes: [UInt8]) {
    guard let running else { return }

    switch running.kind {
    case .status:
      self.running?.body += bytes
      guard running.body.count + bytes.count > Self.mostReplyBytes else { return }
      running.task.cancel()
      finish(.close(request: running.number), .unreadableStatus)
    case .stream:
      apply(.receive(request: running.number, bytes: bytes))
    }
  }

  /// Handles the end of the running request, with the error code if it failed.
  private func end(_ request: Int, _ failure: URLError.Code?) {
    guard let running, running.number == request else { return }

    if let failure {
      finish(.close(request: request), .requestFailed(running.kind, code: failure))
    } else if running.kind == .stream {
      finish(.close(request: request), .streamEnded)
    } else {
      takeReply(status: running.status ?? 0, body: running.body, of: request)
    }
  }

  /// Passes a complete status reply to the session, and determines whether it is an error.
  private func takeReply(status: Int, body: [UInt8], of request: Int) {
    var error: SessionConnectionError?
    if status != 200 {
      error = .unexpectedResponse(.status, status: status)
    } else if SessionStatus(body: body) == nil {
      error = .unreadableStatus
    }
    finish(.reply(request: request, status: status, body: body), error)
  }

  /// Applies the last input of the running request.
  private func finish(_ input: SessionInput, _ error: SessionConnectionError?) {
    running = nil
    apply(input, error: error)
  }

  // MARK: - Session

  /// Applies an input to the session, and performs the actions that result.
  ///
  /// - Parameter error: The failure that the input reports, or `nil` if it reports none.
  private func apply(_ input: SessionInput, error: SessionConnectionError? = nil) {
    let actions = session.take(input, at: clock.now())

    if let error {
      lastError = error
    } else if input.endsFailure, [.connected, .disconnected].contains(session.connection) {
      lastError = nil
    }

    if !actions.cancelled.isEmpty {
      if case .receive = input {
        lastError = .lineTooLong(limit: EventStreamParser.defaultLineLimit)
      }
      running?.task.cancel()
      running = nil
    }

    for request in actions.requests { send(request) }
    renewTimer()
    notify()
  }

  /// Sends a request of the session. If its address isn't valid, the request ends immediately.
  private func send(_ request: SessionRequest) {
    guard let urlRequest = server.urlRequest(for: request) else {
      return apply(.close(request: request.number), error: .invalidAddress)
    }

    running = RunningRequest(
      number: request.number,
      kind: request.kind,
      task: transport.send(urlRequest, number: request.number)
    )
  }

  /// Starts a timer for the current wait, and stops that of an earlier one.
  private func renewTimer() {
    guard session.retryTime != timer?.end else { return }

    timer?.task.cancel()
    timer = session.retryTime.map { end in
      let task = Task { [weak self, clock] in
        guard (try? await clock.sleep(end)) != nil else { return }
        self?.timer = nil
        self?.apply(.tick)
      }
      return (end, task)
    }
  }

  // MARK: - Observers

  /// Sends the current state to the observers if it differs from the last one.
  private func notify() {
    let state = update(newEvents: [])
    guard state != lastState else { return }

    let newCount = max(state.eventCount - (lastState?.eventCount ?? 0), 0)
    lastState = state

    let update = update(newEvents: session.events.prefix(newCount).reversed())
    for observer in observers.values { observer.yield(update) }
  }

  /// Returns the current state, with events that the observer doesn't have.
  private func update(newEvents: [WorkflowEvent]) -> SessionUpdate {
    SessionUpdate(
      currentSession: currentSession,
      connectionState: connectionState,
      isSessionActive: isSessionActive,
      view: view,
      eventCount: events.count,
      newEvents: newEvents,
      skippedEventCount: skippedEventCount,
      lastError: lastError
    )
  }
}

extension SessionInput {
  /// Whether a failure before this input no longer matters once the session is connected, or has
  /// nothing to connect to.
  fileprivate var endsFailure: Bool {
    switch self {
    case .connect, .disconnect, .reply, .open: true
    case .receive, .close, .tick, .pause, .resume: false
    }
  }
}
