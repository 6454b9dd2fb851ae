internal import CanonicalJSON
internal import Conformance

/// A process under examination.
struct Patient {
  enum Answer: Hashable, Sendable {
    case result(JSONValue)
    case error(code: String, message: String)
    /// No proper reply; a predicate of the program.
    case fault(String)
  }

  let conversation = ProgramConversation()
  private let limits: ProgramLimits
  private var lastID = 0

  init(_ command: ProgramCommand, limits: ProgramLimits) async {
    self.limits = limits
    await conversation.start(command, limits: limits)
  }

  mutating func nextID() -> Int {
    lastID += 1
    return lastID
  }

  /// Sends one request and waits for its reply, which has to be the next line.
  mutating func ask(_ method: String, _ params: [UInt8], id: Int? = nil) async -> Answer {
    let id = id ?? nextID()
    await conversation.send(JSONRPC.request(id: id, method: method, params: params))
    return await answer(to: id)
  }

  func answer(to id: Int) async -> Answer {
    switch await reply() {
    case .failure(let fault): .fault("\(fault)")
    case .success(let reply) where reply.id != id: .fault("answered the id \(reply.id), and was asked \(id)")
    case .success(let reply): Answer(reply.content)
    }
  }

  /// The next line as a reply to whatever request.
  func reply() async -> Result<JSONRPCReply, ProgramFault> {
    switch await conversation.hear(within: limits.timeout) {
    case .line(let line):
      return Result { () throws(ProgramFault) in try JSONRPCReply(line) }
    case .lineTooLong:
      return .failure(.misspeaks("\(ProgramFault.lineTooLong(limit: limits.replyBytes))"))
    case .overdue: return .failure(.misspeaks("\(ProgramFault.overdue(limits.timeout))"))
    case .silence:
      let ending = await conversation.end(within: ProgramLimits.grace)
      let cause = ending.map { ([$0.failure.message] + $0.failure.log.suffix(3)).joined(separator: " | ") }
      return .failure(.misspeaks(cause ?? "\(ProgramFault.closedOutput)"))
    }
  }
}

extension Patient.Answer {
  init(_ content: JSONRPCReply.Content) {
    switch content {
    case .result(let output): self = .result(output.value)
    case .error(let code, let message, _): self = .error(code: code, message: message)
    case .malformed(let fault): self = .fault(fault)
    }
  }

  /// As a predicate of the program.
  var description: String {
    switch self {
    case .result: "answered with a result"
    case .error(let code, let message): "answered with error \(code): \(message)"
    case .fault(let fault): fault
    }
  }
}
