package import CanonicalJSON
package import Conformance

/// What was exchanged with a program, from its start to its end.
package struct Transcript: Sendable {
  /// A line of the exchange, or an event during it.
  package enum Entry: Hashable, Sendable {
    /// A line that Parity sent.
    case sent(String)
    /// A line that the program wrote.
    case received(String)
    /// Something that happened, as a predicate or a clause.
    case event(String)
    /// A line of the program's own log.
    case log(String)
  }

  /// The exchange in its order, then how the program ended, and its log.
  package private(set) var entries: [Entry] = []
  /// The lines that answered the requests, in the order of the requests.
  private var replies: [[UInt8]] = []

  /// Returns all requests that a program gets for one case, from its start to its end.
  ///
  /// Each is one line and includes its line feed.
  package static func requests(over testCase: Case, greeting: JSONValue) -> [[UInt8]] {
    let request = testCase.request
    return [
      Handshake.request(greeting),
      JSONRPC.request(id: 1, method: request.method, params: request.inputText),
    ]
  }

  /// Sends the requests to a new process of the program and records the exchange.
  package init(of command: ProgramCommand, sending requests: [[UInt8]], limits: ProgramLimits) async
  {
    let conversation = ProgramConversation(command, limits: limits)
    for request in requests {
      // The first request is `initialize`.
      let limit = replies.isEmpty ? limits.timeoutOfStart : limits.timeout
      conversation.process.send(request)
      entries.append(.sent(String(decoding: request.dropLast(), as: UTF8.self)))

      guard let line = try? await conversation.hear(within: limit) else {
        let reason = "no reply within \(limit.formattedSeconds), or the program closed its output"
        entries.append(.event(reason))
        break
      }

      entries.append(.received(String(decoding: line, as: UTF8.self)))
      replies.append(line)
    }

    let ending = await conversation.process.end(within: ProgramLimits.grace)
    while let line = try? await conversation.hear(within: .zero) {
      entries.append(.received(String(decoding: line, as: UTF8.self)))
    }

    let end = ending.map { "\($0)" } ?? "did not exit after the end of its input, and was killed"
    entries.append(.event(end))
    entries += (ending?.log ?? []).map { .log($0) }
  }

  /// The output of the case, or `nil` if the program returned none.
  package var output: JSONValue? {
    guard replies.count == 2, let reply = try? JSONRPCReply(replies[1]),
      case .success(.result(let output)) = reply.answer
    else { return nil }
    return output.value
  }

  /// Whether the program answered `initialize`.
  package var isStarted: Bool { !replies.isEmpty }

  /// Whether the program answered both requests with a result.
  package var isAnswered: Bool {
    replies.count == 2
      && replies.allSatisfy {
        if case .success(.result)? = (try? JSONRPCReply($0))?.answer {
          true
        } else {
          false
        }
      }
  }
}
