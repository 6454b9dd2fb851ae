internal import CanonicalJSON

/// A conversation with one process of a program, line by line, for whoever looks at the wire itself.
///
/// Where the task is cancelled the process is killed, and nothing is heard any more.
final class ProgramConversation {
  typealias Answer = Result<JSONRPCReply.Content, ProgramFault>

  private enum Event: Sendable {
    case heard(Result<[UInt8], ProgramFault>)
    /// The listener of the number has waited long enough.
    case alarm(Int)
  }

  private let limits: ProgramLimits
  private let process: ProgramProcess
  private let alarms: AsyncStream<Event>.Continuation
  private var events: AsyncStream<Event>.Iterator
  private var listeners = 0
  private var lastID = 0

  init(_ command: ProgramCommand, limits: ProgramLimits) {
    // Nobody is asked so much; what a program says that floods is not heard any longer.
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

  func send(_ bytes: [UInt8]) { process.send(bytes) }

  func closeInput() { process.closeInput() }

  /// The next line, without its line feed.
  ///
  /// - Throws: why there is none; `closedOutput` also once it has ended.
  func hear(within limit: Duration) async throws(ProgramFault) -> [UInt8] {
    listeners += 1
    let alarm = Task { [alarms, listeners] in
      try await Task.sleep(for: limit)
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

  /// How the process ended, which is killed when it takes longer; nil then.
  func end(within limit: Duration) async -> ProgramEnding? {
    process.closeInput()
    let alarm = Task { [process] in
      try await Task.sleep(for: limit)
      process.kill()
    }
    let ending = await withTaskCancellationHandler {
      await process.waitForEnd()
    } onCancel: { [process] in
      process.kill()
    }
    alarm.cancel()
    let isKilled = (try? await alarm.value) != nil
    return isKilled ? nil : ending
  }

  // MARK: - Requests

  func nextID() -> Int {
    lastID += 1
    return lastID
  }

  func greet(_ greeting: JSONValue) async -> Answer {
    send(Handshake.request(greeting))
    return await answer(to: 0)
  }

  /// Sends one request and waits for its reply, which has to be the next line.
  func ask(_ method: String, _ params: [UInt8] = Array("{}".utf8), id: Int? = nil) async -> Answer {
    let id = id ?? nextID()
    send(JSONRPC.request(id: id, method: method, params: params))
    return await answer(to: id)
  }

  func answer(to id: Int) async -> Answer {
    let (found, answer) = await reply()
    guard let found, found != id else { return answer }
    return .failure(.misspeaks("answered the id \(found), and was asked \(id)"))
  }

  /// The next line as a reply to whatever request; no id where it is no reply.
  func reply() async -> (id: Int?, answer: Answer) {
    do throws(ProgramFault) {
      let reply = try JSONRPCReply(try await hear(within: limits.timeout))
      if case .malformed(let fault) = reply.content { return (reply.id, .failure(.misspeaks(fault))) }
      return (reply.id, .success(reply.content))
    } catch {
      let ending = error == .closedOutput ? await end(within: ProgramLimits.grace) : nil
      return (nil, .failure(ending.map { .ended($0) } ?? error))
    }
  }
}
