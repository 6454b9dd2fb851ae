internal import Synchronization

/// Bytes on their way to a program: all that has gathered is taken at once.
final class Outbox: Sendable {
  private struct State {
    var bytes: [UInt8] = []
    var isClosed = false
    var taker: CheckedContinuation<[UInt8]?, Never>?
  }

  private let state = Mutex(State())

  func append(_ bytes: [UInt8]) {
    let taker = state.withLock { state in
      guard !state.isClosed else { return nil as CheckedContinuation<[UInt8]?, Never>? }
      guard let taker = state.taker else {
        state.bytes += bytes
        return nil
      }
      state.taker = nil
      return taker
    }
    taker?.resume(returning: bytes)
  }

  /// What is there is still taken, and nothing comes after it.
  func close() {
    let taker = state.withLock { state in
      state.isClosed = true
      defer { state.taker = nil }
      return state.taker
    }
    taker?.resume(returning: nil)
  }

  /// Waits for bytes; nil at the end. Only one task may take them.
  func next() async -> [UInt8]? {
    await withCheckedContinuation { continuation in
      let (isDue, bytes): (Bool, [UInt8]?) = state.withLock { state in
        guard state.bytes.isEmpty else {
          defer { state.bytes = [] }
          return (true, state.bytes)
        }
        if !state.isClosed { state.taker = continuation }
        return (state.isClosed, nil)
      }
      if isDue { continuation.resume(returning: bytes) }
    }
  }
}
