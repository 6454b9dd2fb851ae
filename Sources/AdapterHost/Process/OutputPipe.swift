internal import SystemPackage

/// The way from a program's standard output.
///
/// A thread of its own waits for what comes, and hands it on itself: a hop to another thread costs more than most replies.
final class OutputPipe: Sendable {
  /// The program's side; whoever starts the program closes it.
  let programEnd: FileDescriptor
  private let ourEnd: FileDescriptor

  init() throws(Errno) {
    let ends = try PipeEnds()
    programEnd = ends.writing
    ourEnd = ends.reading
  }

  deinit { try? ourEnd.close() }

  /// Tells of lines until nobody writes any more; to be called once.
  ///
  /// - Parameters:
  ///   - limit: the most bytes of a line.
  ///   - handle: told of each event in turn; what the program writes meanwhile waits.
  /// - Returns: the bytes after the last line feed.
  func readLines(limit: Int, handle: @escaping @Sendable (ProgramProcess.Event) async -> Void) async -> [UInt8] {
    await withTaskExecutorPreference(OwnThreadExecutor()) {
      await wait(LineSplitter(limit: limit), handle)
    }
  }

  private func wait(
    _ splitter: consuming LineSplitter, _ handle: @Sendable (ProgramProcess.Event) async -> Void
  ) async -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    var isTooLong = false
    while let count = try? buffer.withUnsafeMutableBytes({ try ourEnd.read(into: $0) }), count > 0 {
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
}
