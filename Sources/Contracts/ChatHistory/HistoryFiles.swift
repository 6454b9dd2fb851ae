internal import ChatHistory
internal import Conformance
internal import Foundation
internal import Synchronization

/// The database files that the cases of a run use one after another.
///
/// Creating a file, opening it and removing it take longer than most cases. So a case takes a file
/// that an earlier one has finished with, and that was emptied since.
enum HistoryFiles {
  /// An open file without sessions, in a folder of its own.
  struct File: Sendable {
    let folder: TemporaryFolder
    let connection: HistoryConnection

    /// The path of the database file.
    var path: String { "\(folder.path)/\(name)" }

    /// Creates a file with its tables.
    ///
    /// - Throws: An `ImplementationFailure` or a `HistoryFileError` if the file can't be created.
    fileprivate init() throws {
      folder = try TemporaryFolder()
      do {
        connection = try HistoryFiles.repository(at: "\(folder.path)/\(name)").detachEmpty()
      } catch {
        folder.remove()
        throw error
      }
    }

    /// Closes the file and removes its folder.
    fileprivate func remove() {
      // The folder is removed in any case.
      try? connection.close()
      folder.remove()
    }

    /// Creates a file from one whose connection was replaced.
    fileprivate init(_ file: File, _ connection: HistoryConnection) {
      folder = file.folder
      self.connection = connection
    }
  }

  private struct State {
    /// The files that no request uses.
    var idle: [File] = []
    /// The number of requests that use a file.
    var busyCount = 0
    /// The requests that wait for a file, in order. Each receives one, or `nil` to create its own.
    var waiting: [CheckedContinuation<File?, Never>] = []
  }

  private static let state = Mutex(State())
  private static let name = "history.sqlite"

  /// The number of requests in flight per job, and of the files that are kept for later requests.
  ///
  /// One file can wait for the disk while others proceed. More than eight would only keep more files
  /// open.
  static let window = min(ProcessInfo.processInfo.activeProcessorCount, 8)

  /// The maximum number of requests that use a file at a time. Each of them has four files open, and
  /// tests may send hundreds of requests at once.
  private static let mostBusy = 32

  /// The reason why no file can be created, or `nil`.
  static let unavailabilityReason: ImplementationFailure? = {
    do {
      TemporaryFolder.removeAllAtExit()
      let file = try File()
      state.withLock { $0.idle.append(file) }
      return nil
    } catch {
      return error as? ImplementationFailure
        ?? ImplementationFailure("can't create a database: \(error)")
    }
  }()

  /// Opens the repository that is stored in a file, or creates it.
  ///
  /// No case simulates a power failure, so writes don't wait for the disk.
  static func repository(at path: String) throws -> SQLiteHistoryRepository {
    try SQLiteHistoryRepository(path: path, waitsForDisk: false)
  }

  /// Calls a closure with a file that nothing else uses.
  ///
  /// - Parameter body: A closure that returns its result, and the open file after emptying it. If
  ///   it throws, the file is removed.
  static func withFile<Result>(
    _ body: (File) async throws -> (Result, HistoryConnection)
  ) async throws -> Result {
    // `finish` isn't called after a single request.
    TemporaryFolder.removeAllAtExit()

    var unused = await take()
    defer { pass(unused) }

    let file = try unused ?? File()
    unused = nil
    do {
      let (result, connection) = try await body(file)
      unused = File(file, connection)
      return result
    } catch {
      file.folder.remove()
      throw error
    }
  }

  /// Returns a file that nothing else uses, or `nil` if the caller has to create one. Waits while
  /// too many requests use one.
  private static func take() async -> File? {
    await withCheckedContinuation { continuation in
      let isFree = state.withLock { state in
        guard state.busyCount < mostBusy else {
          state.waiting.append(continuation)
          return false
        }
        state.busyCount += 1
        return true
      }
      if isFree { continuation.resume(returning: state.withLock { $0.idle.popLast() }) }
    }
  }

  /// Passes a file, if there is one, to the next request that waits. Without such a request, keeps
  /// the file for later, or closes and removes it if there are enough.
  private static func pass(_ file: File?) {
    let (next, isKept) = state.withLock { state in
      if !state.waiting.isEmpty { return (Optional(state.waiting.removeFirst()), true) }

      state.busyCount -= 1
      guard let file else { return (nil, true) }
      guard state.idle.count < window else { return (nil, false) }
      state.idle.append(file)
      return (nil, true)
    }

    next?.resume(returning: file)
    if !isKept { file?.remove() }
  }

  /// Closes and removes the files, unless another run still uses one.
  static func removeAll() {
    let files = state.withLock { state in
      guard state.busyCount == 0 else { return [File]() }
      defer { state.idle = [] }
      return state.idle
    }
    for file in files { file.remove() }
  }
}
