internal import Foundation
internal import SystemPackage

/// Removes a folder that may contain read-only folders, for example those that a program left
/// there.
///
/// Opens each folder by its name in its parent, and never through a link. Anything next to a
/// removed folder, or at the other end of a link in it, stays as it is.
struct FolderRemoval {
  /// The error for the first entry that can't be removed.
  private var failure: FileError?

  /// Removes the folder with its contents.
  ///
  /// - Throws: A `FileError` for the first entry that can't be removed, after everything else is.
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

  /// Removes a folder with its contents, and notes the first failure.
  ///
  /// - Parameters:
  ///   - name: The name of the folder in `parent`.
  ///   - parent: The open descriptor of the folder's parent.
  ///   - path: The path of the folder, for error messages.
  private mutating func removeFolder(_ name: String, in parent: CInt, path: FilePath) {
    guard let descriptor = Self.openWritable(name, in: parent) else { return note(path) }
    for name in Self.names(in: descriptor) ?? [] {
      let entry = path.appending(name)
      if unlinkat(descriptor, name, 0) == 0 { continue }
      switch errno {
      // For a folder, Linux returns EISDIR and POSIX specifies EPERM.
      case EISDIR, EPERM: removeFolder(name, in: descriptor, path: entry)
      case ENOENT: continue
      default: note(entry)
      }
    }
    close(descriptor)

    if unlinkat(parent, name, AT_REMOVEDIR) != 0, errno != ENOENT { note(path) }
  }

  /// Stores the current `errno` for a path, unless an earlier failure is stored.
  private mutating func note(_ path: FilePath) {
    let error = FileError(path: path, errno: Errno(rawValue: errno))
    failure = failure ?? error
  }

  /// Opens a folder and makes its entries removable if this user may do so. Returns `nil` if it
  /// can't be opened.
  private static func openWritable(_ name: String, in parent: CInt) -> CInt? {
    let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
    var descriptor = openat(parent, name, flags)
    if descriptor < 0, errno == EACCES {
      // The folder isn't readable. Only its owner can change that.
      guard fchmodat(parent, name, S_IRWXU, AT_SYMLINK_NOFOLLOW) == 0 else { return nil }
      descriptor = openat(parent, name, flags)
    }
    guard descriptor >= 0 else { return nil }

    var status = stat()
    let isWritable = fstat(descriptor, &status) == 0 && status.st_mode & S_IRWXU == S_IRWXU
    // If this fails, removing an entry fails too, and that is reported.
    if !isWritable { _ = fchmod(descriptor, S_IRWXU) }
    return descriptor
  }

  /// Returns the names in an open folder, or `nil` if it can't be read.
  private static func names(in folder: CInt) -> [String]? {
    // Closing the stream closes its descriptor, so give it a duplicate.
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
