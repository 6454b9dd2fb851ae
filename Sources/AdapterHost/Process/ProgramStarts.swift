internal import Synchronization
internal import SystemPackage

/// Open files that are set aside for the start of a process.
///
/// Without them, a start can fail halfway: swift-subprocess then ends this process because of a
/// pipe that it didn't close, or never reports the end of a program without a process descriptor.
final class StartReserve: Sendable {
  private let descriptors: Mutex<[FileDescriptor]>

  /// The number of files that a start opens: a pipe for the log, the working directory and a
  /// process descriptor.
  private static let filesOfStart = 4
  /// The number of files that must be free in addition. The first start opens four files that all
  /// later ones share, and other threads read files meanwhile.
  private static let filesOfOthers = 8

  /// Sets the files aside, or leaves nothing open if there are too few.
  ///
  /// - Parameter descriptor: Any open descriptor, to be duplicated.
  init(duplicating descriptor: FileDescriptor) throws(Errno) {
    var reserved: [FileDescriptor] = []
    do throws(Errno) {
      for _ in 0..<Self.filesOfStart + Self.filesOfOthers {
        reserved.append(try descriptor.closedOnExecDuplicate())
      }
    } catch {
      for descriptor in reserved { try? descriptor.close() }
      throw error
    }

    for descriptor in reserved[Self.filesOfStart...] { try? descriptor.close() }
    descriptors = Mutex(Array(reserved.prefix(Self.filesOfStart)))
  }

  deinit { release() }

  /// Closes the files, so that the start can open the same number.
  func release() {
    let reserved = descriptors.withLock { descriptors in
      defer { descriptors = [] }
      return descriptors
    }
    for descriptor in reserved { try? descriptor.close() }
  }
}

/// A turn to start a process. Only one start at a time uses the files that were set aside for it.
final class StartTurn: Sendable {
  /// The starts that wait for their turn, in the order in which they came.
  private struct Queue {
    /// Whether a start has the turn.
    var isBusy = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private static let queue = Mutex(Queue())
  private let isOver = Atomic(false)

  /// Waits for the turn.
  init() async {
    await withCheckedContinuation { continuation in
      let isNext = Self.queue.withLock { queue in
        if queue.isBusy { queue.waiting.append(continuation) }
        defer { queue.isBusy = true }
        return !queue.isBusy
      }
      if isNext { continuation.resume() }
    }
  }

  /// Lets the next start begin. Does nothing if it is called again.
  func end() {
    guard !isOver.exchange(true, ordering: .relaxed) else { return }
    let next = Self.queue.withLock { queue in
      guard queue.waiting.isEmpty else { return Optional(queue.waiting.removeFirst()) }
      queue.isBusy = false
      return nil
    }
    next?.resume()
  }
}

extension Errno {
  /// Whether this process or the system has reached its limit of open files.
  var isLackOfOpenFiles: Bool { self == .tooManyOpenFiles || self == .tooManyOpenFilesInSystem }
}
