internal import Foundation

/// A file for other programs to read.
enum TemporaryFile {
  /// Writes the pieces to a file, calls `body` with its path, and removes the file afterward.
  ///
  /// - Throws: `MeasurementError` if the file can't be created, and any error that `body` throws.
  static func with<Result>(
    _ pieces: some Sequence<String>,
    body: (String) async throws -> Result
  ) async throws -> Result {
    let folder = FileManager.default.temporaryDirectory
    let url = folder.appendingPathComponent("bench-\(UUID().uuidString)")
    guard FileManager.default.createFile(atPath: url.path, contents: nil) else {
      throw MeasurementError("\(url.path) can't be written")
    }
    defer { try? FileManager.default.removeItem(at: url) }

    let file = try FileHandle(forWritingTo: url)
    for piece in pieces { try file.write(contentsOf: Data(piece.utf8)) }
    try file.close()

    return try await body(url.path)
  }
}
