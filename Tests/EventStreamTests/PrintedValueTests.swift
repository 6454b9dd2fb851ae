import EventStream
import EventStreamClient
import Foundation
import Testing

/// What `print` and a failed `#expect` show of values, and how values are compared.
struct PrintedValueTests {
  @Test func `an event shows its payload as JSON`() throws {
    let event = try #require(
      WorkflowEvent(data: #"{"topic": "build.done", "ts": "t", "payload": {"b": 1, "a": null}}"#)
    )
    #expect(
      "\(event)"
        == #"WorkflowEvent(topic: "build.done", timestamp: "t", "#
        + #"payload: Optional({"b":1,"a":null}))"#
    )
    #expect(event.payload == WorkflowEvent.Payload(json: #"{"a":null,"b":1.0}"#))
    #expect(WorkflowEvent.Payload(json: "{") == nil)
  }

  @Test func `values show their members by name`() {
    #expect(
      "\(ServerSentEvent(data: "1"))"
        == #"ServerSentEvent(type: "message", data: "1", lastEventID: "")"#
    )
    #expect(
      "\(SessionLiveness(mode: "live"))" == #"SessionLiveness(mode: Optional("live"), status: nil)"#
    )
    #expect(
      "\(WorkflowSession(id: "s1"))"
        == #"WorkflowSession(id: "s1", mode: nil, status: nil, iteration: nil, hat: nil, "#
        + "elapsedSeconds: nil)"
    )
  }

  @Test func `the API key of a server isn't shown`() throws {
    let url = try #require(URL(string: "http://localhost"))
    let server = SessionServer(baseURL: url, apiKey: "secret")
    #expect(!"\(server)".contains("secret"))
    #expect("\(server)".hasPrefix("SessionServer(baseURL: http://localhost, "))
    #expect(server != SessionServer(baseURL: url))
  }

  @Test func `a session shows its public properties`() {
    var session = EventSession<ContinuousClock.Instant>()
    _ = session.take(.connect(session: "s1"), at: .now)
    let shown = "\(session)"
    #expect(shown.contains(#"id: Optional("s1"), connection: "#))
    #expect(!shown.contains("parser"))
  }

  @Test func `canonically equivalent texts differ`() {
    let composed = "\u{E9}"
    let decomposed = "e\u{301}"
    #expect(ServerSentEvent(data: composed) != ServerSentEvent(data: decomposed))
    #expect(SessionInput.connect(session: composed) != .connect(session: decomposed))
    #expect(WorkflowSession(id: composed) != WorkflowSession(id: decomposed))
    #expect(SessionStatus(mode: composed) != SessionStatus(mode: decomposed))
    #expect(SessionLiveness(mode: composed) != SessionLiveness(mode: decomposed))
    #expect(
      SessionRequest(number: 1, kind: .status, session: composed)
        != SessionRequest(number: 1, kind: .status, session: decomposed)
    )
    #expect(
      WorkflowEvent(topic: composed, timestamp: "")
        != WorkflowEvent(topic: decomposed, timestamp: "")
    )
  }

  @Test func `inputs of different cases and values differ`() {
    let inputs: [SessionInput] = [
      .connect(session: "a"), .connect(session: ""), .disconnect, .tick, .pause, .resume,
      .reply(request: 1, status: 200, body: []), .reply(request: 1, status: 200, body: [1]),
      .open(request: 1, status: 200), .open(request: 2, status: 200),
      .receive(request: 1, bytes: []), .receive(request: 1, bytes: [1]), .close(request: 1),
    ]
    #expect(Set(inputs).count == inputs.count)
    #expect(Set(inputs + inputs).count == inputs.count)
  }
}
