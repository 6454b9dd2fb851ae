package import CanonicalJSON
package import Conformance

/// All that a program is asked over one case, from its start to its end.
package struct ReproScript: Sendable {
  /// The lines in order, each with its line feed.
  package let requests: [[UInt8]]

  package init(_ testCase: Case, greeting: JSONValue) {
    requests = [
      Handshake.request(greeting),
      JSONRPC.request(id: 1, method: testCase.request.method, params: testCase.canonicalInput),
    ]
  }

  /// Asks the program and writes down what was said.
  package func transcript(of command: ProgramCommand, limits: ProgramLimits) async -> Transcript {
    let conversation = ProgramConversation()
    await conversation.start(command, limits: limits)
    var transcript = Transcript()
    for request in requests {
      await conversation.send(request)
      transcript.note("->", request)
      guard case .line(let line) = await conversation.hear(within: limits.timeout) else {
        transcript.note("no reply within \(limits.timeout.formattedSeconds), or none any more")
        break
      }
      transcript.note("<-", line)
      transcript.replies.append(line)
    }
    let ending = await conversation.end(within: ProgramLimits.grace)
    while case .line(let line) = await conversation.hear(within: .zero) { transcript.note("<-", line) }
    transcript.note(ending?.failure.message ?? "ran on after the end of its input, and was killed")
    transcript.lines += (ending?.failure.log ?? []).map { StyledLine("  | \($0)", .dim) }
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
      && replies.allSatisfy { line in
        if case .result? = (try? JSONRPCReply(line))?.content { true } else { false }
      }
  }

  fileprivate mutating func note(_ direction: String, _ line: [UInt8]) {
    let text = String(decoding: line.last == UInt8(ascii: "\n") ? line.dropLast() : line[...], as: UTF8.self)
    lines.append(StyledLine([.init("\(direction) ", direction == "->" ? .emphasis : .added), .init(text)]))
  }

  fileprivate mutating func note(_ event: String) { lines.append(StyledLine("   (\(event))", .dim)) }
}
