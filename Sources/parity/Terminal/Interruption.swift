internal import AdapterHost
internal import Conformance
internal import Dispatch
internal import Foundation
internal import Synchronization

/// A signal that requests the program to end.
struct Interruption: Error {
  fileprivate let number: CInt

  /// Ctrl-C when it is read as a key.
  static let byKey = Interruption(number: SIGINT)

  /// Runs `body` in a task that is canceled by SIGINT, SIGTERM and SIGHUP. A second signal ends the
  /// program at once.
  ///
  /// - Throws: The interruption if there was a signal, regardless of the result of the task.
  static func catching<Value: Sendable>(
    _ body: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    let (result, interruption) = try await capturing(body)
    if let interruption { throw interruption }
    return result
  }

  /// Runs `body` in the same way, but also returns its result if it succeeds after a signal.
  ///
  /// Use it for a task that has something to report when it is canceled.
  static func capturing<Value: Sendable>(
    _ body: @escaping @Sendable () async throws -> Value
  ) async throws -> (result: Value, interruption: Interruption?) {
    guard Surroundings.current.handlesSignals else { return (try await body(), nil) }

    await SignalWatch.shared.begin()
    let receiver = SignalReceiver()
    SignalWatch.shared.pass(to: receiver)

    let task = Task { try await body() }
    receiver.whenSignaled { task.cancel() }

    let result = await task.result
    // From here on, a signal ends the process, for example while a report is written to a slow
    // pipe.
    SignalWatch.shared.pass(to: nil)
    let interruption = receiver.firstSignal.map { Interruption(number: $0) }
    if case .failure = result, let interruption { throw interruption }
    return (try result.get(), interruption)
  }

  /// The exit code, which is 128 plus the number of the signal, as in shells.
  var exitCode: Int32 { 128 + number }

  /// Restores the terminal, ends all programs, removes temporary folders, and ends the process.
  func exit() -> Never {
    RawTerminal.restore()
    ProcessGroups.killAll()
    TemporaryFolder.removeAll()
    Terminal.reportLeftFolders()
    _exit(exitCode)
  }
}

/// A part of a command that a first signal cancels instead of ending the process.
private final class SignalReceiver: Sendable {
  /// The first signal, and the function to call at it. Either may come first.
  private struct State {
    var firstSignal: CInt?
    var cancel: (@Sendable () -> Void)?
  }

  private let state = Mutex(State())

  var firstSignal: CInt? { state.withLock(\.firstSignal) }

  /// Calls `cancel` at the first signal, or at once if there was one.
  func whenSignaled(_ cancel: @escaping @Sendable () -> Void) {
    let isSignaled = state.withLock { state in
      state.cancel = cancel
      return state.firstSignal != nil
    }
    if isSignaled { cancel() }
  }

  /// Records a signal. The first one cancels the task.
  ///
  /// - Returns: Whether this is the first signal.
  func receive(_ number: CInt) -> Bool {
    let (isFirst, cancel) = state.withLock { state in
      defer { state.firstSignal = state.firstSignal ?? number }
      return (state.firstSignal == nil, state.cancel)
    }
    if isFirst { cancel?() }
    return isFirst
  }
}

/// The handler of SIGINT, SIGTERM and SIGHUP, from the first part of a command that handles them
/// until the end of the process.
private final class SignalWatch: Sendable {
  static let shared = SignalWatch()

  private let handler = Mutex<SignalReceiver?>(nil)
  private let registration = Mutex<Task<Void, Never>?>(nil)

  /// Sets the part of the command that handles signals now. With `nil`, a signal ends the process.
  func pass(to receiver: SignalReceiver?) { handler.withLock { $0 = receiver } }

  /// Waits until signals arrive here. Until then, a signal ends the process as usual, so don't
  /// start anything before.
  func begin() async {
    let task = registration.withLock { registration in
      let task = registration ?? Task { await self.register() }
      registration = task
      return task
    }
    await task.value
  }

  /// Takes over the signals, and returns once the system delivers them here.
  private func register() async {
    let numbers = [SIGINT, SIGTERM, SIGHUP]
    let (registrations, registered) = AsyncStream<Void>.makeStream()

    for number in numbers {
      let source = DispatchSource.makeSignalSource(signal: number)
      source.setRegistrationHandler {
        Platform.leaveToSource(signal: number)
        registered.yield()
      }

      // The handler keeps the source alive, because the source is never canceled.
      source.setEventHandler {
        _ = source
        self.receive(number)
      }
      source.resume()
    }

    for await _ in registrations.prefix(numbers.count) {}
  }

  /// Passes a signal to the part of the command that handles signals, or ends the process if it is
  /// the second one or none handles it.
  private func receive(_ number: CInt) {
    let isHandled = handler.withLock(\.self)?.receive(number) ?? false
    if !isHandled { Interruption(number: number).exit() }
  }
}
