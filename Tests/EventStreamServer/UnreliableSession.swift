import Foundation

/// A session that has twelve events. Each attempt to stream those after `Last-Event-ID` is unreliable
/// in a different way.
final class UnreliableSession: Sendable {
  private let eventCount = 12
  private let counters = Counters()
  private let ids = Texts()

  func answer(_ resource: String, _ exchange: Exchange) {
    switch resource {
    case "status": answerStatus(exchange)
    case "events": answerStream(exchange)
    // The ids of all stream requests so far.
    case "ids": exchange.answer(200, ids.joined())
    default: exchange.answer(400)
    }
  }

  private func answerStatus(_ exchange: Exchange) {
    switch counters.next("status") {
    // The second status request gets no response.
    case 2: exchange.drop()
    case 8...: exchange.answer(200, #"{"id":"s1","mode":"complete"}"#)
    default:
      exchange.answer(
        200,
        #"{"id":"s1","iteration":1,"hat":"builder","mode":"live","elapsed_secs":3}"#
      )
    }
  }

  private func answerStream(_ exchange: Exchange) {
    let next = exchange.lastEventID + 1
    let attempt = counters.next("stream")
    ids.append("\(exchange.lastEventID) ")
    if attempt == 2 { return exchange.answer(503) }
    exchange.startStream()
    switch attempt {
    case 1:
      exchange.send("\u{FEFF}retry: 100\n\n", cutAt: [1, 2])
      for number in next..<(next + 3) {
        let event = event(number)
        // Cuts within the four-byte character and within the blank line.
        let character = Array(event.utf8).firstIndex(of: 0xF0) ?? 0
        exchange.send(event, cutAt: [3, character + 1, character + 3, event.utf8.count - 1])
      }
      Thread.sleep(forTimeInterval: 0.2)
      // An event with its id that is cut off before its end and has to be sent again.
      exchange.send(String(event(next + 3).dropLast(2)))
      exchange.drop()
    case 3:
      for number in next..<(next + 3) {
        let event = event(number).replacingOccurrences(of: "\n", with: "\r\n")
        exchange.send(": keep-alive\r\n\r\n")
        exchange.send(event, cutAt: Array(1..<event.utf8.count))
      }
      exchange.endStream()
    case 4:
      // The stream opens, and the connection drops before the first byte of it.
      Thread.sleep(forTimeInterval: 0.1)
      exchange.drop()
    case 5:
      exchange.send(": nothing but a comment\n\n")
      exchange.send((next..<(next + 3)).map(event).joined())
      exchange.endStream()
    default:
      exchange.send((next..<(eventCount + 1)).map(event).joined())
      exchange.endStream()
    }
  }

  private func event(_ number: Int) -> String {
    """
    event: workflow
    id: \(number)
    data: {"topic":"step \(number) 😀","ts":"2026-02-07T07:26:00Z",
    data: "payload":{"number":\(number)}}


    """
  }
}
