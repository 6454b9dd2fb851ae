internal import Foundation
internal import SystemPackage

/// Returns the folder of the package, which is the working directory or one of its parents.
///
/// - Throws: `MeasurementError` if none of them has `tools/bench/node`.
func packageFolder() throws -> FilePath {
  let path = FileManager.default.currentDirectoryPath
  guard !path.isEmpty else { throw MeasurementError("the working directory is gone") }

  var folder = FilePath(path)
  while !FileManager.default.fileExists(atPath: folder.appending("tools/bench/node").string) {
    guard folder.removeLastComponent() else {
      throw MeasurementError("the working directory isn't in the package; change to it")
    }
  }

  return folder
}
