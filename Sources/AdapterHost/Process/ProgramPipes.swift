internal import Dispatch
internal import Foundation
internal import Synchronization
internal import SystemPackage

/// The pipes to a program's standard input and from its standard output.
///
/// Input is written immediately on the calling thread, and waits only if the pipe is full. Output
/// is handled on the thread that waits for it. A switch to another thread costs more than most
/// requests and replies.
final class ProgramPipes: Sendable {
  /// The state of the pipe to standard input.
  private struct Input {
    /// The bytes that didn't fit into the pipe.
    var pending: ArraySlice<UInt8> = []
    /// Whether a thread is waiting for room in the pipe. Only that thread writes next.
    var isAwaited = false
    /// Whether the input ends after the pending bytes.
    var isClosing = false
    /// Whether the pipe is still open. It is closed once the input has ended and nothing is
    /// pending.
    var isOpen = true

    /// Drops the pending bytes and ends the input.
    mutating func drop() {
      pending = []
      isClosing = true
    }
  }

  /// The pipe to standard input. The program has `input.reading`, which `closeProgramSides` closes.
  let input: PipeEnds
  /// The pipe from standard output. The program has `output.writing`, which `closeProgramSides`
  /// closes.
  let output: PipeEnds
  /// A pipe that becomes readable once the program has exited.
  private let dismissal: PipeEnds
  private let reserve: StartReserve
  private let hasProgramSides = Atomic(true)
  private let state = Mutex(Input())
  private let readCount = Atomic(0)
  private let onBroken: @Sendable () -> Void

  /// Opens the pipes and sets files aside for the start of the program.
  ///
  /// - Parameter onBroken: Called once if the program closes its standard input before it has read
  ///   everything.
  init(onBroken: @escaping @Sendable () -> Void) throws(Errno) {
    self.onBroken = onBroken
    (input, output, dismissal, reserve) = try Self.opening.withLock { _ throws(Errno) in
      try Self.opened()
    }
    _ = fcntl(input.writing.rawValue, F_SETFL, O_NONBLOCK)
  }

  /// Lets one process at a time open its files, so that it knows whether there are enough for its
  /// start.
  private static let opening = Mutex(())

  /// Opens everything that a process needs, or leaves nothing open if that fails.
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

  /// Closes the files that are set aside for the start, which opens the same number.
  func releaseReserve() { reserve.release() }

  /// Closes the program's ends of the pipes, once the program has them or can't be started.
  func closeProgramSides() {
    guard hasProgramSides.exchange(false, ordering: .relaxed) else { return }
    for descriptor in [input.reading, output.writing] { try? descriptor.close() }
  }

  deinit {
    change { $0.drop() }
    closeProgramSides()
    for descriptor in [output.reading, dismissal.reading, dismissal.writing] {
      try? descriptor.close()
    }
  }

  /// Stops waiting for the program, which has exited but may have passed the pipes to another
  /// process.
  ///
  /// Input that wasn't read is dropped, and output ends with what has been written so far.
  func dismiss() {
    _ = try? dismissal.writing.writeAll([0])
    change { $0.drop() }
  }

  // MARK: - Input

  /// Writes bytes, or keeps those that the pipe has no room for until it has. Bytes after
  /// `closeInput` are ignored.
  func write(_ bytes: [UInt8]) { change { if !$0.isClosing { $0.pending += bytes } } }

  /// Closes the input once the pending bytes are written. Later writes are ignored.
  func closeInput() { change { $0.isClosing = true } }

  /// Changes the pending input, and writes as much as the pipe has room for.
  private func change(_ body: (inout Input) -> Void) {
    let isBroken = state.withLock { state in
      body(&state)
      return state.isOpen && !state.isAwaited && !drain(&state)
    }
    if isBroken { onBroken() }
  }

  /// Writes as much pending input as the pipe has room for.
  ///
  /// - Returns: Whether the program still reads its input.
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
        state.drop()
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

  /// Passes lines to `handle` until no process can write to the pipe anymore, or until the pipe is
  /// empty after `dismiss`. Call it once.
  ///
  /// - Parameters:
  ///   - limit: The maximum length of a line in bytes.
  ///   - handle: Called with one event at a time. The output of the program waits meanwhile.
  /// - Returns: The bytes after the last line feed.
  func readLines(
    limit: Int,
    handle: @escaping @Sendable (ProgramProcess.Event) async -> Void
  ) async -> [UInt8] {
    await withTaskExecutorPreference(ProgramTaskExecutor.ownThread()) {
      var splitter = LineSplitter(limit: limit)
      var buffer = [UInt8](repeating: 0, count: Self.mostThatIsRead)
      var isTooLong = false
      // Another process may flood the pipe after the exit, so bound what is read.
      var bytesAfterDismissal = 0
      while bytesAfterDismissal < Self.mostThatPipesHold {
        let next = wait(for: POLLIN, of: output.reading)
        guard next.isReady,
          let count = try? buffer.withUnsafeMutableBytes({ try output.reading.read(into: $0) }),
          count > 0
        else { break }
        readCount.add(1, ordering: .relaxed)
        if next.isDismissed { bytesAfterDismissal += count }
        // Keep reading, so that the end of the program isn't missed.
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

  /// Whether there is something to read, or the end of the output has been reached.
  var isReadable: Bool { wait(for: POLLIN, of: output.reading, milliseconds: 0).isReady }

  /// The number of reads so far.
  var reads: Int { readCount.load(ordering: .relaxed) }

  /// The number of reads that empty a pipe of the largest size.
  static let readsOfAFullPipe = mostThatPipesHold / mostThatIsRead

  /// Waits until the descriptor is ready or the program has been dismissed.
  ///
  /// - Parameter milliseconds: The maximum time to wait, or -1 to wait without a limit.
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

  /// The largest size that an unprivileged program can give to a pipe (Linux, pipe(7)).
  private static let mostThatPipesHold = 1 << 20
  /// The maximum number of bytes that one read returns.
  private static let mostThatIsRead = 1 << 16
}

/// A new pipe that programs inherit only explicitly.
///
/// This way, no program holds the pipe of another program, or both ends of its own.
struct PipeEnds {
  let reading: FileDescriptor
  let writing: FileDescriptor

  /// Opens the pipe.
  ///
  /// - Throws: The error of the system, usually because too many files are open.
  init() throws(Errno) {
    (reading, writing) = try Platform.pipe()
  }

  /// Closes both ends. Call it at most once, because the system reuses the descriptors.
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
