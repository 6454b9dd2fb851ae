import Synchronization

/// A value that a closure shares with its caller.
final class Box<Value: Sendable>: Sendable {
  private let state: Mutex<Value>

  init(_ value: Value) {
    state = Mutex(value)
  }

  var value: Value {
    get { state.withLock(\.self) }
    set { state.withLock { $0 = newValue } }
  }
}
