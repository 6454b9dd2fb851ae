internal import Synchronization

/// The list of sessions as it changes: whoever iterates is given the current one first, then each
/// that follows.
public final class HistoryUpdates: AsyncSequence, Sendable {
  /// All sessions, in the order of the history.
  public typealias Element = [HistorySession]

  private struct State {
    var current: [HistorySession]
    var subscribers: [Int: AsyncStream<[HistorySession]>.Continuation] = [:]
    var lastNumber = 0
  }

  private let state: Mutex<State>

  /// Begins with a list.
  public init(_ current: [HistorySession] = []) { state = Mutex(State(current: current)) }

  deinit { finish() }

  /// The list as it is.
  public var current: [HistorySession] { state.withLock(\.current) }

  /// Makes this the current list, and sends it to everyone where it differs from the one before.
  public func publish(_ list: [HistorySession]) {
    state.withLock { state in
      // H5
      guard state.current != list else { return }
      state.current = list
      // Within the lock, so that all are sent all lists in one order.
      for subscriber in state.subscribers.values { subscriber.yield(list) }
    }
  }

  /// Ends every iteration once it has given the lists that were sent.
  package func finish() {
    let subscribers = state.withLock { exchange(&$0.subscribers, with: [:]) }
    for subscriber in subscribers.values { subscriber.finish() }
  }

  /// Subscribes: the iterator gives the current list, then each that is published.
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
