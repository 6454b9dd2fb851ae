internal import Foundation
package import SystemPackage

/// The sizes and modification times of the files in a folder and its subfolders.
///
/// Two snapshots show which files were created, changed or removed in between. Links aren't
/// followed.
package struct FolderSnapshot: Equatable, Sendable {
  /// The properties of a file that change when it is written.
  private struct Mark: Equatable, Sendable {
    let size: Int
    let seconds: Int
    let nanoseconds: Int
  }

  /// The marks of the files by their paths, relative to the folder.
  private var marks: [String: Mark] = [:]

  /// Creates a snapshot without files.
  package init() {}

  /// Looks at every file of a folder. What can't be read is left out.
  ///
  /// - Parameters:
  ///   - root: The folder.
  ///   - isIgnored: Whether to leave out the files and folders with a name.
  package init(of root: FilePath, ignoring isIgnored: (String) -> Bool) {
    var folders = [""]
    while let folder = folders.popLast() {
      let path = root.string + "/" + folder
      guard let entries = opendir(path) else { continue }
      defer { closedir(entries) }

      while let entry = readdir(entries) {
        let (name, status) = Self.read(entry, in: dirfd(entries))
        guard let status, name != ".", name != "..", !isIgnored(name) else { continue }
        if status.st_mode & S_IFMT == S_IFDIR {
          folders.append("\(folder)\(name)/")
        } else {
          marks["\(folder)\(name)"] = Self.mark(status)
        }
      }
    }
  }

  /// The paths of the files, relative to the folder, in byte order.
  var paths: [String] { marks.keys.sorted() }

  /// Returns the paths of the files that were created, changed or removed since another snapshot,
  /// in byte order.
  package func changes(since earlier: FolderSnapshot) -> [String] {
    let changed = marks.filter { earlier.marks[$0.key] != $0.value }.map(\.key)
    let removed = earlier.marks.keys.filter { marks[$0] == nil }
    return (changed + removed).sorted()
  }

  /// Returns the name of an entry, and its status unless it has just been removed.
  private static func read(
    _ entry: UnsafeMutablePointer<dirent>,
    in folder: CInt
  ) -> (name: String, status: stat?) {
    withUnsafePointer(to: &entry.pointee.d_name) { pointer in
      pointer.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { name in
        var status = stat()
        let isRead = fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0
        return (String(cString: name), isRead ? status : nil)
      }
    }
  }

  /// Returns the mark of a file with the full resolution of its modification time.
  private static func mark(_ status: stat) -> Mark {
    let time = status.modificationTime
    return Mark(size: Int(status.st_size), seconds: time.tv_sec, nanoseconds: time.tv_nsec)
  }
}
