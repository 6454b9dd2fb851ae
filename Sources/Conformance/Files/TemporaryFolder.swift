internal import Foundation
internal import Synchronization
internal import SystemPackage

/// A folder in the system's folder for temporary files.
///
/// The process that creates it holds a lock on it, which ends with the process. A folder without a
/// lock was left by a process that was killed, and the next process that creates a folder removes
/// it.
package struct TemporaryFolder {
  package let path: String
  private let descriptor: CInt

  /// Creates and locks a folder. The first call in a process also removes leftovers.
  ///
  /// - Throws: An `ImplementationFailure` if the folder can't be created.
  package init() throws(ImplementationFailure) {
    _ = Self.leftoversRemoved
    while true {
      // mkdtemp makes sure that the name is new. A UUID isn't unique on a system without
      // /dev/urandom.
      var name = Array("\(Self.parent)/\(Self.prefix)XXXXXX".utf8CString)
      guard mkdtemp(&name) != nil else {
        let reason = String(cString: strerror(errno))
        throw ImplementationFailure(
          "can't create a temporary folder in \(Self.parent): \(reason); "
            + "set TMPDIR to a writable folder"
        )
      }

      // The array ends with the 0 of a C string.
      let bytes = name.dropLast().map(UInt8.init(bitPattern:))
      // Another process may remove the folder as a leftover before it is locked.
      guard let folder = Self(locking: String(decoding: bytes, as: UTF8.self)) else { continue }

      self = folder
      _ = Self.inUse.withLock { $0.insert(path) }
      return
    }
  }

  /// Removes the folder, or adds the reason to `failures` if it can't be removed.
  package func remove() {
    if let failure = Self.remove(path) { Self.failureList.withLock { $0.append(failure) } }
    _ = Self.inUse.withLock { $0.remove(path) }
    close(descriptor)
  }

  /// Removes the folders that this process uses, because it is about to exit. A file that a program
  /// writes at the same time may stay.
  package static func removeAll() {
    let failures = inUse.withLock { paths in paths.compactMap(removeInUse) }
    failureList.withLock { $0 += failures }
  }

  /// Removes the folders that are left when this process exits by returning or by calling `exit`.
  package static func removeAllAtExit() { _ = removalAtExit }

  private static let removalAtExit: Void = { atexit { TemporaryFolder.removeAll() } }()

  /// Removes a folder that another thread may be writing to.
  ///
  /// The folder gets another name first, so the other thread fails at its next path. What it wrote
  /// until then is removed in another round.
  private static func removeInUse(_ path: String) -> FileError? {
    let ended = "\(path)-ended"
    let current = rename(path, ended) == 0 ? ended : path
    var failure: FileError?
    for _ in 0..<rounds {
      failure = remove(current)
      if failure == nil { break }
      usleep(pause)
    }
    return failure
  }

  /// The number of attempts to remove a folder that may be in use.
  private static let rounds = 10
  /// The time between two attempts, in microseconds.
  private static let pause: useconds_t = 10_000

  /// The reasons why folders of this process can't be removed, one error per folder.
  package static var failures: [FileError] { failureList.withLock(\.self) }

  /// Removes a folder if it exists. Returns an error that says how to remove it by hand, or `nil`
  /// if it is gone.
  private static func remove(_ path: String) -> FileError? {
    do throws(FileError) {
      try FileSystem.removeFolder(FilePath(path))
      return nil
    } catch {
      return FileError(
        path: error.path,
        reason: "can't remove this temporary file: \(error.reason)",
        advice: "remove the folder yourself: rm -r \(path.shellQuoted)"
      )
    }
  }

  /// The paths of the folders that this process has created and not removed yet.
  private static let inUse = Mutex<Set<String>>([])
  private static let failureList = Mutex<[FileError]>([])

  private static let parent = FileManager.default.temporaryDirectory.path
  private static let prefix = "parity-temporary-"

  /// Removes the folders of processes that were killed, once per process.
  private static let leftoversRemoved: Void = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? []
    for name in names where name.hasPrefix(prefix) {
      guard let leftover = Self(locking: "\(parent)/\(name)") else { continue }
      // The command that left this folder has reported that it can't be removed.
      _ = remove(leftover.path)
      close(leftover.descriptor)
    }
  }()

  /// Opens and locks a folder. Returns `nil` if it doesn't exist, belongs to another user, or is
  /// locked by another process.
  private init?(locking path: String) {
    self.path = path
    descriptor = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    var status = stat()
    guard descriptor >= 0, fstat(descriptor, &status) == 0, status.st_uid == geteuid(),
      flock(descriptor, LOCK_EX | LOCK_NB) == 0, access(path, F_OK) == 0
    else {
      close(descriptor)
      return nil
    }
  }
}
