package import Conformance

/// A conversation with one process of a program, line by line, for whoever looks at the wire itself.
///
/// Where the task is cancelled the process is killed, and nothing is heard any more.
package actor ProgramConversation {
  /// What a program does next.
  package enum Heard: Hashable, Sendable {
    /// Without its line feed.
    case line([UInt8])
    /// A line over the limit; the program has been killed.
    case lineTooLong
    /// It has closed its standard output or ended.
    case silence
    /// Nothing yet.
    case overdue
  }

  /// How a process ended.
  package struct Ending: Hashable, Sendable {
    /// As a predicate, and the last that it wrote to its standard error.
    package let failure: ImplementationFailure
    package let isSuccess: Bool
  }

  private var process: ProgramProcess?
  private var heard: ArraySlice<Heard> = []
  private var listener: (number: Int, continuation: CheckedContinuation<Heard, Never>)?
  private var listeners = 0
  private var ending: Ending?

  package init() {}

  package func start(_ command: ProgramCommand, limits: ProgramLimits) {
    guard !Task.isCancelled else { return }
    process = ProgramProcess(command, lineLimit: limits.replyBytes) { event in await self.take(event) }
  }

  package func send(_ bytes: [UInt8]) { process?.send(bytes) }

  package func closeInput() { process?.closeInput() }

  /// The next line, or why there is none.
  package func hear(within limit: Duration) async -> Heard {
    if let event = heard.popFirst() { return event }
    if ending != nil || process == nil { return .silence }
    listeners += 1
    let number = listeners
    let alarm = Task {
      try await Task.sleep(for: limit)
      self.answer(.overdue, to: number)
    }
    defer { alarm.cancel() }
    return await killingOnCancellation { await withCheckedContinuation { listener = (number, $0) } }
  }

  private func killingOnCancellation<Result: Sendable>(_ body: () async -> Result) async -> Result {
    await withTaskCancellationHandler(operation: body) { Task { await self.process?.kill() } }
  }

  /// The end of the process, which is killed when it takes longer; nil then.
  package func end(within limit: Duration) async -> Ending? {
    process?.closeInput()
    let isEnded = ending != nil
    let alarm = Task {
      try await Task.sleep(for: limit)
      self.process?.kill()
      return true
    }
    _ = await killingOnCancellation { await process?.waitForEnd() }
    alarm.cancel()
    let isKilled = (try? await alarm.value) ?? false
    return isKilled && !isEnded ? nil : ending
  }

  private func take(_ event: ProgramProcess.Event) {
    switch event {
    case .lines(let lines): for line in lines { tell(.line(line)) }
    case .failed(.lineTooLong):
      tell(.lineTooLong)
      process?.kill()
    case .failed(.closedOutput): tell(.silence)
    case .failed: break
    case .ended(let end):
      ending = Ending(
        failure: ImplementationFailure("\(end)", log: end.log),
        isSuccess: end.status == .exited(0))
      tell(.silence)
    }
    // Nobody is asked so much; a program that floods is not listened to any longer.
    if heard.count > 100_000 { process?.kill() }
  }

  private func tell(_ event: Heard) {
    if let listener { answer(event, to: listener.number) } else { heard.append(event) }
  }

  private func answer(_ event: Heard, to number: Int) {
    guard let listener, listener.number == number else { return }
    self.listener = nil
    listener.continuation.resume(returning: event)
  }
}
