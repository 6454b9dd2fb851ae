internal import CanonicalJSON

/// A conversation with one process of a program, line by line, for code that examines the protocol
/// itself.
///
/// If the task is canceled, the process is killed and no more lines arrive.
final class ProgramConversation {
  /// An event that a listener waits for.
  private enum Event: Sendable {
    /// A line of the program, or the fault because of which there are no more.
    case heard(Result<[UInt8], ProgramFault>)
    /// The time limit of the listener with this number has passed.
    case alarm(Int)
  }

  private let limits: ProgramLimits
  let process: ProgramProcess
  private let alarms: AsyncStream<Event>.Continuation
  private var events: AsyncStream<Event>.Iterator
  /// The number of the last listener. An alarm for an earlier one is ignored.
  private var listeners = 0
  private var lastID = 0

  /// Starts the program.
  init(_ command: ProgramCommand, limits: ProgramLimits) {
    // No conversation needs this many lines. If a program floods its output, the rest is dropped.
    let (stream, events) = AsyncStream<Event>.makeStream(bufferingPolicy: .bufferingOldest(100_000))

    self.limits = limits
    self.events = stream.makeAsyncIterator()
    alarms = events

    process = ProgramProcess(command, lineLimit: limits.replyBytes) { event in
      switch event {
      case .lines(let lines): for line in lines { events.yield(.heard(.success(line))) }
      case .failed(.closedInput): break
      case .failed(.closedOutput), .ended: events.finish()
      case .failed(let fault): events.yield(.heard(.failure(fault)))
      }
    }
  }

  /// Returns the next line, without its line feed.
  ///
  /// - Parameter limit: The time that the program has from now or, if it is later, from its start.
  /// - Throws: The reason why no line arrived: `overdue` after the time limit, `closedOutput` if
  ///   the program closed its output or has ended, or `lineTooLong`, after which the program is
  ///   killed.
  func hear(within limit: Duration) async throws(ProgramFault) -> [UInt8] {
    listeners += 1
    let alarm = Task { [alarms, listeners, process] in
      try await process.waitForLimit(limit)
      alarms.yield(.alarm(listeners))
    }
    defer { alarm.cancel() }

    while let event = await events.next(isolation: #isolation) {
      switch event {
      case .heard(.success(let line)): return line
      case .heard(.failure(let fault)):
        process.kill()
        throw fault
      case .alarm(listeners): throw .overdue(limit)
      case .alarm: continue
      }
    }

    throw .closedOutput
  }

  // MARK: - Requests

  /// Returns an id that no request has had yet, from 1 on. The id of `initialize` is 0.
  func nextID() -> Int {
    lastID += 1
    return lastID
  }

  /// Sends `initialize` and waits for its reply, which must be the next line.
  func greet(_ greeting: JSONValue) async -> JSONRPCReply.Answer {
    await ask(Handshake.method, greeting.canonicalUTF8(), id: 0)
  }

  /// Sends a request and waits for its reply, which must be the next line.
  ///
  /// - Parameters:
  ///   - method: The method.
  ///   - params: A JSON text without line breaks.
  ///   - id: The id of the request, or `nil` for the next one.
  func ask(
    _ method: String,
    _ params: [UInt8] = Array("{}".utf8),
    id: Int? = nil
  ) async -> JSONRPCReply.Answer {
    let limit = method == Handshake.method ? limits.startTimeout : nil
    let id = id ?? nextID()
    process.send(JSONRPC.request(id: id, method: method, params: params))
    return await answer(to: id, within: limit)
  }

  /// Returns the next line as the reply to the request with the id, or a fault if its id is
  /// different.
  ///
  /// - Parameter limit: The time until the reply is due, or `nil` for the timeout of any reply.
  func answer(to id: Int, within limit: Duration? = nil) async -> JSONRPCReply.Answer {
    let (found, answer) = await reply(within: limit)
    guard let found, found != id else { return answer }
    return .failure(.protocolViolation("replied with id \(found) instead of id \(id)"))
  }

  /// Reads the next line as a reply to any request.
  ///
  /// - Returns: The answer and the id of the request. The id is `nil` if there is no line or it
  ///   isn't a reply.
  func reply(within limit: Duration? = nil) async -> (id: Int?, answer: JSONRPCReply.Answer) {
    do throws(ProgramFault) {
      let reply = try JSONRPCReply(try await hear(within: limit ?? limits.timeout))
      return (reply.id, reply.answer)
    } catch {
      let ending = error == .closedOutput ? await process.end(within: ProgramLimits.grace) : nil
      return (nil, .failure(ending.map { .ended($0) } ?? error))
    }
  }
}
