internal import CanonicalJSON
internal import Foundation
package import SystemPackage

/// A file operation that failed, with the path and the system's reason.
package struct FileError: Error, Hashable, Sendable {
  package let path: FilePath
  package let reason: String
  /// What the user can do about it, or `nil` if that is obvious.
  package let advice: String?

  package init(path: FilePath, reason: String, advice: String? = nil) {
    self.path = path
    self.reason = reason
    self.advice = advice
  }
}

extension FileError {
  /// Creates an error from the system's error number. The reason starts in lower case.
  package init(path: FilePath, errno: Errno) {
    let reason = errno.description
    self.init(path: path, reason: reason.prefix(1).lowercased() + reason.dropFirst())
  }

  /// Returns the same error with an addition to its reason, after a semicolon.
  func adding(_ outcome: String) -> FileError {
    FileError(path: path, reason: "\(reason); \(outcome)", advice: advice)
  }
}

/// The file operations that Parity needs. Each error contains the path.
package enum FileSystem {
  /// Returns the type of the entry at `path`, or `nil` if nothing is there. Follows links, except
  /// that a broken link counts as an entry.
  package static func entry(at path: FilePath) -> FileType? {
    ((try? Stat(path, followTargetSymlink: true)) ?? (try? Stat(path, followTargetSymlink: false)))?
      .type
  }

  /// Returns the bytes of a regular file.
  ///
  /// - Parameter limit: The largest size to read, in bytes.
  /// - Throws: A `FileError` if the file is missing, isn't a regular file, or is larger than
  ///   `limit`.
  package static func read(_ path: FilePath, limit: Int) throws(FileError) -> [UInt8] {
    guard let bytes = try readIfPresent(path, limit: limit) else {
      throw FileError(path: path, errno: .noSuchFileOrDirectory)
    }
    return bytes
  }

  /// Returns the bytes of a regular file, or `nil` if the file doesn't exist.
  package static func readIfPresent(_ path: FilePath, limit: Int) throws(FileError) -> [UInt8]? {
    try attempt(path) {
      let descriptor: FileDescriptor
      do {
        // Without this option, opening a pipe blocks until another process writes to it.
        descriptor = try FileDescriptor.open(path, .readOnly, options: .nonBlocking)
      } catch Errno.noSuchFileOrDirectory {
        return nil
      }

      return try descriptor.closeAfter {
        switch try Stat(descriptor).type {
        case .regular: break
        case .directory: throw FileError(path: path, reason: "expected a file, found a folder")
        default: throw FileError(path: path, reason: "not a regular file")
        }

        return try readAll(descriptor, path: path, limit: limit)
      }
    }
  }

  /// Reads a descriptor, such as standard input, up to its end.
  ///
  /// - Parameters:
  ///   - path: The path for error messages.
  ///   - limit: The largest number of bytes to read. More is an error.
  package static func readAll(
    _ descriptor: FileDescriptor,
    path: FilePath,
    limit: Int
  ) throws -> [UInt8] {
    let status = try Stat(descriptor)
    let size = status.type == .regular ? Int(status.size) : nil
    var bytes: [UInt8] = []

    // One byte more than the size, so that a short read shows the end of the file.
    var room = size.map { min($0, limit) + 1 } ?? 1 << 16
    while true {
      let chunk = try [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
        count = try descriptor.read(into: UnsafeMutableRawBufferPointer(buffer))
      }

      guard bytes.count + chunk.count <= limit else {
        throw FileError(path: path, reason: "too large: the limit is \(limit >> 20) MiB")
      }

      if bytes.isEmpty {
        bytes = chunk
      } else {
        bytes += chunk
      }

      // A short read of a regular file is its last one.
      let isShortRead = size != nil && chunk.count < room
      if chunk.isEmpty || isShortRead { return bytes }
      room = 1 << 16
    }
  }

  /// Returns the names in a folder, sorted by their bytes, or no names if the folder doesn't exist.
  package static func names(in folder: FilePath) throws(FileError) -> [String] {
    guard let entry = entry(at: folder) else { return [] }
    guard entry != .regular else {
      throw FileError(path: folder, reason: "expected a folder, found a file")
    }
    do {
      return try FileManager.default.contentsOfDirectory(atPath: folder.string).map { TextKey($0) }
        .sorted()
        .map(\.text)
    } catch {
      throw FileError(path: folder, reason: "can't list the files in this folder")
    }
  }

  /// Creates a folder and its missing parents.
  ///
  /// If one of them can't be created, removes those that were.
  ///
  /// - Returns: The folders that were created, outermost first.
  @discardableResult
  package static func createFolder(_ folder: FilePath) throws(FileError) -> [FilePath] {
    if entry(at: folder) == .directory { return [] }
    let parent = folder.removingLastComponent()
    let parents = parent.isEmpty || entry(at: parent) != nil ? [] : try createFolder(parent)

    guard mkdir(folder.string, 0o777) == 0 else {
      let error = FileError(path: folder, errno: Errno(rawValue: errno))
      removeEmptyFolders(parents)
      throw error
    }
    return parents + [folder]
  }

  /// Creates a folder whose parent exists.
  ///
  /// - Throws: A `FileError`, also if an entry with the name exists, or if the parent doesn't.
  static func createOnly(_ folder: FilePath) throws(FileError) {
    try require(mkdir(folder.string, 0o777), on: folder)
  }

  /// Throws if the files in a folder can't be replaced, as far as access(2) shows that in advance.
  static func requireWritable(_ folder: FilePath) throws(FileError) {
    try require(access(folder.string, W_OK), on: folder)
  }

  /// Creates a file, and flushes it to the disk if `isFlushed`.
  ///
  /// - Throws: A `FileError`, also if an entry with the name exists. A link is never followed.
  package static func writeNew(
    _ bytes: [UInt8],
    to path: FilePath,
    isFlushed: Bool
  ) throws(FileError) {
    try write(bytes, to: path, options: [.exclusiveCreate, .noFollow], isFlushed: isFlushed)
  }

  /// Sets the permissions of a file to exactly these, regardless of the umask.
  static func setPermissions(
    _ permissions: FilePermissions,
    of path: FilePath
  ) throws(FileError) {
    try require(chmod(path.string, permissions.rawValue), on: path)
  }

  /// Appends to a file, which is created if it doesn't exist.
  package static func append(_ bytes: [UInt8], to path: FilePath) throws(FileError) {
    try write(bytes, to: path, options: .append, isFlushed: false)
  }

  /// Writes to a file, which is created if it doesn't exist, and flushes it to the disk if
  /// `isFlushed`.
  ///
  /// - Parameter options: The options that say what happens to an entry that exists.
  private static func write(
    _ bytes: [UInt8],
    to path: FilePath,
    options: FileDescriptor.OpenOptions,
    isFlushed: Bool
  ) throws(FileError) {
    try attempt(path) {
      let descriptor = try FileDescriptor.open(
        path,
        .writeOnly,
        options: options.union(.create),
        permissions: FilePermissions(rawValue: 0o666)
      )

      try descriptor.closeAfter {
        try descriptor.writeAll(bytes)
        if isFlushed { try require(fsync(descriptor.rawValue), on: path) }
      }
    }
  }

  /// Replaces a file in one step, so that no reader sees half of it.
  ///
  /// A link stays, and the file that it leads to is replaced. Parity writes directly to anything
  /// that isn't a regular file, such as a pipe, and to what is open already: `/dev/fd/3`, or the
  /// log that standard output goes to. Parents are not created.
  ///
  /// - Parameter root: The root of the repository. If `path` is in it, the file that a link leads
  ///   to has to be in it too.
  package static func replace(
    _ path: FilePath,
    with bytes: [UInt8],
    within root: FilePath? = nil
  ) throws(FileError) {
    if let open = openDescriptor(of: path) {
      _ = try attempt(path) { try open.writeAll(bytes) }
      return
    }

    let place = try root.map { root throws(FileError) in try inside(root, path) }
    let path = destination(place ?? path)
    switch entry(at: path) {
    case .directory: throw FileError(path: path, reason: "expected a file, found a folder")
    case .regular, nil: break
    default: return try append(bytes, to: path)
    }
    guard path.lastComponent != nil else {
      throw FileError(path: path, reason: "the path doesn't end in a file name")
    }

    let parent = path.removingLastComponent()
    let folder = parent.isEmpty ? "." : parent
    StagingFolder.removeLeftovers(in: folder)
    do throws(FileError) {
      let staging = try StagingFolder(in: folder)
      defer { staging.remove() }
      try rename(try staging.write(bytes, as: .new), to: path)
    } catch {
      throw FileError(path: path, reason: error.reason)
    }
  }

  /// Throws if `replace` can't write to a path, as far as that is known in advance. Nothing is
  /// written.
  ///
  /// - Throws: The reason, which names the path itself or its folder.
  package static func requireReplaceable(_ path: FilePath) throws(FileError) {
    guard openDescriptor(of: path) == nil else { return }

    let place = destination(path)
    switch entry(at: place) {
    case .directory:
      throw FileError(path: path, reason: "expected a file, found a folder")
    case .regular, nil:
      guard place.lastComponent != nil else {
        throw FileError(path: path, reason: "the path doesn't end in a file name")
      }
      // The file is replaced, so its folder is what has to be writable.
      let parent = place.removingLastComponent()
      // The dot makes a parent that isn't a folder an error.
      try requireWritable((parent.isEmpty ? "." : parent).appending("."))
    case .symbolicLink:
      // It leads nowhere yet, so writing makes the file that it names.
      break
    default:
      try require(access(place.string, W_OK), on: path)
    }
  }

  /// Returns the place that a path in a repository leads to, or the path itself if it is outside of
  /// the repository.
  ///
  /// - Throws: A `FileError` if a link on the path leads out of the repository.
  package static func inside(_ root: FilePath, _ path: FilePath) throws(FileError) -> FilePath {
    guard let name = path.lastComponent else { return path }
    let current = FilePath(FileManager.default.currentDirectoryPath)
    let parent = path.removingLastComponent()
    let named = current.pushing(path).lexicallyNormalized()
    let real = resolved(parent.isEmpty ? "." : parent).appending(name)

    // A path may name the repository by a link to it, or reach it through one.
    let realRoot = resolved(root)
    for base in [current.pushing(root).lexicallyNormalized(), realRoot] {
      for var way in [named, real] where way.removePrefix(base) {
        return realRoot.pushing(try FollowedPath(way, under: realRoot).place)
      }
    }
    return path
  }

  /// Returns the descriptor that a path names, or the one of standard output and standard error
  /// that writes to the same file. Returns `nil` if neither applies.
  private static func openDescriptor(of path: FilePath) -> FileDescriptor? {
    for folder in ["/dev/fd/", "/proc/self/fd/"] where path.string.hasPrefix(folder) {
      return CInt(path.string.dropFirst(folder.count)).map(FileDescriptor.init(rawValue:))
    }
    guard let file = try? Stat(path, followTargetSymlink: true) else { return nil }
    return [.standardOutput, .standardError].first { stream in
      guard let open = try? Stat(stream) else { return false }
      return open.deviceID == file.deviceID && open.inode == file.inode
    }
  }

  /// Returns the target of a link as it is written, or `nil` for anything other than a link.
  static func linkText(of path: FilePath) -> FilePath? {
    let text = try? FileManager.default.destinationOfSymbolicLink(atPath: path.string)
    return text.map { FilePath($0) }
  }

  /// Returns the file that writing to a path changes, with links and dots resolved. The file
  /// doesn't have to exist.
  package static func destination(_ path: FilePath) -> FilePath {
    let target = resolved(path)
    guard target == path, let name = path.lastComponent else { return target }
    let parent = path.removingLastComponent()
    return resolved(parent.isEmpty ? "." : parent).appending(name)
  }

  /// Returns the path without links and dots, or the path itself if nothing is there.
  package static func resolved(_ path: FilePath) -> FilePath {
    guard let resolved = realpath(path.string, nil) else { return path }
    defer { free(resolved) }
    return FilePath(String(cString: resolved))
  }

  /// Returns the file system that a folder is in, or `nil` if the folder doesn't exist.
  static func device(of folder: FilePath) -> DeviceID? {
    (try? Stat(folder, followTargetSymlink: true))?.deviceID
  }

  /// Whether a file belongs to the user who runs this process, or to the user who ran it with sudo.
  /// Also `true` if the file doesn't exist.
  package static func isOwn(_ path: FilePath) -> Bool {
    guard let owner = (try? Stat(path, followTargetSymlink: true))?.userID.rawValue else {
      return true
    }
    let sudoer = getenv("SUDO_UID").flatMap { UInt32(String(cString: $0)) }
    let belongsToSudoer = geteuid() == 0 && owner == sudoer
    return owner == geteuid() || belongsToSudoer
  }

  /// Moves `source` to `target`, and replaces it in one step if it exists, as rename(2) does.
  package static func rename(_ source: FilePath, to target: FilePath) throws(FileError) {
    try require(Foundation.rename(source.string, target.string), on: target)
  }

  /// Flushes a folder's own entries to the disk, so that a rename in it survives a power failure.
  package static func flushFolder(_ folder: FilePath) throws(FileError) {
    try attempt(folder) {
      let descriptor = try FileDescriptor.open(folder, .readOnly)
      try descriptor.closeAfter { try require(fsync(descriptor.rawValue), on: folder) }
    }
  }

  /// Removes a file, or a link without its target.
  package static func removeFile(_ path: FilePath) throws(FileError) {
    try require(unlink(path.string), on: path)
  }

  /// Removes a folder and its contents if it exists. Folders in it may be read-only.
  ///
  /// - Throws: A `FileError` for the first path that can't be removed, after everything else is.
  package static func removeFolder(_ folder: FilePath) throws(FileError) {
    guard entry(at: folder) != nil else { return }
    if (try? FileManager.default.removeItem(atPath: folder.string)) != nil { return }
    try FolderRemoval.remove(folder)
  }

  /// Removes the folders that are empty, in reverse order, so that parents may come before their
  /// subfolders.
  static func removeEmptyFolders(_ folders: [FilePath]) {
    for folder in folders.reversed() { rmdir(folder.string) }
  }

  /// Runs `body` while it holds an exclusive lock on a folder.
  ///
  /// - Parameter patience: How long to wait for another process that holds the lock.
  /// - Throws: A `FileError` if the other process still holds the lock after that time.
  package static func withExclusiveLock<Result>(
    on folder: FilePath,
    patience: Duration,
    _ body: () throws(FileError) -> Result
  ) throws(FileError) -> Result {
    let descriptor = try attempt(folder) { try FileDescriptor.open(folder, .readOnly) }
    defer { try? descriptor.close() }

    let start = ContinuousClock.now
    while flock(descriptor.rawValue, LOCK_EX | LOCK_NB) != 0 {
      guard errno == EWOULDBLOCK || errno == EINTR else {
        throw FileError(path: folder, errno: Errno(rawValue: errno))
      }
      guard .now - start < patience else {
        throw FileError(
          path: folder,
          reason: "another process is writing to this folder, so nothing was written; "
            + "try again when the other process has finished"
        )
      }

      usleep(10_000)
    }
    return try body()
  }

  /// Throws the current `errno` with the path if a system call returned a `status` other than 0.
  private static func require(_ status: CInt, on path: FilePath) throws(FileError) {
    guard status == 0 else { throw FileError(path: path, errno: Errno(rawValue: errno)) }
  }

  /// Runs `body` and turns any error that it throws into a `FileError` with the path.
  private static func attempt<Result>(
    _ path: FilePath,
    _ body: () throws -> Result
  ) throws(FileError) -> Result {
    do {
      return try body()
    } catch let error as FileError {
      throw error
    } catch let error as Errno {
      throw FileError(path: path, errno: error)
    } catch {
      throw FileError(path: path, reason: "\(error)")
    }
  }
}
