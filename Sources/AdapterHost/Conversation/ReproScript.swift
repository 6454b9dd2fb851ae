package import CanonicalJSON
package import Conformance

/// All that a program is asked over one case, from its start to its end.
package struct ReproScript: Sendable {
  /// The lines in order, each with its line feed.
  package let requests: [[UInt8]]

  package init(_ testCase: Case, greeting: JSONValue) {
    let request = testCase.request
    requests = [
      Handshake.request(greeting),
      JSONRPC.request(id: 1, method: request.method, params: request.canonicalInput),
    ]
  }

  /// Asks the program and writes down what was said.
  package func transcript(of command: ProgramCommand, limits: ProgramLimits) async -> Transcript {
    let conversation = ProgramConversation(command, limits: limits)
    var transcript = Transcript()
    for request in requests {
      conversation.send(request)
      transcript.note(.init("-> ", .emphasis), request.dropLast())
      guard let line = try? await conversation.hear(within: limits.timeout) else {
        transcript.note("no reply within \(limits.timeout.formattedSeconds), or none any more")
        break
      }
      transcript.note(.init("<- ", .added), line)
      transcript.replies.append(line)
    }
    let ending = await conversation.end(within: ProgramLimits.grace)
    while let line = try? await conversation.hear(within: .zero) { transcript.note(.init("<- ", .added), line) }
    transcript.note(ending.map { "\($0)" } ?? "ran on after the end of its input, and was killed")
    transcript.lines += (ending?.log ?? []).map { StyledLine("  | \($0)", .dim) }
    return transcript
  }
}

/// What went over the wire.
package struct Transcript: Sendable {
  package fileprivate(set) var lines: [StyledLine] = []
  fileprivate var replies: [[UInt8]] = []

  /// Whether it answered `initialize`.
  package var isStarted: Bool { !replies.isEmpty }

  /// Whether it answered everything with a result.
  package var isAnswered: Bool {
    replies.count == 2
      && replies.allSatisfy { if case .result? = (try? JSONRPCReply($0))?.content { true } else { false } }
  }

  fileprivate mutating func note(_ direction: StyledLine.Span, _ line: some Collection<UInt8>) {
    lines.append(StyledLine([direction, .init(String(decoding: line, as: UTF8.self))]))
  }

  fileprivate mutating func note(_ event: String) { lines.append(StyledLine("   (\(event))", .dim)) }
}
