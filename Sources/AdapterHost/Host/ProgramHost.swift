package import CanonicalJSON
package import Conformance
internal import Foundation

/// Sends requests to a program and collects its replies.
///
/// It runs several processes of the program with a window of requests in flight in each, and
/// accepts replies in any order.
///
/// A process that crashes, hangs, floods its output or writes anything other than replies is
/// killed. Its requests in flight are sent again one at a time, and a request fails only if a fresh
/// process fails on it too.
package actor ProgramHost {
  private typealias PendingRequest = ProgramWorker.PendingRequest
  private typealias Retry = ProgramWorker.Retry

  /// The state of the host. It never returns to an earlier one.
  private enum Phase {
    /// No process has answered `initialize` yet.
    case beginning
    /// The program is sent requests.
    case answering
    /// No more requests are sent, and the processes are expected to exit on their own.
    case finished
    /// The program was abandoned or the run was interrupted, and all processes are killed.
    case dismissed
  }

  private let executor = ProgramHostExecutor()
  package nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  /// The command that starts each process.
  package nonisolated let command: ProgramCommand
  /// The limits of each process, and those of the restarts.
  package nonisolated let limits: ProgramLimits
  private var phase = Phase.beginning
  /// The handshake of the first process, or the reason it failed.
  private let beginning = AsyncStream<Result<Handshake, ImplementationFailure>>.makeStream(
    bufferingPolicy: .bufferingOldest(1)
  )
  /// The `initialize` request, or `nil` until its parameters are known.
  private var initialize: [UInt8]?
  /// The name that incidents use, or `nil` until the program reports one.
  private var name: String?
  /// The maximum number of processes at the same time.
  private var jobs = 1
  /// The running processes, in the order in which they were started.
  private var workers: [ProgramWorker] = []
  /// The number of the process that was started last.
  private var lastWorker = 0
  /// The requests that haven't been sent yet. This is a slice so that removing the first ones is
  /// cheap.
  private var waiting: ArraySlice<PendingRequest> = []
  /// The id of the request that was sent last.
  private var lastID = 0
  /// How many processes the run is worth, or `nil` if that isn't known.
  private var growth: ProgramGrowth?
  /// The time from the start of the first process to its reply to `initialize`.
  private var startDuration = Duration.zero
  /// The task that starts more processes while the running ones are busy.
  private var growing: Task<Void, Never>?
  /// The number of processes that have failed since the last reply to a request.
  private var startsWithoutReply = 0
  /// The number of timeouts so far.
  private var hangs = 0
  /// The incidents that `finish` returns.
  private var incidents: [Incident] = []
  /// The cases that were answered twice. Each is reported once.
  private var repeatedCases: Set<TextKey> = []

  /// Creates a host without starting a process.
  ///
  /// - Parameter name: The name of the implementation, or `nil` to use the name that the program
  ///   reports.
  package init(_ command: ProgramCommand, name: String?, limits: ProgramLimits) {
    self.command = command
    self.limits = limits
    self.name = name
  }

  /// Starts the first process before its greeting is known, because a program takes a while to
  /// start.
  ///
  /// Call either `start` or `abandon` afterward.
  package func launch() { launch(nil) }

  /// Starts the first process unless it is running, and sends it `initialize`.
  ///
  /// Call this method once, before you send any request.
  ///
  /// - Parameters:
  ///   - greeting: The parameters of `initialize`.
  ///   - jobs: The maximum number of processes at the same time.
  /// - Returns: What the first process says in its reply to `initialize`.
  /// - Throws: The reason why the program can't be checked.
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
    // The task is canceled.
    dismiss()
    throw Self.interrupted
  }

  /// Ends the program without sending it any request.
  package func abandon() async {
    dismiss()
    _ = await finish()
  }

  /// Prepares for the requests of a run, so that only as many processes are started as it is worth.
  package func prepare(for progress: any RunProgress) {
    growth = ProgramGrowth(progress, startDuration: startDuration)
    guard jobs > 1, growing == nil else { return }

    // Replies may not come for a while, so look from time to time.
    growing = Task {
      while let pause = self.pauseOfGrowth() {
        do { try await Task.sleep(for: pause) } catch { return }
      }
    }
  }

  /// Sends requests to the program and waits for their outcomes.
  ///
  /// Canceling the task ends the program.
  ///
  /// - Returns: One outcome per request, in the same order. It is `notRun` if the program was
  ///   abandoned or the task was canceled before the reply.
  package nonisolated func outcomes(of requests: [Request]) async -> [Outcome] {
    await timedOutcomes(of: requests).map(\.outcome)
  }

  /// Sends requests to the program and waits for their outcomes, as ``outcomes(of:)`` does.
  ///
  /// - Returns: Each outcome, with the time until the reply. The time starts with the request, or
  ///   with the previous reply of the process if that is later.
  package nonisolated func timedOutcomes(of requests: [Request]) async -> [TimedOutcome] {
    let messages = requests.map {
      ($0.caseName ?? "", JSONRPC.restOfRequest($0.method, params: $0.inputText))
    }
    return await withTaskCancellationHandler {
      await outcomes(ofMessages: messages)
    } onCancel: {
      Task { await self.dismiss() }
    }
  }

  /// Ends the program, and kills it if it is still running after a second.
  ///
  /// - Returns: The incidents that the outcomes don't report.
  package func finish() async -> [Incident] {
    if !isOver { phase = .finished }
    growing?.cancel()
    growth = nil
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

  /// Queues messages and waits until each of them has an outcome.
  private func outcomes(
    ofMessages messages: [(caseName: String, text: [UInt8])]
  ) async -> [TimedOutcome] {
    guard !isOver, !messages.isEmpty else { return messages.map { _ in .notRun } }

    return await withCheckedContinuation { continuation in
      let batch = ProgramWorker.Batch(count: messages.count, continuation)
      for (index, message) in messages.enumerated() {
        waiting.append(
          PendingRequest(
            caseName: message.caseName,
            message: message.text,
            batch: batch,
            index: index
          )
        )
      }
      pump()
    }
  }

  // MARK: - Processes

  /// Starts another process.
  ///
  /// - Parameter retry: The requests that an earlier process left to be sent again, if there are
  ///   any.
  private func launch(_ retry: Retry?) {
    lastWorker += 1
    let number = lastWorker

    let process = ProgramProcess(command, lineLimit: limits.replyBytes) { event in
      switch event {
      case .lines(let lines):
        // Parse replies here, outside of the host's isolation.
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

  /// Sends `initialize` to a process if its parameters are known, and starts the timeout of the
  /// reply.
  private func greet(_ worker: ProgramWorker) {
    guard let initialize else { return }
    worker.lastReply = .now
    worker.process.send(initialize)
  }

  /// Returns the worker with the number, unless its process has ended or is being killed.
  private func worker(_ number: Int) -> ProgramWorker? {
    guard let worker = workers.first(where: { $0.number == number }) else { return nil }
    if case .failed = worker.phase { return nil }
    return worker
  }

  /// Returns the time that the process still has, or `nil` once it has ended or is being killed.
  ///
  /// Fails the process if no time is left.
  private func timeLeft(_ number: Int) -> Duration? {
    guard let worker = worker(number) else { return nil }
    // On a busy machine, a process can wait for its start, so no time passes until then.
    guard initialize != nil, let begin = worker.process.startTime,
      let waiting = worker.waitingSince
    else { return min(limits.timeout, limits.timeoutOfStart) }
    let start = max(begin, waiting)
    let isStarting = worker.phase == .starting
    let limit = isStarting ? limits.timeoutOfStart : limits.timeout
    let left = limit - (.now - start)
    guard left <= .zero else { return left }

    // Replies that are still in the pipe arrived in time, so read what a full pipe can hold.
    if let pipes = worker.process.pipes, pipes.isReadable {
      let readsInTime = worker.readsInTime ?? pipes.reads
      worker.readsInTime = readsInTime
      if pipes.reads - readsInTime <= ProgramPipes.readsOfAFullPipe { return ProgramLimits.gap }
    }

    fail(number, isStarting ? limits.lateStart : .overdue(limits.timeout))
    return nil
  }

  /// Kills a process because of a fault. Its requests are handled once it has ended.
  private func fail(_ number: Int, _ fault: ProgramFault) {
    guard !isOver || fault.isFailureAfterClose, let worker = worker(number) else { return }
    worker.phase = .failed(fault)
    worker.process.kill()
  }

  /// Removes the worker of a process that has ended, and decides what happens to its requests.
  private func ended(_ number: Int, _ ending: ProgramEnding) {
    guard let index = workers.firstIndex(where: { $0.number == number }) else { return }
    let worker = workers.remove(at: index)
    worker.watchdog?.cancel()

    // A failed start is reported once, so there is room for more than below each failed case.
    let isStarting = phase == .beginning || worker.phase == .starting
    let log = isStarting ? ending.log : Array(ending.log.suffix(Self.mostLogLines))
    let fault = Self.fault(of: worker, after: ending)
    let failure = ImplementationFailure(
      "\(fault)",
      fault.kind,
      log: log,
      isOverSizeLimit: fault.isOverSizeLimit
    )

    switch phase {
    case .beginning:
      phase = .finished
      beginning.continuation.yield(.failure(failure))
    case .answering where ending.status == .lacksOpenFiles: restart(without: worker, failure)
    case .answering: restart(after: worker, fault, failure)
    case .finished:
      // The processes of a program usually end the same way, so report each ending once.
      let isReported = incidents.contains { $0.kind == .badExit && $0.failure == failure }
      if fault.isFailureAfterClose, !isReported { report(.badExit, failure) }
      for request in worker.takeRequests() { request.answer(.notRun, after: nil) }
    case .dismissed: break
    }
  }

  /// Returns the fault because of which a process has ended.
  private static func fault(
    of worker: ProgramWorker,
    after ending: ProgramEnding
  ) -> ProgramFault {
    guard case .failed(let earlier) = worker.phase else { return .ended(ending) }

    // An exit also closes the streams. If the program exited on its own, report the exit.
    let isAboutStreams = earlier == .closedInput || earlier == .closedOutput
    let isKilled = ending.status == .killed(signal: SIGKILL)
    return isAboutStreams && !isKilled ? .ended(ending) : earlier
  }

  // MARK: - Requests

  /// Sends waiting requests to the running processes, and starts more processes if requests are
  /// left.
  private func pump() {
    guard phase == .answering else { return }
    for worker in workers { feed(worker) }

    // A process that is starting takes as many of the waiting requests as fit in its window.
    var starting = workers.count { $0.phase == .starting && $0.retry == nil }
    while starting * limits.window < waiting.count, workers.count < jobs, isWorthAnotherProcess {
      launch(nil)
      starting += 1
    }
  }

  /// Whether another process saves more time than its start takes.
  private var isWorthAnotherProcess: Bool {
    let isRetrying = workers.contains { $0.retry != nil }

    guard let growth, !workers.isEmpty, !isRetrying else { return true }
    return growth.isWorthAnotherProcess(
      answering: workers.count { $0.phase == .answering },
      of: workers.count
    )
  }

  /// Starts more processes if they are worth it, and returns the time until the next look, or `nil`
  /// if there is none.
  private func pauseOfGrowth() -> Duration? {
    guard !isOver, workers.count < jobs else {
      growing = nil
      return nil
    }
    pump()
    return max(startDuration, ProgramLimits.gap)
  }

  /// Fills the window of a process with waiting requests, or sends the next request of its retry.
  private func feed(_ worker: ProgramWorker) {
    guard worker.phase == .answering else { return }
    guard worker.retry == nil else {
      // Only one request is in flight, so that a failure has a single cause.
      if worker.inFlight.isEmpty, let request = worker.retry?.requests.removeFirst() {
        send([request], to: worker)
      }
      return
    }

    let next = waiting.prefix(limits.window - worker.inFlight.count)
    waiting.removeFirst(next.count)
    if !next.isEmpty { send(next, to: worker) }
  }

  /// Sends requests to a process, each with a new id.
  private func send(_ requests: ArraySlice<PendingRequest>, to worker: ProgramWorker) {
    var lines: [UInt8] = []
    for var request in requests {
      lastID += 1
      request.id = lastID
      request.sent = .now
      worker.inFlight.append(request)
      JSONRPC.append(request.message, id: request.id, to: &lines)
    }
    worker.process.send(lines)
  }

  /// Handles the replies that arrived together, in their order, and then refills the window of the
  /// process. Replies after a fault are ignored, and so are those of a process that is being
  /// killed.
  private func take(_ replies: [Result<JSONRPCReply, ProgramFault>], from number: Int) {
    for result in replies {
      guard let worker = worker(number) else { return }
      do throws(ProgramFault) {
        let reply = try result.get()
        if worker.phase == .starting {
          try begin(worker, reply)
        } else {
          try deliver(reply, from: worker)
        }
      } catch {
        fail(number, error)
      }
    }

    if let worker = worker(number) { feed(worker) }
  }

  /// Handles the reply to `initialize`. The first process that answers it also starts the run.
  ///
  /// - Throws: `protocolViolation` if the reply isn't a handshake that Parity accepts.
  private func begin(_ worker: ProgramWorker, _ reply: JSONRPCReply) throws(ProgramFault) {
    let handshake = try Handshake(reply)
    worker.phase = .answering
    worker.lastReply = .now

    if phase == .beginning {
      phase = .answering
      startDuration = .now - worker.launched
      name = name ?? handshake.name
      beginning.continuation.yield(.success(handshake))
    }

    // Send requests immediately: they are charged with any fault right after the greeting.
    feed(worker)
  }

  /// Passes a reply to the request with its id.
  ///
  /// - Throws: A fault if no request has the id, or if the request was answered twice before.
  private func deliver(_ reply: JSONRPCReply, from worker: ProgramWorker) throws(ProgramFault) {
    guard let position = worker.inFlight.firstIndex(where: { $0.id == reply.id }) else {
      return try reportRepetition(of: reply.id, from: worker)
    }

    let request = worker.inFlight.remove(at: position)
    worker.answered[reply.id] = request.caseName
    let now = ContinuousClock.now
    let duration = worker.duration(of: request, until: now)

    worker.lastReply = now
    startsWithoutReply = 0
    request.answer(reply.outcome, after: duration)
    worker.retry = worker.retry.flatMap(unlessClosed)
  }

  /// Reports that a request was answered twice, once for each case.
  ///
  /// - Parameters:
  ///   - id: The id of a reply whose request isn't in flight.
  ///   - worker: The process that sent the reply.
  /// - Throws: A fault if no request has the id, or if the request was answered twice before.
  private func reportRepetition(of id: Int, from worker: ProgramWorker) throws(ProgramFault) {
    guard let caseName = worker.answered[id] else {
      throw .protocolViolation(
        id == 0 ? "answered initialize twice" : "replied with the unknown id \(id)"
      )
    }
    guard worker.repeated.insert(id).inserted else { throw .repeatsItself }
    guard repeatedCases.insert(TextKey(caseName)).inserted else { return }

    report(.misbehaved(case: caseName), ImplementationFailure("answered the request twice"))
  }

  // MARK: - Failures

  /// Continues without a process that failed.
  ///
  /// Its requests in flight are sent again, one at a time if it isn't known which of them caused
  /// the failure.
  private func restart(
    after worker: ProgramWorker,
    _ fault: ProgramFault,
    _ failure: ImplementationFailure
  ) {
    if fault.kind == .timeout { hangs += 1 }
    if let most = limits.hangs, hangs >= most {
      for request in worker.inFlight {
        request.answer(.failure(failure), after: worker.duration(of: request))
      }
      waiting += worker.retry?.requests ?? []
      return giveUp("after \(counted(hangs, "timeout")) (--hangs)", failure)
    }

    let retry = nextRetry(after: worker, fault, failure).flatMap(unlessClosed)
    startsWithoutReply += 1
    if startsWithoutReply > limits.restarts {
      waiting += retry?.requests ?? []
      giveUp("after \(startsWithoutReply) starts in a row without a reply (--restarts)", failure)
    } else {
      if let retry { launch(retry) }
      pump()
    }
  }

  /// Returns the requests to send again one at a time, or `nil` if the requests in flight aren't
  /// the cause of the fault.
  ///
  /// If the cause is known to be a single request, that request fails.
  private func nextRetry(
    after worker: ProgramWorker,
    _ fault: ProgramFault,
    _ failure: ImplementationFailure
  ) -> Retry? {
    guard var retry = worker.retry else {
      guard fault != .repeatsItself else {
        // The case that is answered again and again is known, and it is none of these.
        waiting = worker.inFlight[...] + waiting
        return nil
      }
      return Retry(
        failure: failure,
        cases: worker.inFlight.map(\.caseName),
        requests: worker.inFlight
      )
    }

    if worker.answered.isEmpty, let request = worker.inFlight.first {
      // The request failed in a fresh process with nothing else in flight.
      retry.isReproduced = true
      request.answer(.failure(failure), after: worker.duration(of: request))
    } else {
      retry.requests.insert(contentsOf: worker.inFlight, at: 0)
    }
    return retry
  }

  /// Continues with the running processes after another one couldn't be started because too many
  /// files were open.
  ///
  /// No request fails because of that. If no other process is running, or if requests need a fresh
  /// one, the program is abandoned.
  private func restart(without worker: ProgramWorker, _ failure: ImplementationFailure) {
    if worker.retry == nil, !workers.isEmpty {
      jobs = workers.count
      return pump()
    }

    waiting += worker.takeRequests()
    giveUp("because another of its processes couldn't be started", failure)
  }

  /// Returns the retry if it has requests left. Otherwise returns `nil`, and reports the failure as
  /// flaky if no request reproduced it.
  private func unlessClosed(_ retry: Retry) -> Retry? {
    guard retry.requests.isEmpty else { return retry }
    if !retry.isReproduced { report(.flaky(cases: retry.cases), retry.failure) }
    return nil
  }

  /// Abandons the program and reports why.
  private func giveUp(_ reason: String, _ failure: ImplementationFailure) {
    report(
      .abandoned,
      ImplementationFailure("was abandoned \(reason): it \(failure.message)", log: failure.log)
    )
    dismiss()
  }

  /// Adds an incident to those that `finish` returns.
  private func report(_ kind: Incident.Kind, _ failure: ImplementationFailure) {
    incidents.append(Incident(kind, of: name ?? command.shellText, failure))
  }

  /// Kills all processes. Requests without a reply get the outcome `notRun`.
  private func dismiss() {
    guard !isOver else { return }
    phase = .dismissed

    var requests = exchange(&waiting, with: [])
    for worker in workers {
      requests += worker.takeRequests()
      worker.process.kill()
    }

    for request in requests { request.answer(.notRun, after: nil) }
    beginning.continuation.yield(.failure(Self.interrupted))
  }

  /// The number of lines of a log that are reported with a failed case.
  private static let mostLogLines = 10

  private static let interrupted = ImplementationFailure(
    "was not started because the run was interrupted"
  )
}

extension JSONRPCReply {
  /// The outcome of the request. An error with the code `skipped` skips its case.
  fileprivate var outcome: Outcome {
    switch answer {
    case .success(.result(let output)): .output(output)
    case .success(.error(let code, let message, _))
    where code.integer == Int64(JSONRPC.ErrorCode.skipped.rawValue):
      .skipped(reason: boundedText(message))
    case .success(.error(let code, _, let refused)):
      .failure(ImplementationFailure(answer.predicate, code: code, refusing: refused))
    case .failure(let fault):
      .failure(
        ImplementationFailure("\(fault)", fault.kind, isOverSizeLimit: fault.isOverSizeLimit)
      )
    }
  }
}
