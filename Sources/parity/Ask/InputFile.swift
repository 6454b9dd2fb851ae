internal import Conformance
internal import SystemPackage

/// A file named on the command line, or standard input.
struct InputFile {
  /// What messages call it.
  let name: String
  private let path: String

  /// - Parameter path: `-` is standard input.
  init(_ path: String) {
    self.path = path
    name = path == "-" ? "standard input" : path
  }

  func bytes() throws(CommandFailure) -> [UInt8] {
    do {
      if path == "-" {
        return try FileSystem.readAll(.standardInput, path: FilePath(name), limit: Self.limit)
      }
      return try FileSystem.read(FilePath(path), limit: Self.limit)
    } catch let error as FileError {
      throw CommandFailure(.unusableData, "\(name): \(error.reason)")
    } catch {
      throw CommandFailure(.unusableData, "\(name): \(error)")
    }
  }

  /// 1 GiB; recordings are far larger than case files.
  private static var limit: Int { 1 << 30 }
}
