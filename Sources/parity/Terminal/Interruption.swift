internal import AdapterHost
internal import Conformance
internal import Dispatch
internal import Foundation
internal import Synchronization

/// A signal that asked the program to end.
struct Interruption: Error {
  fileprivate let number: CInt

  /// Ctrl-C, where it is read as a key.
  static let byKey = Interruption(number: SIGINT)

  /// Runs `body` in a task that INT, TERM and HUP cancel; a second one ends the program at once.
  ///
  /// - Throws: the interruption, whatever came of the task.
  static func heeded<Value: Sendable>(
    _ body: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    let (result, interruption) = try await outlasted(body)
    if let interruption { throw interruption }
    return result
  }

  /// The same for a task that has something to tell when it was cancelled.
  static func outlasted<Value: Sendable>(
    _ body: @escaping @Sendable () async throws -> Value
  ) async throws -> (result: Value, interruption: Interruption?) {
    guard Surroundings.current.heedsSignals else { return (try await body(), nil) }
    await SignalWatch.shared.begin()
    let heed = SignalHeed()
    SignalWatch.shared.heed(heed)
    let task = Task { try await body() }
    heed.whenSignaled { task.cancel() }

    let result = await task.result
    // What follows, a report into a slow pipe say, is ended by a signal.
    SignalWatch.shared.heed(nil)
    let interruption = heed.firstSignal.map { Interruption(number: $0) }
    if case .failure = result, let interruption { throw interruption }
    return (try result.get(), interruption)
  }

  /// 128 and the signal's number, as shells do.
  var exitCode: Int32 { 128 + number }

  func exit() -> Never {
    RawTerminal.restore()
    ProcessGroups.killAll()
    TemporaryFolder.removeAll()
    Terminal.tellOfLeftFolders()
    _exit(exitCode)
  }
}

/// A part of a command that a signal doesn't end at once.
private final class SignalHeed: Sendable {
  private struct State {
    var firstSignal: CInt?
    var cancel: (@Sendable () -> Void)?
  }

  private let state = Mutex(State())

  var firstSignal: CInt? { state.withLock(\.firstSignal) }

  /// Calls `cancel` at the first signal, or now if it has come.
  func whenSignaled(_ cancel: @escaping @Sendable () -> Void) {
    let isSignaled = state.withLock { state in
      state.cancel = cancel
      return state.firstSignal != nil
    }
    if isSignaled { cancel() }
  }

  /// Returns whether this is the first signal, which cancels the task.
  func receive(_ number: CInt) -> Bool {
    let (isFirst, cancel) = state.withLock { state in
      defer { state.firstSignal = state.firstSignal ?? number }
      return (state.firstSignal == nil, state.cancel)
    }
    if isFirst { cancel?() }
    return isFirst
  }
}

/// The signals INT, TERM and HUP, from the first part of a command that heeds them until the end of
/// the process.
private final class SignalWatch: Sendable {
  static let shared = SignalWatch()

  private let heeding = Mutex<SignalHeed?>(nil)
  private let registration = Mutex<Task<Void, Never>?>(nil)

  /// Says which part of the command heeds signals now; with `nil`, a signal ends the process.
  func heed(_ heed: SignalHeed?) { heeding.withLock { $0 = heed } }

  /// Returns once signals come here. Until then one ends the process as any other, so nothing may
  /// have begun.
  func begin() async {
    let task = registration.withLock { registration in
      let task = registration ?? Task { await self.register() }
      registration = task
      return task
    }
    await task.value
  }

  private func register() async {
    let numbers = [SIGINT, SIGTERM, SIGHUP]
    let (registrations, registered) = AsyncStream<Void>.makeStream()
    for number in numbers {
      let source = DispatchSource.makeSignalSource(signal: number)
      source.setRegistrationHandler {
        // Elsewhere the source has put a handler of its own in place.
        #if canImport(Darwin)
          signal(number, SIG_IGN)
        #endif
        registered.yield()
      }
      // The source is kept by its handler, as it is never canceled.
      source.setEventHandler {
        _ = source
        self.receive(number)
      }
      source.resume()
    }
    for await _ in registrations.prefix(numbers.count) {}
  }

  private func receive(_ number: CInt) {
    let isHeeded = heeding.withLock(\.self)?.receive(number) ?? false
    if !isHeeded { Interruption(number: number).exit() }
  }
}
