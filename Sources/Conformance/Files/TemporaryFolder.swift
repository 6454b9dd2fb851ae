internal import Foundation
internal import Synchronization
internal import SystemPackage

/// A folder in the system's folder for temporary files.
///
/// Whoever made it holds a lock on it, which ends with the process. So a folder without one was
/// left by a process that was killed, and the next process that makes a folder removes it.
package struct TemporaryFolder {
  package let path: String
  private let descriptor: CInt

  package init() throws(ImplementationFailure) {
    _ = Self.leftoversRemoved
    while true {
      // A UUID is not unique where there is no /dev/urandom.
      var name = Array("\(Self.parent)/\(Self.prefix)XXXXXX".utf8CString)
      guard mkdtemp(&name) != nil else {
        let reason = String(cString: strerror(errno))
        throw ImplementationFailure(
          "can make no folder in \(Self.parent): \(reason); set TMPDIR to a folder that can be written"
        )
      }
      // Another process may take it for a leftover before it is locked.
      guard
        let folder = Self(
          locking: String(decoding: name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        )
      else { continue }
      self = folder
      _ = Self.inUse.withLock { $0.insert(path) }
      return
    }
  }

  /// Removes the folder, or adds to `failures` why it can't be removed.
  package func remove() {
    if let failure = Self.remove(path) { Self.failureList.withLock { $0.append(failure) } }
    _ = Self.inUse.withLock { $0.remove(path) }
    close(descriptor)
  }

  /// Removes what this process has in use, since it is about to end. What is written there
  /// meanwhile stays, if anything.
  package static func removeAll() {
    let failures = inUse.withLock { paths in paths.compactMap(remove) }
    failureList.withLock { $0 += failures }
  }

  /// Why folders that this process made can't be removed, each with the folder.
  package static var failures: [FileError] { failureList.withLock(\.self) }

  private static func remove(_ path: String) -> FileError? {
    do throws(FileError) {
      try FileSystem.removeFolder(FilePath(path))
      return nil
    } catch {
      return FileError(
        path: error.path,
        reason: "this temporary file can't be removed: \(error.reason)",
        advice: "remove it yourself: rm -r \(path.shellQuoted)"
      )
    }
  }

  private static let inUse = Mutex<Set<String>>([])
  private static let failureList = Mutex<[FileError]>([])

  private static let parent = FileManager.default.temporaryDirectory.path
  private static let prefix = "parity-temporary-"

  private static let leftoversRemoved: Void = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? []
    for name in names where name.hasPrefix(prefix) {
      guard let leftover = Self(locking: "\(parent)/\(name)") else { continue }
      // The command that left it reports a folder that can't be removed.
      _ = remove(leftover.path)
      close(leftover.descriptor)
    }
  }()

  /// Nil where there is no folder of this user that nobody else holds locked.
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
