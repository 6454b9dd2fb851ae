internal import Synchronization

/// An asynchronous sequence of the list of sessions. Each iteration starts with the current list,
/// and then receives every list that follows.
public final class HistoryUpdates: AsyncSequence, Sendable {
  /// All sessions, in the order of the history.
  public typealias Element = [HistorySession]

  private struct State {
    var current: [HistorySession]
    var subscribers: [Int: AsyncStream<[HistorySession]>.Continuation] = [:]
    var lastNumber = 0
  }

  private let state: Mutex<State>

  /// Creates a sequence that starts with the given list.
  public init(_ current: [HistorySession] = []) { state = Mutex(State(current: current)) }

  deinit { finish() }

  /// The current list.
  public var current: [HistorySession] { state.withLock(\.current) }

  /// Sets the current list, and sends it to all subscribers if it differs from the previous one.
  public func publish(_ list: [HistorySession]) {
    state.withLock { state in
      // H5
      guard state.current != list else { return }
      state.current = list
      // Send while holding the lock, so that all subscribers receive the lists in the same order.
      for subscriber in state.subscribers.values { subscriber.yield(list) }
    }
  }

  /// Ends every iteration after it has received the lists sent so far.
  package func finish() {
    let subscribers = state.withLock { exchange(&$0.subscribers, with: [:]) }
    for subscriber in subscribers.values { subscriber.finish() }
  }

  /// Subscribes to the list. The iterator returns the current list, and then each published list.
  public func makeAsyncIterator() -> AsyncStream<[HistorySession]>.Iterator {
    let (stream, continuation) = AsyncStream.makeStream(of: [HistorySession].self)
    let number = state.withLock { state in
      state.lastNumber += 1
      continuation.yield(state.current)
      state.subscribers[state.lastNumber] = continuation
      return state.lastNumber
    }
    continuation.onTermination = { [weak self] _ in
      self?.state.withLock { _ = $0.subscribers.removeValue(forKey: number) }
    }
    return stream.makeAsyncIterator()
  }
}
