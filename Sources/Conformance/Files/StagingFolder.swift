internal import Foundation
package import SystemPackage

/// A hidden folder of one process, for new contents of files until they are renamed into place.
///
/// The name is random, and the process locks the folder until it ends. A kill leaves the folder
/// without a lock, and the next process that writes next to it removes it. A leftover has the exact
/// name, belongs to this user and holds only files that `write` creates. Anything else stays.
package struct StagingFolder {
  /// How the name of every staging folder begins; 16 hexadecimal digits follow.
  package static let prefix = ".parity-staging-"
  private static let keptPrefix = ".parity-kept-"

  /// The role of a file in a staging folder.
  package enum Role: String, CaseIterable {
    /// What a file is to hold.
    case new
    /// What it held before.
    case old
  }

  package let path: FilePath
  private let descriptor: FileDescriptor

  /// Creates a staging folder and locks it.
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
        // Another process took the folder for a leftover.
        continue
      } catch {
        rmdir(path.string)
        throw FileError(path: folder, reason: "\(error)")
      }

      // Some file systems have no locks; a folder there is never a leftover.
      let isTaken = flock(descriptor.rawValue, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK
      if !isTaken, access(path.string, F_OK) == 0 {
        self.path = path
        self.descriptor = descriptor
        return
      }
      try? descriptor.close()
    }
    throw FileError(path: folder, reason: "no folder for new files can be made here")
  }

  /// Writes a file that does not exist yet, and returns its path.
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

  /// The path of a file in the folder.
  package func file(_ role: Role, _ number: Int = 0) -> FilePath {
    path.appending("\(role)-\(number)")
  }

  /// Removes the folder and the files that are left in it.
  package func remove() {
    Self.remove(path, descriptor)
    try? descriptor.close()
  }

  /// Gives the folder a name that no process removes, and returns its new path.
  package func keep() -> FilePath {
    let kept = path.removingLastComponent()
      .appending(Self.keptPrefix + (path.lastComponent?.string.dropFirst(Self.prefix.count) ?? ""))
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

  /// Removes a folder unless a process or another user has it, or it holds anything unknown.
  private static func removeLeftover(_ path: FilePath) {
    guard let descriptor = try? open(path) else { return }
    defer { try? descriptor.close() }

    var status = stat()
    guard fstat(descriptor.rawValue, &status) == 0, status.st_uid == geteuid(),
      flock(descriptor.rawValue, LOCK_EX | LOCK_NB) == 0
    else { return }
    remove(path, descriptor)
  }

  /// Removes an open folder if it holds only files of ours. No link is followed on the way.
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

  private static func open(_ path: FilePath) throws -> FileDescriptor {
    try FileDescriptor.open(path, .readOnly, options: [.directory, .noFollow, .closeOnExec])
  }

  // MARK: - Names

  private static func randomDigits() -> String {
    let digits = String(UInt64.random(in: .min ... .max), radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  private static func isName(_ name: String) -> Bool {
    let digits = name.utf8.dropFirst(prefix.utf8.count)
    let areHexadecimal = digits.allSatisfy { byte in
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
    }
    return name.utf8.starts(with: prefix.utf8) && digits.count == 16 && areHexadecimal
  }

  private static func isFileName(_ name: String) -> Bool {
    let parts = name.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, let number = Int(parts[1]), number >= 0 else { return false }
    return Role(rawValue: String(parts[0])) != nil && parts[1] == "\(number)"
  }
}
