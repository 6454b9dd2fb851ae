internal import Foundation
internal import SystemPackage

/// The removal of a folder that may have read-only folders in it, such as a program can leave them.
///
/// Each folder is opened by its name in the folder before it, never through a link: what is next to
/// a removed folder, or at the other end of a link in it, stays as it is.
struct FolderRemoval {
  /// The first entry that can't be removed.
  private var failure: FileError?

  /// Removes the folder.
  ///
  /// - Throws: the first entry that can't be removed, once everything else is.
  static func remove(_ folder: FilePath) throws(FileError) {
    guard let name = folder.lastComponent else {
      throw FileError(path: folder, errno: .invalidArgument)
    }
    let parent = folder.removingLastComponent()
    let descriptor = open(parent.isEmpty ? "." : parent.string, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileError(path: parent, errno: Errno(rawValue: errno)) }
    defer { close(descriptor) }

    var removal = FolderRemoval()
    removal.removeFolder(name.string, in: descriptor, path: folder)
    if let failure = removal.failure { throw failure }
  }

  /// - Parameters:
  ///   - parent: the descriptor of the folder that has the name.
  ///   - path: for messages.
  private mutating func removeFolder(_ name: String, in parent: CInt, path: FilePath) {
    guard let descriptor = Self.openWritable(name, in: parent) else { return note(path) }
    for name in Self.names(in: descriptor) ?? [] {
      let entry = path.appending(name)
      if unlinkat(descriptor, name, 0) == 0 { continue }
      switch errno {
      // Linux says EISDIR of a folder, and POSIX EPERM.
      case EISDIR, EPERM: removeFolder(name, in: descriptor, path: entry)
      case ENOENT: continue
      default: note(entry)
      }
    }
    close(descriptor)

    if unlinkat(parent, name, AT_REMOVEDIR) != 0, errno != ENOENT { note(path) }
  }

  private mutating func note(_ path: FilePath) {
    let error = FileError(path: path, errno: Errno(rawValue: errno))
    failure = failure ?? error
  }

  /// Opens a folder whose entries can be removed then, unless it is another user's.
  private static func openWritable(_ name: String, in parent: CInt) -> CInt? {
    let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
    var descriptor = openat(parent, name, flags)
    if descriptor < 0, errno == EACCES {
      // Its owner can't read it either.
      guard fchmodat(parent, name, S_IRWXU, AT_SYMLINK_NOFOLLOW) == 0 else { return nil }
      descriptor = openat(parent, name, flags)
    }
    guard descriptor >= 0 else { return nil }

    var status = stat()
    let isWritable = fstat(descriptor, &status) == 0 && status.st_mode & S_IRWXU == S_IRWXU
    // What this can't change shows when an entry can't be removed.
    if !isWritable { _ = fchmod(descriptor, S_IRWXU) }
    return descriptor
  }

  /// The names in an open folder, or `nil` if it can't be read.
  private static func names(in folder: CInt) -> [String]? {
    // The stream closes its descriptor.
    let duplicate = fcntl(folder, F_DUPFD_CLOEXEC, 0)
    guard duplicate >= 0, let stream = fdopendir(duplicate) else {
      if duplicate >= 0 { close(duplicate) }
      return nil
    }
    defer { closedir(stream) }

    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        let capacity = MemoryLayout.size(ofValue: pointer.pointee)
        return pointer.withMemoryRebound(to: CChar.self, capacity: capacity) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }
}
