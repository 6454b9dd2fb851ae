package import CanonicalJSON
package import Conformance
internal import Foundation

/// Has a program answer requests: several processes of it, a window of requests in flight in each,
/// replies in any order.
///
/// A process that crashes, hangs, floods or writes what is no reply is killed. What was in flight
/// there is asked again one at a time, and only a request with which a fresh process fails too is
/// charged with it.
package actor ProgramHost {
  private typealias Ask = ProgramWorker.Ask
  private typealias Retry = ProgramWorker.Retry

  private enum Phase {
    /// No process has answered `initialize` yet.
    case beginning
    case answering
    /// Nothing more is asked, and the processes are to end of themselves.
    case finished
    /// It was given up or interrupted, and all processes are killed.
    case dismissed
  }

  private let executor = ProgramHostExecutor()
  package nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  package nonisolated let command: ProgramCommand
  package nonisolated let limits: ProgramLimits
  private var phase = Phase.beginning
  /// How the first process begins, or why it doesn't.
  private let beginning = AsyncStream<Result<Handshake, ImplementationFailure>>.makeStream(
    bufferingPolicy: .bufferingOldest(1)
  )
  /// Nil until it is known what to greet with.
  private var initialize: [UInt8]?
  /// For incidents; nil until the program has told its name.
  private var name: String?
  /// Processes at once.
  private var jobs = 1
  /// The processes that run, in the order in which they were started.
  private var workers: [ProgramWorker] = []
  private var lastWorker = 0
  /// A slice, of which the first are taken at no cost.
  private var waiting: ArraySlice<Ask> = []
  private var lastID = 0
  private var startsWithoutReply = 0
  private var hangs = 0
  private var incidents: [Incident] = []
  /// Cases that were answered twice, which is told once each.
  private var repeatedCases: Set<TextKey> = []

  /// - Parameter name: nil: what the program calls itself.
  package init(_ command: ProgramCommand, name: String?, limits: ProgramLimits) {
    self.command = command
    self.limits = limits
    self.name = name
  }

  /// Starts the first process before it is known what to greet it with: a program takes a while to
  /// be there.
  ///
  /// Either `start` or `abandon` is to follow.
  package func launch() { launch(nil) }

  /// Has the first process, which is started unless it runs, answer `initialize`; to be called
  /// once, before anything is asked.
  ///
  /// - Parameters:
  ///   - greeting: the parameters of `initialize`.
  ///   - jobs: processes at once.
  /// - Throws: why it can't be judged.
  package func start(
    greeting: JSONValue,
    jobs: Int
  ) async throws(ImplementationFailure) -> Handshake {
    self.jobs = jobs
    initialize = Handshake.request(greeting)
    if let worker = workers.first {
      greet(worker)
    } else if phase == .beginning {
      launch(nil)
    }
    for await result in beginning.stream { return try result.get() }
    // The task is cancelled.
    dismiss()
    throw Self.interrupted
  }

  /// Ends a program that nothing is to be asked.
  package func abandon() async {
    dismiss()
    _ = await finish()
  }

  /// The answers; `notRun` once the program was given up or the task is cancelled, which ends the
  /// program.
  package nonisolated func outcomes(of requests: [Request]) async -> [Outcome] {
    let messages = requests.map {
      ($0.caseName ?? "", JSONRPC.restOfRequest($0.method, params: $0.inputText))
    }
    return await withTaskCancellationHandler {
      await ask(messages)
    } onCancel: {
      Task { await self.dismiss() }
    }
  }

  /// Ends the program, at the latest a second from now, and tells what went wrong beside the
  /// answers.
  package func finish() async -> [Incident] {
    if !isOver { phase = .finished }
    await withTaskGroup { group in
      for process in workers.map(\.process) {
        group.addTask(executorPreference: ProgramTaskExecutor.shared) {
          await process.end(within: ProgramLimits.grace)
        }
      }
    }
    return exchange(&incidents, with: [])
  }

  private var isOver: Bool { phase == .finished || phase == .dismissed }

  private func ask(_ messages: [(caseName: String, text: [UInt8])]) async -> [Outcome] {
    guard !isOver, !messages.isEmpty else { return messages.map { _ in .notRun } }
    return await withCheckedContinuation { continuation in
      let batch = ProgramWorker.Batch(count: messages.count, continuation)
      for (index, message) in messages.enumerated() {
        waiting.append(
          Ask(caseName: message.caseName, message: message.text, batch: batch, index: index)
        )
      }
      pump()
    }
  }

  // MARK: - Processes

  /// - Parameter retry: what an earlier process has left to find out.
  private func launch(_ retry: Retry?) {
    lastWorker += 1
    let number = lastWorker
    let process = ProgramProcess(command, lineLimit: limits.replyBytes) { event in
      switch event {
      case .lines(let lines):
        // Replies are read here, beside the host and not within it.
        let replies = lines.map { line in
          Result { () throws(ProgramFault) in try JSONRPCReply(line) }
        }
        await self.take(replies, from: number)
      case .failed(let fault): await self.fail(number, fault)
      case .ended(let ending): await self.ended(number, ending)
      }
    }
    let worker = ProgramWorker(number: number, process: process, retry: retry)
    workers.append(worker)
    greet(worker)
    worker.watchdog = Task {
      while let pause = self.timeLeft(number) {
        do { try await Task.sleep(for: pause) } catch { return }
      }
    }
  }

  private func greet(_ worker: ProgramWorker) {
    guard let initialize else { return }
    worker.lastReply = .now
    worker.process.send(initialize)
  }

  /// The process of the number, unless it has ended or is being killed.
  private func worker(_ number: Int) -> ProgramWorker? {
    guard let worker = workers.first(where: { $0.number == number }) else { return nil }
    if case .failed = worker.phase { return nil }
    return worker
  }

  /// How long the process may still take; nil once it has ended or is being killed.
  private func timeLeft(_ number: Int) -> Duration? {
    guard let worker = worker(number) else { return nil }
    guard initialize != nil, let start = worker.waitingSince else { return limits.timeout }
    let left = limits.timeout - (.now - start)
    guard left <= .zero else { return left }
    // What could not be read yet came in time, as far as a pipe holds it.
    if let pipes = worker.process.pipes, pipes.isReadable {
      let readsInTime = worker.readsInTime ?? pipes.reads
      worker.readsInTime = readsInTime
      if pipes.reads - readsInTime <= ProgramPipes.readsOfAFullPipe { return ProgramLimits.gap }
    }
    fail(number, .overdue(limits.timeout))
    return nil
  }

  private func fail(_ number: Int, _ fault: ProgramFault) {
    guard !isOver || fault.isWrongAtTheEnd, let worker = worker(number) else { return }
    worker.phase = .failed(fault)
    worker.process.kill()
  }

  private func ended(_ number: Int, _ ending: ProgramEnding) {
    guard let index = workers.firstIndex(where: { $0.number == number }) else { return }
    let worker = workers.remove(at: index)
    worker.watchdog?.cancel()
    var fault = ProgramFault.ended(ending)
    if case .failed(let earlier) = worker.phase {
      // One that exited of its own accord had its streams closed for it.
      let isExit =
        [.closedInput, .closedOutput].contains(earlier) && ending.status != .killed(signal: SIGKILL)
      if !isExit { fault = earlier }
    }
    let failure = ImplementationFailure(
      "\(fault)",
      fault.kind,
      log: ending.log,
      isOverLimit: fault.isOverLimit
    )
    switch phase {
    case .beginning:
      phase = .finished
      beginning.continuation.yield(.failure(failure))
    case .answering where ending.status == .lacksOpenFiles: goOn(without: worker, failure)
    case .answering: goOn(after: worker, fault, failure)
    case .finished:
      // As a rule all processes of a program end in the same way.
      let isTold = incidents.contains { $0.kind == .endedBadly && $0.failure == failure }
      if fault.isWrongAtTheEnd, !isTold { report(.endedBadly, failure) }
      for ask in worker.takeAsks() { ask.answer(.notRun) }
    case .dismissed: break
    }
  }

  // MARK: - Requests

  private func pump() {
    guard phase == .answering else { return }
    for worker in workers { feed(worker) }
    while !waiting.isEmpty, workers.count < jobs { launch(nil) }
  }

  private func feed(_ worker: ProgramWorker) {
    guard worker.phase == .answering else { return }
    guard worker.retry == nil else {
      if worker.inFlight.isEmpty, let ask = worker.retry?.requests.removeFirst() {
        send([ask], to: worker)
      }
      return
    }
    let next = waiting.prefix(limits.window - worker.inFlight.count)
    waiting.removeFirst(next.count)
    if !next.isEmpty { send(next, to: worker) }
  }

  private func send(_ asks: ArraySlice<Ask>, to worker: ProgramWorker) {
    var lines: [UInt8] = []
    for var ask in asks {
      lastID += 1
      (ask.id, ask.sent) = (lastID, .now)
      worker.inFlight.append(ask)
      JSONRPC.append(ask.message, id: ask.id, to: &lines)
    }
    worker.process.send(lines)
  }

  private func take(_ replies: [Result<JSONRPCReply, ProgramFault>], from number: Int) {
    for reply in replies {
      guard let worker = worker(number) else { return }
      do {
        try worker.phase == .starting
          ? begin(worker, reply.get()) : deliver(reply.get(), from: worker)
      } catch {
        fail(number, error)
      }
    }
    if let worker = worker(number) { feed(worker) }
  }

  private func begin(_ worker: ProgramWorker, _ reply: JSONRPCReply) throws(ProgramFault) {
    let handshake = try Handshake(reply)
    worker.phase = .answering
    worker.lastReply = .now
    if phase == .beginning {
      phase = .answering
      name = name ?? handshake.name
      beginning.continuation.yield(.success(handshake))
    }
    // At once: what the program does wrong next to its greeting is charged to requests.
    feed(worker)
  }

  private func deliver(_ reply: JSONRPCReply, from worker: ProgramWorker) throws(ProgramFault) {
    guard let position = worker.inFlight.firstIndex(where: { $0.id == reply.id }) else {
      guard let caseName = worker.answered[reply.id] else {
        let what =
          reply.id == 0
          ? "answered initialize twice" : "answered the id \(reply.id), which it was not asked"
        throw .misspeaks(what)
      }
      guard worker.repeated.insert(reply.id).inserted else { throw .repeatsItself }
      guard repeatedCases.insert(TextKey(caseName)).inserted else { return }
      return report(
        .misbehaved(case: caseName),
        ImplementationFailure("answered the request twice")
      )
    }
    let ask = worker.inFlight.remove(at: position)
    worker.answered[reply.id] = ask.caseName
    worker.lastReply = .now
    startsWithoutReply = 0
    ask.answer(reply.outcome)
    worker.retry = worker.retry.flatMap(unlessClosed)
  }

  // MARK: - Failures

  /// Goes on without a process: what was in flight there is asked again, one at a time where it is
  /// not known over what it failed.
  private func goOn(
    after worker: ProgramWorker,
    _ fault: ProgramFault,
    _ failure: ImplementationFailure
  ) {
    var retry = worker.retry
    if case .overdue = fault { hangs += 1 }
    if let most = limits.hangs, hangs >= most {
      for ask in worker.inFlight { ask.answer(.failure(failure)) }
      waiting += retry?.requests ?? []
      return giveUp(
        "after \(counted(hangs, "request")) without a reply in time (--timeout, --hangs)",
        failure
      )
    }
    if retry == nil, fault == .repeatsItself {
      // The case is known over which it does so, and these are others.
      waiting = worker.inFlight[...] + waiting
    } else if retry == nil {
      retry = Retry(
        failure: failure,
        cases: worker.inFlight.map(\.caseName),
        requests: worker.inFlight
      )
    } else if worker.answered.isEmpty, let ask = worker.inFlight.first {
      // It failed in a fresh process, with nothing else in flight.
      retry?.isReproduced = true
      ask.answer(.failure(failure))
    } else {
      retry?.requests.insert(contentsOf: worker.inFlight, at: 0)
    }
    retry = retry.flatMap(unlessClosed)
    startsWithoutReply += 1
    if startsWithoutReply > limits.restarts {
      waiting += retry?.requests ?? []
      giveUp("after \(startsWithoutReply) starts in a row without a reply (--restarts)", failure)
    } else {
      if let retry { launch(retry) }
      pump()
    }
  }

  /// Goes on with the processes that run, after one for which there were too many open files.
  ///
  /// No request is charged with that. If no other process runs, or requests need a fresh one, the
  /// program is abandoned.
  private func goOn(without worker: ProgramWorker, _ failure: ImplementationFailure) {
    if worker.retry == nil, !workers.isEmpty {
      jobs = workers.count
      return pump()
    }
    waiting += worker.takeAsks()
    giveUp("since another process of it can't be started", failure)
  }

  /// The retry while requests are left; tells what came of it otherwise.
  private func unlessClosed(_ retry: Retry) -> Retry? {
    guard retry.requests.isEmpty else { return retry }
    if !retry.isReproduced { report(.flaky(cases: retry.cases), retry.failure) }
    return nil
  }

  private func giveUp(_ reason: String, _ failure: ImplementationFailure) {
    report(
      .givenUp,
      ImplementationFailure("was given up \(reason); it \(failure.message)", log: failure.log)
    )
    dismiss()
  }

  private func report(_ kind: Incident.Kind, _ failure: ImplementationFailure) {
    incidents.append(Incident(kind, of: name ?? command.shellText, failure))
  }

  /// Ends the program at once; nothing is answered any more.
  private func dismiss() {
    guard !isOver else { return }
    phase = .dismissed
    var asks = exchange(&waiting, with: [])
    for worker in workers {
      asks += worker.takeAsks()
      worker.process.kill()
    }
    for ask in asks { ask.answer(.notRun) }
    beginning.continuation.yield(.failure(Self.interrupted))
  }

  private static let interrupted = ImplementationFailure(
    "was not started, since the run was interrupted"
  )
}

extension JSONRPCReply {
  fileprivate var outcome: Outcome {
    switch answer {
    case .success(.result(let output)): .output(output)
    case .success(.error(let code, _, let refused)):
      .failure(ImplementationFailure(answer.predicate, code: code, refusing: refused))
    case .failure(let fault):
      .failure(ImplementationFailure("\(fault)", fault.kind, isOverLimit: fault.isOverLimit))
    }
  }
}
