import EventStream
import EventStreamClient
import Testing

extension SessionViewModel {
  /// The fixed property of the design, statement by statement.
  fileprivate var isSessionActiveOfTheDesign: Bool {
    guard let session = currentSession else { return false }
    if session.mode == "live" { return true }
    if let status = session.status {
      return status == "running" || status == "paused"
    }
    return false
  }
}

/// Tests that use the names of the design in the way in which the design uses them.
@MainActor @Suite(.timeLimit(.minutes(10)))
struct DesignTests {
  @Test func `no session isn't active`() throws {
    let model = try RunningServer().model()
    #expect(model.currentSession == nil)
    #expect(!model.isSessionActive && !model.isSessionActiveOfTheDesign)
  }

  @Test func `a session from a list has no mode and isn't active`() async throws {
    let server = try RunningServer()
    let model = server.model()
    model.connect(to: WorkflowSession(id: "broken"))
    #expect(model.currentSession?.mode == nil)
    #expect(!model.isSessionActive && !model.isSessionActiveOfTheDesign)
    // The status can't be fetched, so the session has the data of the list.
    try await model.state { $0.lastError != nil }
    #expect(model.currentSession == WorkflowSession(id: "broken"))
    #expect(model.connectionState == .disconnected)
    #expect(!model.isSessionActive && !model.isSessionActiveOfTheDesign)
  }

  @Test func `the mode live is active, with and without a status`() async throws {
    let server = try RunningServer()
    let model = server.model()
    model.connect(to: WorkflowSession(id: "steady"))
    try await model.state { $0.connectionState == .connected }
    #expect(model.currentSession?.mode == "live" && model.currentSession?.status == nil)
    #expect(model.isSessionActive && model.isSessionActiveOfTheDesign)

    model.pauseRun()
    #expect(model.currentSession?.mode == "live" && model.currentSession?.status == "paused")
    #expect(model.isSessionActive && model.isSessionActiveOfTheDesign)

    model.resumeRun()
    #expect(model.currentSession?.mode == "live" && model.currentSession?.status == "running")
    #expect(model.isSessionActive && model.isSessionActiveOfTheDesign)
  }

  @Test(arguments: ["pause", "resume"])
  func `a status keeps a session active whose mode has become unknown`(
    action: String
  ) async throws {
    let server = try RunningServer()
    let model = server.model()
    model.connect(to: WorkflowSession(id: "vague"))
    try await model.state { $0.connectionState == .connected }
    if action == "pause" { model.pauseRun() } else { model.resumeRun() }
    try await model.state { $0.currentSession?.mode == "recording" }
    #expect(model.currentSession?.status == (action == "pause" ? "paused" : "running"))
    #expect(model.isSessionActive && model.isSessionActiveOfTheDesign)
  }

  @Test func `an unexpected mode without a status isn't active`() async throws {
    let server = try RunningServer()
    let model = server.model()
    model.connect(to: WorkflowSession(id: "nothing"))
    try await model.state { $0.currentSession?.mode == "recording" }
    #expect(model.currentSession?.status == nil)
    #expect(!model.isSessionActive && !model.isSessionActiveOfTheDesign)
    #expect(model.connectionState == .disconnected)
  }

  @Test func `the mode complete isn't active, even after a pause`() async throws {
    let server = try RunningServer()
    let model = server.model()
    model.connect(to: WorkflowSession(id: "completes"))
    try await model.state { $0.connectionState == .connected }
    model.pauseRun()
    try await model.state { $0.currentSession?.mode == "complete" }
    #expect(model.currentSession?.status == nil)
    #expect(!model.isSessionActive && !model.isSessionActiveOfTheDesign)
    #expect(model.connectionState == .disconnected)
  }

  @Test func `the expressions of the view have the values of the table`() async throws {
    let server = try RunningServer()
    let model = server.model()
    model.connect(to: WorkflowSession(id: "steady"))
    try await model.state { $0.eventCount >= 1 }
    #expect((model.isSessionActive ? "\(model.events.count)" : "ENDED") == model.view.badge)
    #expect(!model.isSessionActive == model.view.showsEndedBanner)
    #expect(model.isSessionActive == model.view.offersSignal)
    #expect(model.isSessionActive == model.view.offersSteering)
    #expect((!model.isSessionActive && model.events.isEmpty) == model.view.saysNoEvents)
    #expect((model.isSessionActive ? "LIVE" : "HISTORICAL") == model.view.scratchpadBadge)

    model.connect(to: WorkflowSession(id: "ended"))
    try await model.state { $0.currentSession?.mode == "complete" }
    #expect((model.isSessionActive ? "\(model.events.count)" : "ENDED") == model.view.badge)
    #expect((!model.isSessionActive && model.events.isEmpty) == model.view.saysNoEvents)
    #expect(model.view.saysNoEvents)
    #expect((model.isSessionActive ? "LIVE" : "HISTORICAL") == "HISTORICAL")
  }

  @Test func `a tap leads through the states of the data flow`() async throws {
    let server = try RunningServer()
    let model = server.model()
    let updates = model.updates()
    model.connect(to: WorkflowSession(id: "steady"))
    var states: [SessionConnection] = []
    for await update in updates {
      if states.last != update.connectionState { states.append(update.connectionState) }
      if update.eventCount > 0 { break }
    }
    #expect(states == [.disconnected, .connecting, .connected])
    #expect(model.events.first?.topic == "steady")
  }
}
