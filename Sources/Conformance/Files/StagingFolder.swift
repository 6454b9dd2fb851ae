internal import Foundation
package import SystemPackage

/// A hidden folder of one process that holds new contents of files until they are renamed into
/// place.
///
/// The name is random, and the process locks the folder until it ends. A kill leaves the folder
/// without a lock, and the next process that writes next to it removes it. A folder is a leftover
/// only if its name has the exact form, it belongs to this user, and it holds only files that
/// `write` creates. Anything else stays.
package struct StagingFolder {
  /// The start of every staging folder's name. 16 hexadecimal digits follow it.
  package static let prefix = ".parity-staging-"
  /// The start of the name of a folder that no process removes.
  private static let keptPrefix = ".parity-kept-"

  /// The role of a file in a staging folder.
  package enum Role: String, CaseIterable {
    /// The new contents of a file.
    case new
    /// The contents of a file before the change.
    case old
  }

  package let path: FilePath
  private let descriptor: FileDescriptor

  /// Creates a staging folder with a random name and locks it.
  ///
  /// - Throws: A `FileError` if no folder can be created in `folder`.
  package init(in folder: FilePath) throws(FileError) {
    for _ in 0..<100 {
      let path = folder.appending(Self.prefix + Self.randomDigits())

      guard mkdir(path.string, 0o700) == 0 else {
        if errno == EEXIST { continue }
        throw FileError(path: folder, errno: Errno(rawValue: errno))
      }

      let descriptor: FileDescriptor
      do {
        descriptor = try Self.open(path)
      } catch Errno.noSuchFileOrDirectory {
        // Another process removed the folder as a leftover before it was locked.
        continue
      } catch {
        rmdir(path.string)
        throw FileError(path: folder, reason: "\(error)")
      }

      // Some file systems don't support locks. There, no folder is removed as a leftover.
      let isTaken = flock(descriptor.rawValue, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK
      if !isTaken, access(path.string, F_OK) == 0 {
        self.path = path
        self.descriptor = descriptor
        return
      }
      try? descriptor.close()
    }
    throw FileError(path: folder, reason: "can't create a temporary folder in this folder")
  }

  /// Writes a file that doesn't exist yet, and returns its path.
  package func write(
    _ bytes: [UInt8],
    as role: Role,
    _ number: Int = 0,
    isFlushed: Bool = true
  ) throws(FileError) -> FilePath {
    let file = self.file(role, number)
    try FileSystem.writeNew(bytes, to: file, isFlushed: isFlushed)
    return file
  }

  /// Returns the path of a file in the folder, which doesn't have to exist.
  package func file(_ role: Role, _ number: Int = 0) -> FilePath {
    path.appending("\(role)-\(number)")
  }

  /// Removes the folder and the files that are left in it, and releases the lock.
  package func remove() {
    Self.remove(path, descriptor)
    try? descriptor.close()
  }

  /// Renames the folder so that no process removes it, and returns its new path, or the old one if
  /// renaming fails.
  package func keep() -> FilePath {
    let digits = path.lastComponent?.string.dropFirst(Self.prefix.count) ?? ""
    let kept = path.removingLastComponent().appending(Self.keptPrefix + digits)
    let isRenamed = rename(path.string, kept.string) == 0
    try? descriptor.close()
    return isRenamed ? kept : path
  }

  // MARK: - Leftovers

  /// Removes the staging folders that killed processes left in a folder.
  package static func removeLeftovers(in folder: FilePath) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.string)) ?? []
    for name in names where isName(name) { removeLeftover(folder.appending(name)) }
  }

  /// Removes a staging folder, unless a process holds its lock, it belongs to another user, or it
  /// contains an unknown entry.
  private static func removeLeftover(_ path: FilePath) {
    guard let descriptor = try? open(path) else { return }
    defer { try? descriptor.close() }

    var status = stat()
    guard fstat(descriptor.rawValue, &status) == 0, status.st_uid == geteuid(),
      flock(descriptor.rawValue, LOCK_EX | LOCK_NB) == 0
    else { return }
    remove(path, descriptor)
  }

  /// Removes an open folder if it contains only regular files with the names of staged files. Never
  /// follows a link.
  private static func remove(_ path: FilePath, _ descriptor: FileDescriptor) {
    let names = try? FileManager.default.contentsOfDirectory(atPath: path.string)
    guard let names else { return }

    let areOurs = names.allSatisfy { name in
      var status = stat()
      return isFileName(name)
        && fstatat(descriptor.rawValue, name, &status, AT_SYMLINK_NOFOLLOW) == 0
        && status.st_mode & S_IFMT == S_IFREG
    }
    guard areOurs else { return }

    for name in names { unlinkat(descriptor.rawValue, name, 0) }
    rmdir(path.string)
  }

  /// Opens a folder to lock it. A link, or an entry that isn't a folder, is an error.
  private static func open(_ path: FilePath) throws -> FileDescriptor {
    try FileDescriptor.open(path, .readOnly, options: [.directory, .noFollow, .closeOnExec])
  }

  // MARK: - Names

  /// Returns 16 random hexadecimal digits, with leading zeros.
  private static func randomDigits() -> String {
    let digits = String(UInt64.random(in: .min ... .max), radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  /// Whether a name is that of a staging folder: the prefix and 16 lower-case hexadecimal digits.
  private static func isName(_ name: String) -> Bool {
    let digits = name.utf8.dropFirst(prefix.utf8.count)
    let areHexadecimal = digits.allSatisfy { byte in
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
    }
    return name.utf8.starts(with: prefix.utf8) && digits.count == 16 && areHexadecimal
  }

  /// Whether a name is one that `file(_:_:)` returns.
  private static func isFileName(_ name: String) -> Bool {
    let parts = name.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, let number = Int(parts[1]), number >= 0 else { return false }
    return Role(rawValue: String(parts[0])) != nil && parts[1] == "\(number)"
  }
}
