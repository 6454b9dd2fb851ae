internal import Synchronization

/// An asynchronous sequence of the values of a state.
///
/// Each iteration starts with the current value, and then receives every value that is sent. Unlike
/// Kotlin's `StateFlow`, no value is dropped if an observer is slow.
///
/// ```swift
/// for await history in sdk.history {
///   sessions = history
/// }
/// ```
public final class StateFlow<Value: Equatable & Sendable>: AsyncSequence, Sendable {
  /// A value of the state.
  public typealias Element = Value

  /// The current value and the observers, which change together under the lock.
  private struct State {
    var value: Value
    /// The observers by the numbers that they were given.
    var observers: [Int: AsyncStream<Value>.Continuation] = [:]
    var lastNumber = 0
  }

  private let state: Mutex<State>

  /// Creates a sequence that starts with the given value.
  ///
  /// - Parameter value: The current value until another one is sent.
  public init(_ value: Value) {
    state = Mutex(State(value: value))
  }

  deinit {
    finish()
  }

  /// The current value.
  public var value: Value {
    state.withLock(\.value)
  }

  /// Sets the current value, and sends it to all observers if it differs from the previous one.
  ///
  /// - Parameter value: The new value.
  public func send(_ value: Value) {
    state.withLock { state in
      // H5, H11
      guard state.value != value else { return }
      state.value = value

      // Send while holding the lock, so that all observers receive the values in the same order.
      for observer in state.observers.values {
        observer.yield(value)
      }
    }
  }

  /// Ends every iteration after it has received the values sent so far.
  package func finish() {
    let observers = state.withLock { exchange(&$0.observers, with: [:]) }
    for observer in observers.values {
      observer.finish()
    }
  }

  /// Starts to observe the state.
  ///
  /// - Returns: An iterator over the current value and all values that are sent from now on.
  public func makeAsyncIterator() -> AsyncStream<Value>.Iterator {
    let (stream, continuation) = AsyncStream.makeStream(of: Value.self)
    let number = state.withLock { state in
      state.lastNumber += 1
      continuation.yield(state.value)
      state.observers[state.lastNumber] = continuation
      return state.lastNumber
    }

    continuation.onTermination = { [weak self] _ in
      self?.state.withLock { _ = $0.observers.removeValue(forKey: number) }
    }
    return stream.makeAsyncIterator()
  }
}
