import CanonicalJSON
import EventStream
import TestRandomness
import Testing

/// Tests of properties that every session has. The contract's cases test the single rules.
struct EventSessionTests {
  @Test(arguments: 0..<300 as Range<UInt64>)
  func `any session, whatever happens to it, stays sound`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var session = EventSession<Milliseconds>()
    var now = Milliseconds()
    var made: [SessionRequest] = []
    var cancelled = Set<Int>()
    for _ in 0..<60 {
      if generator.number(in: 0...3) == 0 {
        now = now.advanced(by: .milliseconds(generator.number(in: 0...40_000)))
      }
      let input = generator.input(after: made.count)
      let before = session.connection
      let actions = session.take(input, at: now)
      made += actions.requests
      #expect(
        made.map(\.number) == Array(1..<(made.count + 1)),
        "requests are numbered in the order made"
      )
      #expect(actions.requests.count <= 1, "an input makes one request at most")
      #expect(
        actions.cancelled.allSatisfy { cancelled.insert($0).inserted },
        "nothing is given up twice"
      )
      #expect(
        session.retryTime == nil || session.connection == .reconnecting,
        "only reconnecting waits"
      )
      #expect(
        session.view.badge == (session.liveness.isActive ? "\(session.events.count)" : "ENDED")
      )
      if session.connection == .connected, before != .connected {
        #expect(made.last?.kind == .stream, "what opens is the stream that was requested last")
      }
    }
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func `the pieces in which bytes come make no difference`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let streams = (0..<3).map { _ in generator.stream() }
    var whole = EventSession<Milliseconds>()
    var cut = EventSession<Milliseconds>()
    var now = Milliseconds()
    var request = 1
    for session in [SessionInput.connect(session: "a")] {
      _ = (whole.take(session, at: now), cut.take(session, at: now))
    }
    for stream in streams {
      for input in [
        SessionInput.reply(request: request, status: 200, body: Array(#"{"mode":"live"}"#.utf8)),
        .open(request: request + 1, status: 200),
      ] {
        _ = (whole.take(input, at: now), cut.take(input, at: now))
      }
      _ = whole.take(.receive(request: request + 1, bytes: stream), at: now)
      for piece in generator.cut(stream) {
        _ = cut.take(.receive(request: request + 1, bytes: piece), at: now)
      }
      let close = SessionInput.close(request: request + 1)
      _ = (whole.take(close, at: now), cut.take(close, at: now))
      #expect(whole.retryTime == cut.retryTime)
      #expect(Array(whole.events) == Array(cut.events))
      #expect(whole.skippedCount == cut.skippedCount)
      now = whole.retryTime ?? now
      #expect(whole.take(.tick, at: now) == cut.take(.tick, at: now))
      request += 2
    }
  }

  @Test(arguments: 0..<100 as Range<UInt64>)
  func `a session whose streams bring nothing is not asked for ever`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var session = EventSession<Milliseconds>()
    var now = Milliseconds()
    let live = Array(#"{"mode":"live"}"#.utf8)
    _ = session.take(.connect(session: "a"), at: now)
    _ = session.take(.reply(request: 1, status: 200, body: live), at: now)
    for stream in stride(from: 2, through: 20, by: 2) {
      #expect(session.connection == (stream == 2 ? .connecting : .reconnecting))
      for input in generator.fruitless(stream) { _ = session.take(input, at: now) }
      guard let retryTime = session.retryTime else { break }
      now = retryTime
      _ = session.take(.tick, at: now)
      _ = session.take(.reply(request: stream + 1, status: 200, body: live), at: now)
    }
    #expect(session.connection == .failed)
  }

  @Test func `a session keeps every one of many events`() {
    var session = EventSession<Milliseconds>()
    _ = session.take(.connect(session: "a"), at: Milliseconds())
    _ = session.take(
      .reply(request: 1, status: 200, body: Array(#"{"mode":"live"}"#.utf8)),
      at: Milliseconds()
    )
    _ = session.take(.open(request: 2, status: 200), at: Milliseconds())
    let event = Array("event: workflow\ndata: {\"topic\":\"a\",\"ts\":\"1\"}\n\n".utf8)
    for _ in 0..<22_100 { _ = session.take(.receive(request: 2, bytes: event), at: Milliseconds()) }
    #expect(session.view.badge == "22100")
  }

  @Test func `a body that is no JSON has no mode`() {
    var session = EventSession<Milliseconds>()
    _ = session.take(.connect(session: "a"), at: Milliseconds())
    let actions = session.take(
      .reply(request: 1, status: 200, body: Array("live".utf8)),
      at: Milliseconds()
    )
    #expect(actions == SessionActions())
    #expect(session.connection == .disconnected)
    #expect(session.liveness == SessionLiveness())
  }

  @Test func `text is compared by its bytes`() {
    #expect(ServerSentEvent(data: "\u{E9}") != ServerSentEvent(data: "e\u{301}"))
    #expect(
      WorkflowEvent(topic: "\u{E9}", timestamp: "")
        != WorkflowEvent(topic: "e\u{301}", timestamp: "")
    )
    #expect(SessionLiveness(mode: "\u{E9}") != SessionLiveness(mode: "e\u{301}"))
    #expect(
      SessionRequest(number: 1, kind: .stream, session: "a", lastEventID: "\u{E9}")
        != SessionRequest(number: 1, kind: .stream, session: "a", lastEventID: "e\u{301}")
    )
  }
}

/// A point in time of a test.
struct Milliseconds: InstantProtocol {
  var offset: Duration = .zero

  func advanced(by duration: Duration) -> Milliseconds { Milliseconds(offset: offset + duration) }
  func duration(to other: Milliseconds) -> Duration { other.offset - offset }
  static func < (left: Milliseconds, right: Milliseconds) -> Bool { left.offset < right.offset }
}

extension SeededGenerator {
  /// Returns a random input.
  ///
  /// - Parameter count: The number of requests so far. Most inputs refer to one of the last.
  fileprivate mutating func input(after count: Int) -> SessionInput {
    let request = max(1, count - (number(in: 0...4) == 0 ? number(in: 0...3) : 0))
    let status = pick([200, 200, 200, 200, 204, 401, 404, 500, 503])
    return switch number(in: 0...14) {
    case 0: .connect(session: pick(["a", "b"]))
    case 1...3: .reply(request: request, status: status, body: Array(body().utf8))
    case 4...5: .open(request: request, status: status)
    case 6...8: .receive(request: request, bytes: stream())
    case 9...10: .close(request: request)
    case 11...12: .tick
    case 13: .pause
    default: .resume
    }
  }

  /// Returns inputs for a stream that delivers no event.
  fileprivate mutating func fruitless(_ stream: Int) -> [SessionInput] {
    pick([
      [.close(request: stream)],
      [.open(request: stream, status: 503)],
      [.open(request: stream, status: 200), .close(request: stream)],
      [
        .open(request: stream, status: 200),
        .receive(request: stream, bytes: Array(": hi\n\nid: 4\n\n".utf8)),
        .close(request: stream),
      ],
    ])
  }

  private mutating func body() -> String {
    pick([#"{"mode":"live"}"#, #"{"mode":"live"}"#, #"{"mode":"complete"}"#, "{}", "no JSON", ""])
  }
}
