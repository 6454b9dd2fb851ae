package import CanonicalJSON
package import Conformance

/// Has a program answer requests: several processes of it, a window of requests in flight in each, replies in any order.
///
/// A process that crashes, hangs, floods or writes what is no reply is killed. What was in flight there is asked again one
/// at a time, and only a request with which a fresh process fails too is charged with it.
package actor ProgramHost {
  private enum End {
    case finished
    case interrupted
    case givenUp
  }

  private typealias Ask = ProgramWorker.Ask
  private typealias FirstStart = Result<Handshake, ImplementationFailure>

  /// Whether the first process has begun as the protocol asks.
  private enum Beginning {
    case open
    case awaited(CheckedContinuation<FirstStart, Never>)
    case settled(FirstStart)
  }

  private let executor = ProgramHostExecutor()
  package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  package nonisolated let command: ProgramCommand
  package nonisolated let limits: ProgramLimits
  /// Nil until it is known what to greet with.
  private var initialize: [UInt8]?
  /// For incidents; nil until the program has told its name.
  private var name: String?
  private var workers = [ProgramWorker()]
  private var waiting: [Ask] = []
  private var lastID = 0
  private var startsWithoutReply = 0
  private var hangs = 0
  private var incidents: [Incident] = []
  /// Cases that were answered twice, which is told once each.
  private var repeatedCases: Set<TextKey> = []
  private var end: End?
  private var beginning = Beginning.open

  /// - Parameter name: nil: what the program calls itself.
  package init(_ command: ProgramCommand, name: String?, limits: ProgramLimits) {
    self.command = command
    self.limits = limits
    self.name = name
  }

  /// Starts the first process before it is known what to greet it with: a program takes a while to be there.
  ///
  /// Either `start` or `abandon` is to follow.
  package func launch() { launch(0) }

  /// Has the first process, which is started unless it runs, answer `initialize`; to be called once, before anything is
  /// asked.
  ///
  /// - Parameters:
  ///   - greeting: the parameters of `initialize`.
  ///   - jobs: processes at once.
  /// - Throws: why it can't be judged.
  package func start(greeting: JSONValue, jobs: Int) async throws(ImplementationFailure) -> Handshake {
    while workers.count < jobs { workers.append(ProgramWorker()) }
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        initialize = JSONRPC.request(id: 0, method: Handshake.method, params: greeting)
        if workers[0].process != nil { sendInitialize(to: workers[0]) } else if end == nil { launch(0) }
        if case .settled(let result) = beginning { return continuation.resume(returning: result) }
        beginning = .awaited(continuation)
      }
    } onCancel: {
      Task { await self.interrupt() }
    }
    return try result.get()
  }

  /// Ends a program that nothing is to be asked.
  package func abandon() async {
    interrupt()
    _ = await finish()
  }

  /// The answer; `notRun` once the program was given up or the task is cancelled, which ends the program.
  package nonisolated func respond(to request: Request) async -> Outcome {
    let params = request.canonicalInput
    return await withTaskCancellationHandler {
      await ask("\(request.contract)/\(request.operation)", params, for: request.caseName ?? "")
    } onCancel: {
      Task { await self.interrupt() }
    }
  }

  /// Ends the program, at the latest a second from now, and tells what went wrong beside the answers.
  package func finish() async -> [Incident] {
    if end == nil { end = .finished }
    let processes = workers.compactMap(\.process)
    for process in processes { process.closeInput() }
    let grace = Task {
      try await Task.sleep(for: ProgramLimits.grace)
      for process in processes { process.kill() }
    }
    for process in processes { await process.waitForEnd() }
    grace.cancel()
    defer { incidents = [] }
    return incidents
  }

  /// Ends the program at once.
  private func interrupt() {
    if end == nil { dismiss(.interrupted) }
  }

  private func ask(_ method: String, _ params: [UInt8], for caseName: String) async -> Outcome {
    guard end == nil else { return .notRun }
    return await withCheckedContinuation { continuation in
      waiting.append(Ask(caseName: caseName, method: method, params: params, continuation: continuation))
      pump()
    }
  }

  // MARK: - Processes

  private func launch(_ index: Int) {
    let worker = workers[index]
    let generation = worker.generation
    let process = ProgramProcess(command, lineLimit: limits.replyBytes) { event in
      // Replies are read here, beside the host and not within it.
      switch event {
      case .lines(let lines):
        let replies = lines.map { line in Result { () throws(JSONRPCReply.NoReply) in try JSONRPCReply(line) } }
        await self.take(replies, from: index, generation)
      case .lineTooLong: await self.fail(index, generation, .lineTooLong(limit: self.limits.replyBytes))
      case .inputClosed: self.failSoon(index, generation, .closedInput)
      case .outputClosed: self.failSoon(index, generation, .closedOutput)
      case .ended(let ending): await self.ended(index, generation, ending)
      }
    }
    worker.begin(process)
    sendInitialize(to: worker)
    worker.watchdog = Task {
      while let pause = self.timeLeft(index, generation) {
        do { try await Task.sleep(for: pause) } catch { return }
      }
    }
  }

  private func sendInitialize(to worker: ProgramWorker) {
    guard let initialize else { return }
    worker.lastReply = .now
    worker.process?.send(initialize)
  }

  /// How long the process may still take; nil once it has ended or is being killed.
  private func timeLeft(_ index: Int, _ generation: Int) -> Duration? {
    let worker = workers[index]
    guard worker.generation == generation, worker.fault == nil else { return nil }
    guard initialize != nil, let start = worker.waitingSince else { return limits.timeout }
    let left = limits.timeout - (.now - start)
    guard left > .zero else {
      // What could not be read yet came in time, as far as a pipe holds it.
      if let process = worker.process, process.hasUnreadOutput {
        let readsInTime = worker.readsInTime ?? process.reads
        worker.readsInTime = readsInTime
        if process.reads - readsInTime <= ProgramPipes.readsOfAFullPipe { return ProgramLimits.gap }
      }
      fail(index, generation, .overdue(limits.timeout))
      return nil
    }
    return left
  }

  private func fail(_ index: Int, _ generation: Int, _ fault: ProgramFault) {
    let worker = workers[index]
    guard worker.generation == generation, worker.fault == nil, end == nil || fault.isWrongAtTheEnd else { return }
    worker.fault = fault
    worker.process?.kill()
  }

  /// A program that exits closes its streams a moment before, and its exit is what should be told.
  private nonisolated func failSoon(_ index: Int, _ generation: Int, _ fault: ProgramFault) {
    Task {
      try? await Task.sleep(for: ProgramLimits.gap)
      await self.fail(index, generation, fault)
    }
  }

  private func ended(_ index: Int, _ generation: Int, _ ending: ProgramEnding) {
    let worker = workers[index]
    let fault = worker.fault.flatMap { $0.isTold(of: ending.status) ? $0 : nil } ?? .ended(ending.status)
    let isUnfinished = worker.fault == nil && !ending.unfinishedLine.isEmpty
    let half = isUnfinished ? ", having written half a line: \(excerpt(of: ending.unfinishedLine))" : ""
    let failure = ImplementationFailure("\(fault)\(half)", log: ending.standardError.lines)
    let hasAnswered = !worker.answered.isEmpty
    let asks = worker.end()
    if settle(.failure(failure)) {
      end = .finished
      return
    }
    guard end == nil else {
      // As a rule all processes of a program end in the same way.
      let isTold = incidents.contains { $0.kind == .endedBadly && $0.failure == failure }
      if end == .finished, fault.isWrongAtTheEnd || isUnfinished, !isTold { report(.endedBadly, failure) }
      return asks.forEach { $0.continuation.resume(returning: .notRun) }
    }
    if case .overdue = fault { hangs += 1 }
    if let most = limits.hangs, hangs >= most {
      // The first suspect is what was in flight.
      if !asks.isEmpty { worker.inquiry?.suspects.removeFirst() }
      for ask in asks { ask.continuation.resume(returning: .failure(failure)) }
      return giveUp("after \(counted(hangs, "request")) without a reply in time (--timeout)", failure)
    }
    if fault == .repeatsItself, worker.inquiry == nil {
      // The case is known over which it does so, and these are others.
      waiting = asks + waiting
    } else {
      inquire(worker, failure, over: asks, hasAnswered: hasAnswered)
    }
    startsWithoutReply += 1
    if startsWithoutReply > limits.restarts {
      giveUp("after \(startsWithoutReply) starts in a row without a reply (--restarts)", failure)
    } else {
      pump()
    }
  }

  // MARK: - Requests

  private func pump() {
    guard end == nil else { return }
    for index in workers.indices { pump(index) }
  }

  private func pump(_ index: Int) {
    let worker = workers[index]
    let suspects = worker.inquiry?.suspects
    guard !(suspects ?? waiting).isEmpty else { return }
    guard worker.process != nil else { return launch(index) }
    guard worker.isReady, worker.fault == nil else { return }
    if let suspects {
      if worker.inFlight.isEmpty { send(suspects[0], to: worker) }
    } else {
      let count = min(limits.window - worker.inFlight.count, waiting.count)
      for ask in waiting.prefix(count) { send(ask, to: worker) }
      waiting.removeFirst(count)
    }
  }

  private func send(_ ask: Ask, to worker: ProgramWorker) {
    lastID += 1
    worker.inFlight.append(.init(id: lastID, ask: ask, sent: .now))
    worker.process?.send(JSONRPC.request(id: lastID, method: ask.method, params: ask.params))
  }

  private func take(
    _ replies: [Result<JSONRPCReply, JSONRPCReply.NoReply>], from index: Int, _ generation: Int
  ) {
    let worker = workers[index]
    for reply in replies {
      guard worker.generation == generation, worker.fault == nil else { return }
      switch reply {
      case .failure(let error): fail(index, generation, .noReply(error.message))
      case .success(let reply) where !worker.isReady: greet(reply, from: index)
      case .success(let reply): deliver(reply, from: index)
      }
    }
    pump(index)
  }

  private func greet(_ reply: JSONRPCReply, from index: Int) {
    let worker = workers[index]
    do {
      guard reply.id == 0 else { throw HandshakeError("answered the id \(reply.id) before initialize, whose id is 0") }
      let handshake = try Handshake(reply.content)
      worker.isReady = true
      worker.lastReply = .now
      if settle(.success(handshake)) { name = name ?? handshake.name }
      // At once: what the program does wrong next to its greeting is charged to requests.
      pump(index)
    } catch let error as HandshakeError {
      fail(index, worker.generation, .noReply(error.message))
    } catch {
      fail(index, worker.generation, .noReply("\(error)"))
    }
  }

  /// Whether that was open.
  private func settle(_ result: FirstStart) -> Bool {
    switch beginning {
    case .settled: return false
    case .open: break
    case .awaited(let continuation): continuation.resume(returning: result)
    }
    beginning = .settled(result)
    return true
  }

  private func deliver(_ reply: JSONRPCReply, from index: Int) {
    let worker = workers[index]
    guard let position = worker.inFlight.firstIndex(where: { $0.id == reply.id }) else {
      guard let caseName = worker.answered[reply.id] else {
        let what = reply.id == 0 ? "answered initialize twice" : "answered the id \(reply.id), which it was not asked"
        return fail(index, worker.generation, .noReply(what))
      }
      guard worker.repeated.insert(reply.id).inserted else { return fail(index, worker.generation, .repeatsItself) }
      guard repeatedCases.insert(TextKey(caseName)).inserted else { return }
      return report(.misbehaved(case: caseName), ImplementationFailure("answered the request twice"))
    }
    let ask = worker.inFlight.remove(at: position).ask
    worker.answered[reply.id] = ask.caseName
    worker.lastReply = .now
    startsWithoutReply = 0
    ask.continuation.resume(returning: reply.outcome)
    if worker.inquiry != nil {
      worker.inquiry?.suspects.removeFirst()
      closeInquiry(of: worker)
    }
  }

  // MARK: - Failures

  /// - Parameters:
  ///   - asks: what was in flight.
  ///   - hasAnswered: whether the process had answered other requests before.
  private func inquire(
    _ worker: ProgramWorker, _ failure: ImplementationFailure, over asks: [Ask], hasAnswered: Bool
  ) {
    if worker.inquiry == nil {
      worker.inquiry = .init(failure: failure, cases: asks.map(\.caseName), suspects: asks)
    } else if let ask = asks.first, !hasAnswered {
      // It failed in a fresh process, with nothing else in flight.
      worker.inquiry?.suspects.removeFirst()
      worker.inquiry?.isSettled = true
      ask.continuation.resume(returning: .failure(failure))
    }
    closeInquiry(of: worker)
  }

  private func closeInquiry(of worker: ProgramWorker) {
    guard let inquiry = worker.inquiry, inquiry.suspects.isEmpty else { return }
    worker.inquiry = nil
    guard !inquiry.isSettled else { return }
    report(.flaky(cases: inquiry.cases), inquiry.failure)
  }

  private func giveUp(_ reason: String, _ failure: ImplementationFailure) {
    report(.givenUp, ImplementationFailure("was given up \(reason); it \(failure.message)", log: failure.log))
    dismiss(.givenUp)
  }

  private func report(_ kind: Incident.Kind, _ failure: ImplementationFailure) {
    incidents.append(Incident(kind, of: name ?? command.shellText, failure))
  }

  private func dismiss(_ end: End) {
    self.end = end
    var asks = waiting
    waiting = []
    for worker in workers {
      asks += worker.inquiry?.suspects ?? worker.inFlight.map(\.ask)
      worker.inquiry = nil
      worker.inFlight = []
      worker.process?.kill()
    }
    for ask in asks { ask.continuation.resume(returning: .notRun) }
    _ = settle(.failure(Self.interrupted))
  }

  private static let interrupted = ImplementationFailure("was not started, since the run was interrupted")
}

extension JSONRPCReply {
  fileprivate var outcome: Outcome {
    switch content {
    case .result(let output): .output(output)
    case .error(let code, let message, let refused):
      .failure(ImplementationFailure("answered with error \(code): \(message)", refusing: refused))
    case .malformed(let fault): .failure(ImplementationFailure(fault))
    }
  }
}
