internal import AdapterHost
internal import Conformance
internal import Dispatch
internal import Foundation
internal import Synchronization

/// A signal that asked the program to end.
struct Interruption: Error {
  private let number: CInt

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
    let numbers = [SIGINT, SIGTERM, SIGHUP]
    /// The first signal; 0: none.
    let received = Atomic<CInt>(0)
    let (registrations, registered) = AsyncStream<Void>.makeStream()
    let task = Task {
      // Until the last is registered a signal ends the program as any other, so nothing may have
      // begun.
      for await _ in registrations.prefix(numbers.count) {}
      return try await body()
    }
    let sources = numbers.map { number in
      let source = DispatchSource.makeSignalSource(signal: number)
      source.setRegistrationHandler {
        // Elsewhere the source has put a handler of its own in place.
        #if canImport(Darwin)
          signal(number, SIG_IGN)
        #endif
        registered.yield()
      }
      source.setEventHandler {
        let isFirst = received.compareExchange(expected: 0, desired: number, ordering: .relaxed)
          .exchanged
        if isFirst {
          task.cancel()
        } else {
          Interruption(number: number).exit()
        }
      }
      source.resume()
      return source
    }
    let result = await task.result
    for source in sources { source.cancel() }
    // What follows, a report into a slow pipe say, can be ended as usual.
    for number in numbers { signal(number, SIG_DFL) }
    let first = received.load(ordering: .relaxed)
    let interruption = first == 0 ? nil : Interruption(number: first)
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
