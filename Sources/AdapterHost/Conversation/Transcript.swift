package import CanonicalJSON
package import Conformance

/// The lines that were exchanged with a program.
package struct Transcript: Sendable {
  package private(set) var lines: [StyledLine] = []
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
  package init(of command: ProgramCommand, asked requests: [[UInt8]], limits: ProgramLimits) async {
    let conversation = ProgramConversation(command, limits: limits)
    for request in requests {
      // The first request is `initialize`.
      let limit = replies.isEmpty ? limits.startTimeout ?? limits.timeout : limits.timeout
      conversation.process.send(request)
      note(.init("-> ", .emphasis), request.dropLast())
      guard let line = try? await conversation.hear(within: limit) else {
        note("no reply within \(limit.formattedSeconds), or the program closed its output")
        break
      }
      note(.init("<- ", .added), line)
      replies.append(line)
    }
    let ending = await conversation.process.end(within: ProgramLimits.grace)
    while let line = try? await conversation.hear(within: .zero) {
      note(.init("<- ", .added), line)
    }
    note(ending.map { "\($0)" } ?? "did not exit after the end of its input, and was killed")
    lines += (ending?.log ?? []).map { StyledLine("  | \($0)", .dim) }
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

  private mutating func note(_ direction: StyledLine.Span, _ line: some Collection<UInt8>) {
    lines.append(StyledLine([direction, .init(String(decoding: line, as: UTF8.self))]))
  }

  private mutating func note(_ event: String) { lines.append(StyledLine("   (\(event))", .dim)) }
}
