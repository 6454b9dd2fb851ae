internal import Dispatch
internal import Foundation
internal import Synchronization
internal import SystemPackage

/// The way to a program's standard input.
///
/// Bytes go there at once, on the thread that has them, and wait only where the pipe is full: a hop to another thread costs
/// more than most requests.
final class InputPipe: Sendable {
  private struct State {
    /// What the pipe had no room for.
    var pending: ArraySlice<UInt8> = []
    /// Tells when there is room again; nil where nothing is pending.
    var room: (any DispatchSourceWrite)?
    var isClosing = false
    var isOpen = true
  }

  /// The program's side; whoever starts the program closes it.
  let programEnd: FileDescriptor
  private let ourEnd: FileDescriptor
  private let state = Mutex(State())
  private let onBroken: @Sendable () -> Void

  /// - Parameter onBroken: called once when the program reads no more, though there is more to read.
  init(onBroken: @escaping @Sendable () -> Void) throws(Errno) {
    self.onBroken = onBroken
    let ends = try PipeEnds()
    programEnd = ends.reading
    ourEnd = ends.writing
    _ = fcntl(ourEnd.rawValue, F_SETFL, O_NONBLOCK)
  }

  deinit { abandon() }

  func write(_ bytes: [UInt8]) {
    let isBroken = state.withLock { state in
      guard state.isOpen, !state.isClosing else { return false }
      state.pending += bytes
      return state.room == nil ? drain(&state) : false
    }
    if isBroken { onBroken() }
  }

  /// What is there is still written, and nothing after it.
  func close() {
    state.withLock { state in
      state.isClosing = true
      if state.pending.isEmpty { shut(&state) }
    }
  }

  /// Forgets what is still there.
  func abandon() { state.withLock { shut(&$0) } }

  private func makeRoom() {
    let isBroken = state.withLock { state in drain(&state) }
    if isBroken { onBroken() }
  }

  /// Writes what there is room for; returns whether nobody reads it.
  private func drain(_ state: inout State) -> Bool {
    while state.isOpen, !state.pending.isEmpty {
      do {
        let count = try state.pending.withUnsafeBytes { try ourEnd.write($0) }
        state.pending = state.pending.dropFirst(count)
      } catch Errno.resourceTemporarilyUnavailable {
        waitForRoom(&state)
        return false
      } catch Errno.interrupted {
        continue
      } catch {
        shut(&state)
        return true
      }
    }
    state.pending = []
    if state.isClosing { shut(&state) } else { stopWaiting(&state) }
    return false
  }

  private func waitForRoom(_ state: inout State) {
    guard state.room == nil else { return }
    let room = DispatchSource.makeWriteSource(fileDescriptor: ourEnd.rawValue, queue: .global())
    room.setEventHandler { [weak self] in self?.makeRoom() }
    room.activate()
    state.room = room
  }

  private func stopWaiting(_ state: inout State) {
    state.room?.cancel()
    state.room = nil
  }

  private func shut(_ state: inout State) {
    guard state.isOpen else { return }
    state.isOpen = false
    state.pending = []
    let descriptor = ourEnd
    guard let room = state.room else {
      try? descriptor.close()
      return
    }
    // The source watches the descriptor until it is told to stop.
    room.setCancelHandler { try? descriptor.close() }
    stopWaiting(&state)
  }
}
