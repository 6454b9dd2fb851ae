internal import CanonicalJSON
internal import Synchronization
internal import SystemPackage

/// The text files that `$file` names in a file of cases.
///
/// Each of them is read once, so that all cases of the file have the same text. Several threads may
/// read at a time.
final class TextFiles: Sendable {
  /// A text file that was read.
  struct Content: Sendable {
    let text: String
    /// The SHA-256 of the bytes, in hex.
    let digest: String
    /// The place of the file on disk, without links.
    let place: FilePath
  }

  /// The reason why a file can't be used, and what to do about it.
  struct Problem: Error {
    let message: String
    let note: String
  }

  /// The path of the file of cases, relative to `root`.
  private let path: String
  /// The folder that `path` is relative to.
  private let root: FilePath
  /// The folder without links, or `nil` until the first file is read.
  private let resolved = Mutex<FilePath?>(nil)
  /// The result of reading each file, by the path that follows `$file`.
  private let readings = Mutex<[TextKey: Result<Content, Problem>]>([:])

  /// - Parameters:
  ///   - path: The path of the file of cases, relative to `root`.
  ///   - root: The folder that `path` is relative to.
  init(nextTo path: String, under root: FilePath) {
    self.path = path
    self.root = root
  }

  /// Whether the bytes of a JSON text may contain the key `$file`, possibly with escapes.
  static func mayBeNamed(in bytes: some Collection<UInt8>) -> Bool {
    let key = Array(InputMacro.file.rawValue.utf8)
    // Only an escape such as \u0024 can write one of its characters in another way.
    let escape = Array(#"\u00"#.utf8)

    var rest = bytes[...]
    while let start = rest.firstIndex(where: { $0 == key[0] || $0 == escape[0] }) {
      if rest[start...].starts(with: key) || rest[start...].starts(with: escape) { return true }
      rest = rest[rest.index(after: start)...]
    }
    return false
  }

  /// The names of the files that were read, including those that can't be used.
  var names: Set<TextKey> { readings.withLock { Set($0.keys) } }

  /// The digests of the files that were read, in byte order of their names.
  var digests: [FileDigest] {
    let readings = readings.withLock { $0 }
    return readings.sorted { $0.key < $1.key }.compactMap { name, reading in
      guard let content = try? reading.get() else { return nil }
      return FileDigest(path: shown(name.text), digest: content.digest, textFile: content.place)
    }
  }

  /// Returns the content of a file, which is read the first time it is named.
  ///
  /// - Parameter name: The path that follows `$file`.
  func content(of name: String) throws(Problem) -> Content {
    let key = TextKey(name)
    if let reading = readings.withLock({ $0[key] }) { return try reading.get() }

    let reading = Result { () throws(Problem) in try read(name) }
    // Another thread may have read the file meanwhile, and every case gets the same text.
    let first = readings.withLock { readings in
      let first = readings[key] ?? reading
      readings[key] = first
      return first
    }
    return try first.get()
  }

  // MARK: - Reading

  /// The folder of the file of cases on disk.
  private var folder: FilePath {
    let folder = root.pushing(FilePath(path)).removingLastComponent()
    return folder.isEmpty ? "." : folder
  }

  /// The folder without links, which is resolved once for all files.
  private var resolvedFolder: FilePath {
    resolved.withLock { resolved in
      let folder = resolved ?? FileSystem.resolved(folder)
      resolved = folder
      return folder
    }
  }

  /// Reads a file and checks that it is UTF-8. Links in the path may not lead out of the folder.
  private func read(_ name: String) throws(Problem) -> Content {
    guard Self.isRelativePath(name) else {
      throw Problem(
        message: "invalid path '\(name)' in '$file': the file must be in \(folderPhrase)",
        note: "write a path relative to that folder, with '/' between names and without '.' and "
          + "'..', such as \"examples/1.txt\""
      )
    }

    let followed: FollowedPath
    let place: FilePath
    let bytes: [UInt8]?
    do throws(FileError) {
      let folder = resolvedFolder
      followed = try FollowedPath(
        FilePath(name),
        underResolved: folder,
        named: folderPhrase
      )
      place = folder.pushing(followed.place)
      bytes = try FileSystem.readIfPresent(place, limit: InputMacro.byteLimit)
    } catch {
      throw Problem(
        message: "can't read the file \(shown(name)): \(error.reason)",
        note: error.advice
          ?? "name a regular file that holds UTF-8 text of at most "
          + "\(InputMacro.byteLimit >> 20) MiB"
      )
    }

    guard let bytes else { throw missing(name, followed.place) }
    let offset = bytes.withUnsafeBufferPointer { $0.span.firstInvalidUTF8 }
    if let offset { throw notText(name, bytes[offset], at: offset) }
    return Content(
      text: String(decoding: bytes, as: UTF8.self),
      digest: GoldenLock.digest(bytes),
      place: place
    )
  }

  /// Whether a text is a path below a folder, in the only spelling that is allowed.
  private static func isRelativePath(_ name: String) -> Bool {
    let hasForbiddenByte = name.utf8.contains { $0 == UInt8(ascii: "\\") || $0 == 0 }
    let components = name.split(separator: "/", omittingEmptySubsequences: false)
    return !hasForbiddenByte && components.allSatisfy { !["", ".", ".."].contains($0) }
  }

  /// Returns the problem of a name that leads to nothing: a broken link, or a path for which a
  /// similar name in the same folder is suggested.
  ///
  /// - Parameter place: The place that the name leads to, relative to the folder.
  private func missing(_ name: String, _ place: FilePath) -> Problem {
    guard place == FilePath(name) else {
      return Problem(
        message: "the link \(shown(name)) leads to \(shown(place.string)), which doesn't exist",
        note: "create the file, or correct the link"
      )
    }

    let parent = FilePath(name).removingLastComponent()
    let names = (try? FileSystem.names(in: folder.pushing(parent))) ?? []
    let base = FilePath(name).lastComponent?.string ?? name
    let nearest = Suggestion.nearest(to: base, in: names).map { "\(parent.appending($0))" }
    let hint = nearest.map { "; did you mean '\($0)'?" } ?? ""
    return Problem(
      message: "the file \(shown(name)) doesn't exist\(hint)",
      note: "create the file, or correct the path, which is relative to \(folderPhrase)"
    )
  }

  /// Returns the problem of a file with an invalid byte at an offset from its start.
  private func notText(_ name: String, _ byte: UInt8, at offset: Int) -> Problem {
    let digits = String(byte, radix: 16, uppercase: true)
    return Problem(
      message: "the file \(shown(name)) isn't UTF-8: "
        + "the byte 0x\(digits) at offset \(offset) is invalid",
      note: "save the file as UTF-8"
    )
  }

  // MARK: - Names in messages

  /// The folder of the file of cases, as diagnostics show it, or an empty text for the root.
  private var shownFolder: String { FilePath(path).removingLastComponent().string }

  /// Returns the path of a file, relative to the root.
  func shown(_ name: String) -> String {
    let shownFolder = shownFolder
    return shownFolder.isEmpty ? name : "\(shownFolder)/\(name)"
  }

  /// The noun for the folder of the file of cases in messages.
  private var folderPhrase: String {
    let shownFolder = shownFolder
    return shownFolder.isEmpty ? "the folder of this file" : "the folder \(shownFolder)"
  }
}
