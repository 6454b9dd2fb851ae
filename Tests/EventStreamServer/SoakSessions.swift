import Foundation

/// Sessions that last for a time and have events at a rate, such as `soak-600-100`: 600 seconds and
/// 100 events per second. Every few seconds, the connection fails in one of several ways.
final class SoakSessions: Sendable {
  private let lock = NSLock()
  nonisolated(unsafe) private var sessions: [String: SoakSession] = [:]

  func answer(_ id: String, _ resource: String, _ exchange: Exchange) {
    let numbers = id.split(separator: "-").dropFirst().compactMap { Int($0) }
    guard numbers.count == 2 else { return exchange.answer(404) }

    let session = lock.withLock {
      let session = sessions[id] ?? SoakSession(seconds: numbers[0], rate: numbers[1])
      sessions[id] = session
      return session
    }
    switch resource {
    case "status": session.answerStatus(exchange)
    case "events": session.answerStream(exchange)
    case "report": exchange.answer(200, session.report())
    default: exchange.answer(400)
    }
  }
}

/// A session that starts with its first request.
final class SoakSession: Sendable {
  private let start = ContinuousClock.now
  private let rate: Int
  private let eventCount: Int
  private let counters = Counters()

  init(seconds: Int, rate: Int) {
    self.rate = rate
    eventCount = seconds * rate
  }

  /// The number of events that exist so far.
  private var existing: Int {
    let milliseconds = start.duration(to: .now) / .milliseconds(1)
    return min(Int(milliseconds) * rate / 1_000, eventCount)
  }

  func answerStatus(_ exchange: Exchange) {
    let attempt = counters.next("status")
    let mode = counters.add(0, to: "acknowledged") > 0 ? "complete" : "live"
    switch attempt {
    case let attempt where attempt % 7 == 5: exchange.drop()
    case let attempt where attempt % 11 == 7: exchange.answer(503)
    default:
      exchange.answer(
        200,
        #"{"id":"soak","iteration":\#(attempt),"hat":"builder","mode":"\#(mode)","elapsed_secs":1}"#
      )
    }
  }

  /// Sends the events after `Last-Event-ID` as they come to exist, and then fails.
  func answerStream(_ exchange: Exchange) {
    let attempt = counters.next("stream")
    if attempt % 13 == 12 { return exchange.answer(502) }

    // The session is complete only once the client has all events.
    if exchange.lastEventID == eventCount { counters.add(1, to: "acknowledged") }

    exchange.startStream()
    exchange.send("\u{FEFF}retry: 200\n\n")
    let end = ContinuousClock.now.advanced(by: .milliseconds(1_500 + attempt * 787 % 6_000))
    var next = exchange.lastEventID + 1
    while next <= eventCount, ContinuousClock.now < end {
      let last = existing
      if next > last {
        Thread.sleep(forTimeInterval: 0.004)
        continue
      }
      let text = (next...last).map { event($0, ending: attempt % 2 == 0 ? "\n" : "\r\n") }.joined()
      counters.add(last - next + 1, to: "sent")
      next = last + 1
      guard exchange.send(text, cutAt: cuts(in: text, attempt)) else { break }
    }
    fail(exchange, attempt, next)
  }

  /// Returns no offsets, or some that cut lines, line endings and characters.
  private func cuts(in text: String, _ attempt: Int) -> [Int] {
    guard attempt % 4 == 1 else { return [] }
    let bytes = Array(text.utf8)
    let character = bytes.firstIndex(of: 0xF0) ?? 1
    return Array(Set([2, character + 2, bytes.count - 1].filter { $0 < bytes.count })).sorted()
  }

  /// Ends a stream: cleanly, in the middle of an event, or with a reset.
  private func fail(_ exchange: Exchange, _ attempt: Int, _ next: Int) {
    switch attempt % 3 {
    case 0:
      exchange.endStream()
    case 1:
      // The client has to drop this event, because its blank line is missing.
      exchange.send(String(event(next, ending: "\n").dropLast(1)))
      exchange.endStream()
    default:
      exchange.send(": the connection is reset\n")
      // Otherwise the reset would discard what is still on its way, and less would be tested.
      Thread.sleep(forTimeInterval: 0.05)
      exchange.drop()
    }
  }

  func report() -> String {
    let (sent, streams) = (counters.add(0, to: "sent"), counters.add(0, to: "stream"))
    return #"{"events":\#(existing),"sent":\#(sent),"streams":\#(streams)}"#
  }

  private func event(_ number: Int, ending: String) -> String {
    let lines = [
      "event: workflow", "id: \(number)",
      #"data: {"topic":"step 😀","ts":"2026-02-07T07:26:00Z","payload":{"number":\#(number)}}"#,
      "", "",
    ]
    return lines.joined(separator: ending)
  }
}
