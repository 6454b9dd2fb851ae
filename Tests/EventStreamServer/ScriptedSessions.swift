import Foundation

/// Sessions whose id says how they behave.
final class ScriptedSessions: Sendable {
  private let counters = Counters()

  private static let live =
    #"{"id":"x","iteration":3,"hat":"builder","mode":"live","elapsed_secs":42}"#
  private static let complete =
    #"{"id":"x","iteration":9,"hat":null,"mode":"complete","elapsed_secs":99}"#

  func answer(_ id: String, _ resource: String, _ exchange: Exchange) {
    switch resource {
    case "status": answerStatus(id, exchange)
    case "events": answerStream(id, exchange)
    // The number of streams that are open.
    case "open": exchange.answer(200, "\(counters.add(0, to: id + " open"))")
    default: exchange.answer(400)
    }
  }

  private func answerStatus(_ id: String, _ exchange: Exchange) {
    let attempt = counters.next(id + " status")
    switch id {
    case "ended": exchange.answer(200, Self.complete)
    case "gone": exchange.answer(404)
    case "broken": exchange.answer(500)
    case "dropped": exchange.drop()
    case "late" where attempt == 1: exchange.answer(503)
    case "moved":
      exchange.answer(302, headers: ["Location: /api/sessions/steady-moved/status"])
    case "portal": exchange.answer(200, "<html>Log in</html>")
    case "endless": sendEndlessStatus(exchange)
    case "secret" where exchange.header("x-api-key") != "key": exchange.answer(401)
    case "renamed" where exchange.header("x-other-key") != "key": exchange.answer(401)
    case "completes" where attempt > 1, "long-line" where attempt > 1, "quiet" where attempt > 1:
      exchange.answer(200, Self.complete)
    case "nothing":
      exchange.answer(200, #"{"mode":"recording"}"#)
    case "vague" where attempt > 1:
      exchange.answer(200, #"{"mode":"recording"}"#)
    default: exchange.answer(200, Self.live)
    }
  }

  /// Sends a reply that has no end.
  private func sendEndlessStatus(_ exchange: Exchange) {
    exchange.startStream()
    let spaces = String(repeating: " ", count: 1 << 16)
    while exchange.send(spaces) { Thread.sleep(forTimeInterval: 0.01) }
    exchange.drop()
  }

  private func answerStream(_ id: String, _ exchange: Exchange) {
    switch id {
    case "hopeless": return exchange.answer(503)
    case "forbidden": return exchange.answer(401)
    case "over": return exchange.answer(204)
    case "stream-moved":
      return exchange.answer(301, headers: ["Location: /api/sessions/steady-moved/events"])
    default: break
    }

    exchange.startStream()
    counters.add(1, to: id + " open")
    switch id {
    case "completes", "vague":
      exchange.send("retry: 100\n\n" + event(1, of: id) + event(2, of: id))
      Thread.sleep(forTimeInterval: 0.2)
      exchange.endStream()
    case "long-line":
      exchange.send("retry: 100\n\n" + event(1, of: id))
      exchange.send("data: " + String(repeating: "x", count: (1 << 20) + 1))
      exchange.waitForClient()
    case "quiet":
      exchange.send("retry: 100\n\n" + event(1, of: id))
      exchange.waitForClient()
    case "malformed":
      sendMalformedFrames(exchange)
      exchange.waitForClient()
    default:
      sendSteadily(id, exchange)
    }
    counters.add(-1, to: id + " open")
  }

  /// Sends an event every 10 milliseconds until the client stops reading.
  private func sendSteadily(_ id: String, _ exchange: Exchange) {
    var number = 1
    while exchange.send(event(number, of: id)) {
      number += 1
      Thread.sleep(forTimeInterval: 0.01)
    }
    exchange.drop()
  }

  private func sendMalformedFrames(_ exchange: Exchange) {
    exchange.send("event: workflow\ndata: {\"topic\":\n\n")
    exchange.send("event: workflow\ndata: {\"topic\":\"a\",\"ts\":1}\n\n")
    exchange.send("event: workflow\ndata: []\n\n")
    exchange.send("event: workflow\n\n")
    exchange.send("event: ping\ndata: {\"topic\":\"a\",\"ts\":\"1\"}\n\n")
    exchange.send("data: {\"topic\":\"a\",\"ts\":\"1\"}\n\n")
    exchange.send("dat: x\nfoo\n: comment\nretry: soon\n\n")
    exchange.send("event: workflow\ndata: {\"topic\":\"")
    exchange.send(bytes: [0xFF])
    exchange.send("\",\"ts\":\"1\"}\n\n")
    exchange.send("event: workflow\r\ndata: {\"topic\":\"good\",\"ts\":\"2\"}\r\n\r\n")
  }

  private func event(_ number: Int, of id: String) -> String {
    """
    event: workflow
    id: \(number)
    data: {"topic":"\(id)","ts":"2026-02-07T07:26:00Z","payload":{"number":\(number)}}


    """
  }
}
