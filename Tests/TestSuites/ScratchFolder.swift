import Conformance
import Foundation
package import SystemPackage

/// A folder of real files, which is removed with the last reference to it. A test's struct holds
/// that reference.
package final class ScratchFolder: Sendable {
  package let root: FilePath

  package init() {
    // Uses memory if it is available, because the engine waits for the disk after each golden.
    let memory = "/dev/shm"
    let parent =
      FileManager.default.isWritableFile(atPath: memory)
      ? memory : FileManager.default.temporaryDirectory.path
    root = FilePath(parent).appending("parity-tests-\(UUID().uuidString)")
  }

  deinit {
    try? FileSystem.removeFolder(root)
  }

  package func write(_ bytes: [UInt8], to path: String) throws {
    try createFolder(String(path.split(separator: "/").dropLast().joined(separator: "/")))
    // Doesn't use `FileSystem`, which waits for the disk.
    try Data(bytes).write(to: URL(filePath: root.appending(path).string))
  }

  package func write(_ text: String, to path: String) throws {
    try write(Array(text.utf8), to: path)
  }

  package func createFolder(_ path: String = "") throws {
    try FileSystem.createFolder(path.isEmpty ? root : root.appending(path))
  }

  package func link(_ path: String, to destination: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: root.pushing(FilePath(path)).string,
      withDestinationPath: destination
    )
  }

  package func remove(_ path: String) throws {
    try FileSystem.removeFolder(root.appending(path))
  }

  /// Returns the text of a file, or `nil` if there is no such file.
  package func text(_ path: String) throws -> String? {
    guard FileSystem.entry(at: root.appending(path)) == .regular else { return nil }
    return try String(decoding: FileSystem.read(root.appending(path), limit: .max), as: UTF8.self)
  }

  /// Returns everything below a folder, by path: the text of each file, and "(folder)" for each
  /// folder.
  package func contents(of path: String) throws -> [String: String] {
    var contents: [String: String] = [:]
    for name in try FileSystem.names(in: root.appending(path)) {
      let below = "\(path)/\(name)"
      if let text = try text(below) {
        contents[below] = text
      } else {
        contents[below] = "(folder)"
        contents.merge(try self.contents(of: below)) { $1 }
      }
    }
    return contents
  }
}
