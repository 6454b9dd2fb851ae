import CanonicalJSON
import EventStream
import EventStreamClient
import Foundation
import Testing

/// Tests of the client on a real network, with a server in its own process.
@MainActor @Suite(.timeLimit(.minutes(10)))
struct SessionViewModelTests {
  // MARK: - Connecting

  @Test func `a live session is connected, and its events arrive newest first`() async throws {
    let server = try RunningServer()
    let model = server.model()
    #expect(model.connectionState == .disconnected)
    #expect(model.currentSession == nil)

    model.connect(to: WorkflowSession(id: "steady"))
    #expect(model.connectionState == .disconnected)
    #expect(model.currentSession == WorkflowSession(id: "steady"))

    let update = try await model.state { $0.eventCount >= 3 }
    #expect(update.connectionState == .connected)
    #expect(update.isSessionActive)
    #expect(update.view.badge == "\(update.eventCount)")
    let numbers = model.events.compactMap { $0.payload?.value["number"]?.number?.integer }
    #expect(numbers == Array((1...Int64(model.events.count)).reversed()))

    let session = try #require(model.currentSession)
    #expect(session.mode == "live")
    #expect(session.status == nil)
    #expect(session.iteration == 3)
    #expect(session.hat == "builder")
    #expect(session.elapsedSeconds == 42)
  }

  @Test func `the stream of a session that has ended is not requested`() async throws {
    let server = try RunningServer()
    let model = server.model()
    model.connect(to: "ended")
    let update = try await model.state { $0.currentSession?.mode == "complete" }
    #expect(update.connectionState == .disconnected)
    #expect(!update.isSessionActive)
    #expect(update.view == SessionViewState(isActive: false, eventCount: 0))
    #expect(update.lastError == nil)
    #expect(model.currentSession?.iteration == 9)
    #expect(model.currentSession?.hat == nil)
    #expect(try await server.report("open", of: "ended") == "0")
  }

  @Test(arguments: [
    (
      "gone", SessionConnection.failed,
      SessionConnectionError.unexpectedResponse(.status, status: 404)
    ),
    ("broken", .disconnected, .unexpectedResponse(.status, status: 500)),
    ("moved", .disconnected, .unexpectedResponse(.status, status: 302)),
    ("portal", .disconnected, .unreadableStatus),
    ("endless", .disconnected, .unreadableStatus),
    ("forbidden", .failed, .unexpectedResponse(.stream, status: 401)),
    ("over", .disconnected, .unexpectedResponse(.stream, status: 204)),
    ("stream-moved", .reconnecting, .unexpectedResponse(.stream, status: 301)),
  ])
  func `a response that isn't the status or the stream is an error`(
    id: String,
    connection: SessionConnection,
    error: SessionConnectionError
  ) async throws {
    let server = try RunningServer()
    let model = server.model()
    model.connect(to: id)
    let update = try await model.state { $0.lastError != nil }
    #expect(update.connectionState == connection)
    #expect(update.lastError == error)
  }

  @Test func `a status request that gets no response is an error`() async throws {
    let server = try RunningServer()
    let model = server.model()
    model.connect(to: "dropped")
    let update = try await model.state { $0.lastError != nil }
    #expect(update.connectionState == .disconnected)
    #expect(update.currentSession == WorkflowSession(id: "dropped"))
    guard case .requestFailed(.status, _) = update.lastError else {
      Issue.record("the error is \(String(describing: update.lastError))")
      return
    }
  }

  @Test func `after a failed status, the user can connect again`() async throws {
    let server = try RunningServer()
    let model = server.model()
    model.connect(to: "late")
    try await model.state { $0.lastError == .unexpectedResponse(.status, status: 503) }
    #expect(!model.isSessionActive)

    model.connect(to: "late")
    #expect(model.lastError == nil)
    try await model.state { $0.connectionState == .connected }
    #expect(model.lastError == nil)
  }

  @Test func `the API key is in the header that the server requires`() async throws {
    let server = try RunningServer()
    let model = server.model()
    model.connect(to: "secret")
    try await model.state { $0.lastError == .unexpectedResponse(.status, status: 401) }

    let keyed = server.model(apiKey: "key")
    keyed.connect(to: "secret")
    try await keyed.state { $0.connectionState == .connected }

    let renamed = SessionServer(baseURL: server.url, apiKey: "key", apiKeyHeader: "X-Other-Key")
    let other = SessionViewModel(server: renamed)
    other.connect(to: "renamed")
    try await other.state { $0.connectionState == .connected }
  }

  @Test func `paths are appended to the base URL, and any id is one part of them`() async throws {
    let server = try RunningServer()
    let id = "a/b ü?%&"
    let model = SessionViewModel(
      server: SessionServer(
        baseURL: server.url.appendingPathComponent("api/"),
        statusPath: "sessions/{id}/status",
        streamPath: "sessions/{id}/events"
      )
    )
    model.connect(to: id)
    let update = try await model.state { $0.eventCount > 0 }
    #expect(update.newEvents.first?.topic == id)
  }

  // MARK: - Reconnecting

  @Test
  func `a session is followed over every break, and no event is lost or doubled`() async throws {
    let server = try RunningServer()
    let model = server.model()
    let updates = model.updates()
    model.connect(to: "s1")

    var connections: [SessionConnection] = []
    var events: [WorkflowEvent] = []
    for await update in updates {
      if connections.last != update.connectionState { connections.append(update.connectionState) }
      events += update.newEvents
      if update.currentSession?.mode == "complete" { break }
    }

    let expected = (1...12).map { number in
      WorkflowEvent(
        topic: "step \(number) 😀",
        timestamp: "2026-02-07T07:26:00Z",
        payload: .init(json: #"{"number":\#(number)}"#)
      )
    }
    #expect(events == expected)
    #expect(Array(model.events) == expected.reversed())
    #expect(model.skippedEventCount == 0)
    #expect(model.lastError == nil)
    #expect(model.view == SessionViewState(isActive: false, eventCount: 12))
    #expect(
      connections == [
        .disconnected, .connecting, .connected, .reconnecting, .connected, .reconnecting,
        .connected, .reconnecting, .connected, .reconnecting, .connected, .reconnecting,
        .disconnected,
      ]
    )
    #expect(
      try await server.report("ids", of: "s1") == "0 3 3 6 6 9 ",
      "each stream continues after the last whole event"
    )
  }

  @Test func `a stream that ends is requested again unless the session is complete`() async throws {
    let server = try RunningServer()
    let model = server.model()
    let updates = model.updates()
    model.connect(to: "completes")

    var errors: [SessionConnectionError?] = []
    for await update in updates {
      if errors.last != update.lastError { errors.append(update.lastError) }
      if update.currentSession?.mode == "complete" { break }
    }
    #expect(errors == [nil, .streamEnded, nil])
    #expect(model.connectionState == .disconnected)
    #expect(model.view == SessionViewState(isActive: false, eventCount: 2))
  }

  @Test func `a line that is too long ends its stream`() async throws {
    let server = try RunningServer()
    let model = server.model()
    model.connect(to: "long-line")
    try await model.state { $0.lastError == .lineTooLong(limit: 1_048_576) }
    let update = try await model.state { $0.currentSession?.mode == "complete" }
    #expect(update.eventCount == 1)
    try await server.wait(untilOpen: 0, in: "long-line")
  }

  @Test func `a stream without a byte for too long is requested again`() async throws {
    let server = try RunningServer()
    let model = server.model(quietTime: .seconds(1))
    model.connect(to: "quiet")
    try await model.state { $0.lastError == .requestFailed(.stream, code: .timedOut) }
    let update = try await model.state { $0.currentSession?.mode == "complete" }
    #expect(update.eventCount == 1)
  }

  @Test func `the tenth break in succession is the last`() async throws {
    let server = try RunningServer()
    let model = server.model(clock: .accelerated(by: 100))
    model.connect(to: "hopeless")
    let update = try await model.state { $0.connectionState == .failed }
    #expect(update.lastError == .unexpectedResponse(.stream, status: 503))
    #expect(update.isSessionActive, "the mode is still live")
  }

  @Test func `a server that can't be reached is an error`() async throws {
    let url = try #require(URL(string: "http://127.0.0.1:1"))
    let model = SessionViewModel(server: SessionServer(baseURL: url))
    model.connect(to: "s1")
    let update = try await model.state { $0.lastError != nil }
    #expect(update.lastError == .requestFailed(.status, code: .cannotConnectToHost))
  }

  // MARK: - Events

  @Test func `frames that can't be read are skipped, and the stream goes on`() async throws {
    let server = try RunningServer()
    let model = server.model()
    model.connect(to: "malformed")
    let update = try await model.state { $0.eventCount == 2 }
    #expect(update.connectionState == .connected)
    #expect(
      Array(model.events) == [
        WorkflowEvent(topic: "good", timestamp: "2"),
        WorkflowEvent(topic: "\u{FFFD}", timestamp: "1"),
      ]
    )
    #expect(model.skippedEventCount == 3)
  }

  @Test func `an observer that comes later gets all events first`() async throws {
    let server = try RunningServer()
    let model = server.model()
    model.connect(to: "steady")
    try await model.state { $0.eventCount >= 3 }

    var events: [WorkflowEvent] = []
    for await update in model.updates() {
      events += update.newEvents
      #expect(events.count == update.eventCount)
      if events.count > 10 { break }
    }
    #expect(events == model.events.suffix(events.count).reversed())
  }

  // MARK: - Pausing

  @Test func `pausing and resuming keep the stream`() async throws {
    let server = try RunningServer()
    let model = server.model()
    model.connect(to: "steady")
    try await model.state { $0.connectionState == .connected }

    model.pauseRun()
    #expect(model.currentSession?.status == "paused")
    #expect(model.isSessionActive)
    try await model.moreEvents(3)
    #expect(model.connectionState == .connected)

    model.resumeRun()
    #expect(model.currentSession?.status == "running")
    #expect(model.isSessionActive)
    try await model.moreEvents(3)
    #expect(model.connectionState == .connected)
    #expect(try await server.report("open", of: "steady") == "1")
    #expect(model.events.last?.payload?.json == #"{"number":1}"#, "all events came in one stream")
  }

  @Test func `pausing a session that isn't live changes nothing`() async throws {
    let server = try RunningServer()
    let model = server.model()
    model.pauseRun()
    #expect(model.currentSession == nil)
    model.connect(to: "ended")
    try await model.state { $0.currentSession?.mode == "complete" }
    model.pauseRun()
    #expect(model.currentSession?.status == nil)
    #expect(!model.isSessionActive)
  }

  // MARK: - Switching

  @Test func `after quick switches, only the last session has a stream`() async throws {
    let server = try RunningServer()
    let model = server.model()
    for number in 0..<20 {
      model.connect(to: "steady-\(number)")
      // Some switches come before the status, others in the stream.
      if number % 5 == 4 { try await model.state { $0.eventCount >= 1 } }
      if number % 5 == 2 { try await model.state { $0.connectionState == .connecting } }
    }
    try await model.moreEvents(5)
    #expect(model.events.allSatisfy { $0.topic == "steady-19" })
    for number in 0..<19 { try await server.wait(untilOpen: 0, in: "steady-\(number)") }
    #expect(try await server.report("open", of: "steady-19") == "1")
  }

  @Test func `connecting clears the events of the previous session`() async throws {
    let server = try RunningServer()
    let model = server.model()
    model.connect(to: "steady")
    try await model.state { $0.eventCount >= 3 }
    model.connect(to: "ended")
    #expect(model.events.isEmpty)
    #expect(model.currentSession == WorkflowSession(id: "ended"))
    try await server.wait(untilOpen: 0, in: "steady")
  }

  @Test func `disconnecting cancels the stream and forgets the session`() async throws {
    let server = try RunningServer()
    let model = server.model()
    model.connect(to: "steady")
    try await model.state { $0.eventCount >= 1 }
    model.disconnect()
    #expect(model.connectionState == .disconnected)
    #expect(model.currentSession == nil)
    #expect(model.events.isEmpty)
    try await server.wait(untilOpen: 0, in: "steady")
    #expect(model.lastError == nil)
  }

  @Test func `a model that is no longer referenced cancels its stream`() async throws {
    let server = try RunningServer()
    var model: SessionViewModel? = server.model()
    model?.connect(to: "steady")
    try await model?.moreEvents(1)
    let reference = WeakReference(model: model)
    model = nil
    try await server.wait(untilOpen: 0, in: "steady")
    #expect(reference.model == nil)
  }
}

private struct WeakReference {
  weak var model: SessionViewModel?
}
