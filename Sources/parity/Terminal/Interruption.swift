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
  static func heeded<Value: Sendable>(_ body: @escaping @Sendable () async throws -> Value) async throws -> Value {
    let (result, interruption) = try await outlasted(body)
    if let interruption { throw interruption }
    return result
  }

  /// The same for a task that has something to tell when it was cancelled.
  static func outlasted<Value: Sendable>(
    _ body: @escaping @Sendable () async throws -> Value
  ) async throws -> (result: Value, interruption: Interruption?) {
    let numbers = [SIGINT, SIGTERM, SIGHUP]
    let received = First()
    let (registrations, registered) = AsyncStream<Void>.makeStream()
    let task = Task {
      // Until the last is registered a signal ends the program as any other, so nothing may have begun.
      var missing = numbers.count
      for await _ in registrations {
        missing -= 1
        if missing == 0 { break }
      }
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
        if received.set(number) { task.cancel() } else { Interruption(number: number).exit() }
      }
      source.resume()
      return source
    }
    let result = await task.result
    for source in sources { source.cancel() }
    // What follows, a report into a slow pipe say, can be ended as usual.
    for number in numbers { signal(number, SIG_DFL) }
    let interruption = received.value.map { Interruption(number: $0) }
    if case .failure = result, let interruption { throw interruption }
    return (try result.get(), interruption)
  }

  /// 128 and the signal's number, as shells do.
  var exitCode: Int32 { 128 + number }

  /// Ends the program with 128 and the signal's number, as shells do.
  func exit() -> Never {
    RawTerminal.restore()
    ProcessGroups.killAll()
    TemporaryFolder.removeAll()
    _exit(exitCode)
  }

  /// The first signal received.
  private final class First: Sendable {
    private let number = Mutex<CInt?>(nil)

    var value: CInt? { number.withLock(\.self) }

    /// Whether it was the first.
    func set(_ new: CInt) -> Bool {
      number.withLock { number in
        guard number == nil else { return false }
        number = new
        return true
      }
    }
  }
}
