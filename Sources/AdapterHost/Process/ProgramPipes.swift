internal import Dispatch
internal import Foundation
internal import Synchronization
internal import SystemPackage

/// The ways to a program's standard input and from its standard output.
///
/// Bytes go in at once, on the thread that has them, and wait only where the pipe is full; what
/// comes out is handed on by the thread that waits for it: a hop to another thread costs more than
/// most requests and replies.
final class ProgramPipes: Sendable {
  private struct Input {
    /// What the pipe had no room for.
    var pending: ArraySlice<UInt8> = []
    /// Whether a thread waits for room, which is the one to write then.
    var isAwaited = false
    /// Whether nothing comes after what is pending.
    var isClosing = false
    var isOpen = true
  }

  /// `closeProgramSides` closes the sides of the program: `input.reading` and `output.writing`.
  let input: PipeEnds
  let output: PipeEnds
  /// Has something to read once the program has exited.
  private let dismissal: PipeEnds
  private let reserve: StartReserve
  private let hasProgramSides = Atomic(true)
  private let state = Mutex(Input())
  private let readCount = Atomic(0)
  private let onBroken: @Sendable () -> Void

  /// - Parameter onBroken: called once when the program reads no more, though there is more to
  ///   read.
  init(onBroken: @escaping @Sendable () -> Void) throws(Errno) {
    self.onBroken = onBroken
    (input, output, dismissal, reserve) = try Self.opening.withLock { _ throws(Errno) in
      try Self.opened()
    }
    _ = fcntl(input.writing.rawValue, F_SETFL, O_NONBLOCK)
  }

  /// One process opens its files at a time, and so finds out whether they suffice for its start.
  private static let opening = Mutex(())

  /// Opens all that a process needs, or leaves nothing open.
  private static func opened() throws(Errno) -> (PipeEnds, PipeEnds, PipeEnds, StartReserve) {
    var pipes: [PipeEnds] = []
    do throws(Errno) {
      for _ in 0..<3 { pipes.append(try PipeEnds()) }
      let reserve = try StartReserve(duplicating: pipes[2].reading)
      return (pipes[0], pipes[1], pipes[2], reserve)
    } catch {
      for pipe in pipes { pipe.close() }
      throw error
    }
  }

  /// Closes the files that are set aside for the start, which opens as many.
  func releaseReserve() { reserve.release() }

  /// Closes the sides of the program, once it has them or can't be started.
  func closeProgramSides() {
    guard hasProgramSides.exchange(false, ordering: .relaxed) else { return }
    for descriptor in [input.reading, output.writing] { try? descriptor.close() }
  }

  deinit {
    change { ($0.pending, $0.isClosing) = ([], true) }
    closeProgramSides()
    for descriptor in [output.reading, dismissal.reading, dismissal.writing] {
      try? descriptor.close()
    }
  }

  /// Waits for nothing more, since the program has exited and may have left the pipes to another:
  /// what it was still to read is forgotten, and reading ends with what has been written so far.
  func dismiss() {
    _ = try? dismissal.writing.writeAll([0])
    change { ($0.pending, $0.isClosing) = ([], true) }
  }

  // MARK: - Input

  func write(_ bytes: [UInt8]) { change { if !$0.isClosing { $0.pending += bytes } } }

  /// What is there is still written, and nothing after it.
  func closeInput() { change { $0.isClosing = true } }

  /// Changes what is to be written, and writes what there is room for.
  private func change(_ body: (inout Input) -> Void) {
    let isBroken = state.withLock { state in
      body(&state)
      return state.isOpen && !state.isAwaited && !drain(&state)
    }
    if isBroken { onBroken() }
  }

  /// Whether somebody reads it still.
  private func drain(_ state: inout Input) -> Bool {
    var isRead = true
    while !state.pending.isEmpty {
      do {
        let count = try state.pending.withUnsafeBytes { try input.writing.write($0) }
        state.pending = state.pending.dropFirst(count)
      } catch Errno.interrupted {
        continue
      } catch Errno.resourceTemporarilyUnavailable {
        state.isAwaited = true
        DispatchQueue(label: "program input").async {
          _ = self.wait(for: POLLOUT, of: self.input.writing)
          self.change { $0.isAwaited = false }
        }
        return true
      } catch {
        (state.pending, state.isClosing) = ([], true)
        isRead = false
      }
    }
    state.pending = []
    if state.isClosing {
      state.isOpen = false
      try? input.writing.close()
    }
    return isRead
  }

  // MARK: - Output

  /// Tells of lines until nobody writes any more; to be called once.
  ///
  /// - Parameters:
  ///   - limit: the most bytes of a line.
  ///   - handle: told of each event in turn; what the program writes meanwhile waits.
  /// - Returns: the bytes after the last line feed.
  func readLines(
    limit: Int,
    handle: @escaping @Sendable (ProgramProcess.Event) async -> Void
  ) async -> [UInt8] {
    await withTaskExecutorPreference(ProgramTaskExecutor.ownThread()) {
      var splitter = LineSplitter(limit: limit)
      var buffer = [UInt8](repeating: 0, count: Self.mostThatIsRead)
      var isTooLong = false
      // Another that floods the pipe must not be read for ever.
      var bytesAfterDismissal = 0
      while bytesAfterDismissal < Self.mostThatPipesHold {
        let next = wait(for: POLLIN, of: output.reading)
        guard next.isReady,
          let count = try? buffer.withUnsafeMutableBytes({ try output.reading.read(into: $0) }),
          count > 0
        else { break }
        readCount.add(1, ordering: .relaxed)
        if next.isDismissed { bytesAfterDismissal += count }
        // Read on, so that the program's end is not missed.
        guard !isTooLong else { continue }
        let lines = buffer.withUnsafeBytes {
          try? splitter.lines(after: .init(rebasing: $0[..<count]))
        }
        if let lines, !lines.isEmpty { await handle(.lines(lines)) }
        if lines == nil {
          isTooLong = true
          await handle(.failed(.lineTooLong(limit: limit)))
        }
      }
      return splitter.unfinished
    }
  }

  /// Whether there is something to read, or nobody writes any more.
  var isReadable: Bool { wait(for: POLLIN, of: output.reading, milliseconds: 0).isReady }

  /// How often something has been read.
  var reads: Int { readCount.load(ordering: .relaxed) }

  /// How many reads empty a pipe, be it as full as it gets.
  static let readsOfAFullPipe = mostThatPipesHold / mostThatIsRead

  /// - Parameter milliseconds: at most so long; -1: for ever.
  private func wait(
    for event: CInt,
    of descriptor: FileDescriptor,
    milliseconds: CInt = -1
  ) -> (isReady: Bool, isDismissed: Bool) {
    var descriptors = [
      pollfd(fd: descriptor.rawValue, events: Int16(event), revents: 0),
      pollfd(fd: dismissal.reading.rawValue, events: Int16(POLLIN), revents: 0),
    ]
    while poll(&descriptors, 2, milliseconds) < 0, errno == EINTR {}
    return (descriptors[0].revents != 0, descriptors[1].revents != 0)
  }

  /// What an unprivileged program may have a pipe hold (Linux, pipe(7)).
  private static let mostThatPipesHold = 1 << 20
  private static let mostThatIsRead = 1 << 16
}

/// A new pipe, which no program inherits unasked: none may hold another's, or its own from both
/// sides.
struct PipeEnds {
  let reading: FileDescriptor
  let writing: FileDescriptor

  init() throws(Errno) {
    #if os(Linux)
      (reading, writing) = try FileDescriptor.pipe(options: .closeOnExec)
    #else
      var ends: [CInt] = [-1, -1]
      guard pipe(&ends) == 0 else { throw Errno(rawValue: errno) }
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      reading = FileDescriptor(rawValue: ends[0])
      writing = FileDescriptor(rawValue: ends[1])
    #endif
  }

  func close() {
    for descriptor in [reading, writing] { try? descriptor.close() }
  }
}

extension FileDescriptor {
  /// Returns a duplicate that no program inherits.
  func closedOnExecDuplicate() throws(Errno) -> FileDescriptor {
    let duplicate = fcntl(rawValue, F_DUPFD_CLOEXEC, 0)
    guard duplicate >= 0 else { throw Errno(rawValue: errno) }
    return FileDescriptor(rawValue: duplicate)
  }
}
