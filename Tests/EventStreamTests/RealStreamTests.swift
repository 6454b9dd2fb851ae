import CanonicalJSON
import EventStream
import Testing

/// Tests of the library on a real network, with a server in its own process that breaks off in
/// every way.
@Suite(.timeLimit(.minutes(10)))
struct RealStreamTests {
  @Test
  func `a session is followed over every break, and no event is lost or doubled`() async throws {
    let server = try RunningServer()
    let recording = await SessionClient(server: server.url).watch("s1")

    let expected = (1...12).reversed().map { number in
      WorkflowEvent(
        topic: "step \(number) 😀",
        timestamp: "2026-02-07T07:26:00Z",
        payload: ["number": .number(JSONNumber(number))]
      )
    }
    #expect(Array(recording.session.events) == expected)
    #expect(recording.session.skippedCount == 0)
    let asked = recording.requests.filter { $0.kind == .stream }.map(\.lastEventID)
    #expect(
      asked == [nil, "3", "3", "6", "6", "9"],
      "each stream goes on after the last whole event"
    )
    #expect(
      recording.connections == [
        .disconnected, .connecting, .connected, .reconnecting, .connected, .reconnecting,
        .connected, .reconnecting, .connected, .reconnecting, .connected, .reconnecting,
        .disconnected,
      ]
    )
    #expect(
      recording.session.view == SessionView(isActive: false, eventCount: 12),
      "the session has completed"
    )
  }

  @Test func `the stream of a session that has ended is not requested`() async throws {
    let server = try RunningServer()
    let recording = await SessionClient(server: server.url).watch("ended")
    #expect(recording.requests.map(\.kind) == [.status])
    #expect(recording.session.connection == .disconnected)
  }

  @Test func `a session that is gone has failed`() async throws {
    let server = try RunningServer()
    let recording = await SessionClient(server: server.url).watch("gone")
    #expect(recording.session.connection == .failed)
  }
}
