internal import Foundation
internal import Synchronization
internal import SystemPackage

/// The way from a program's standard output.
///
/// A thread of its own waits for what comes, and hands it on itself: a hop to another thread costs more than most replies.
final class OutputPipe: Sendable {
  /// The program's side; whoever starts the program closes it.
  let programEnd: FileDescriptor
  private let ourEnd: FileDescriptor
  /// Has something to read once nothing more is to be waited for.
  private let dismissal: PipeEnds
  private let readCount = Atomic(0)

  init() throws(Errno) {
    dismissal = try PipeEnds()
    let ends = try PipeEnds()
    programEnd = ends.writing
    ourEnd = ends.reading
  }

  deinit {
    for descriptor in [ourEnd, dismissal.reading, dismissal.writing] { try? descriptor.close() }
  }

  /// Ends the reading once what has been written so far is read: for a program that has exited and left the pipe to another.
  func dismiss() { _ = try? dismissal.writing.writeAll([0]) }

  /// Tells of lines until nobody writes any more; to be called once.
  ///
  /// - Parameters:
  ///   - limit: the most bytes of a line.
  ///   - handle: told of each event in turn; what the program writes meanwhile waits.
  /// - Returns: the bytes after the last line feed.
  func readLines(limit: Int, handle: @escaping @Sendable (ProgramProcess.Event) async -> Void) async -> [UInt8] {
    await withTaskExecutorPreference(ProgramTaskExecutor.ownThread()) {
      await readLines(LineSplitter(limit: limit), handle)
    }
  }

  private func readLines(
    _ splitter: consuming LineSplitter, _ handle: @Sendable (ProgramProcess.Event) async -> Void
  ) async -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: Self.mostThatIsRead)
    var isTooLong = false
    // Another that floods the pipe must not be read for ever.
    var bytesAfterDismissal = 0
    while bytesAfterDismissal < Self.mostThatPipesHold {
      let next = wait(milliseconds: -1)
      guard next.isReadable, let count = try? buffer.withUnsafeMutableBytes({ try ourEnd.read(into: $0) }), count > 0
      else { break }
      readCount.add(1, ordering: .relaxed)
      if next.isDismissed { bytesAfterDismissal += count }
      // Read on, so that the program's end is not missed.
      guard !isTooLong else { continue }
      do throws(LineSplitter.LineTooLong) {
        let lines = try buffer.span.extracting(0..<count).withUnsafeBytes { bytes throws(LineSplitter.LineTooLong) in
          try splitter.lines(after: bytes)
        }
        if !lines.isEmpty { await handle(.lines(lines)) }
      } catch {
        isTooLong = true
        await handle(.lineTooLong)
      }
    }
    return splitter.unfinished
  }

  /// Whether there is something to read, or nobody writes any more.
  var isReadable: Bool { wait(milliseconds: 0).isReadable }

  /// How often something has been read.
  var reads: Int { readCount.load(ordering: .relaxed) }

  /// How many reads empty a pipe, be it as full as it gets.
  static let readsOfAFullPipe = mostThatPipesHold / mostThatIsRead

  /// - Parameter milliseconds: at most so long; -1: for ever.
  private func wait(milliseconds: CInt) -> (isReadable: Bool, isDismissed: Bool) {
    var descriptors = [ourEnd, dismissal.reading].map {
      pollfd(fd: $0.rawValue, events: Int16(POLLIN), revents: 0)
    }
    while poll(&descriptors, 2, milliseconds) < 0, errno == EINTR {}
    return (descriptors[0].revents != 0, descriptors[1].revents != 0)
  }

  /// What an unprivileged program may have a pipe hold (Linux, pipe(7)).
  private static let mostThatPipesHold = 1 << 20
  private static let mostThatIsRead = 1 << 16
}
