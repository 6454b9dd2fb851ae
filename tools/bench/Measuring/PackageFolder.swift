internal import SystemPackage

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// The folder of the package, found from the working directory upwards.
func packageFolder() throws -> FilePath {
  var folder = try workingDirectory()
  while access(folder.appending("tools/bench/node").string, F_OK) != 0 {
    guard folder.removeLastComponent() else {
      throw CannotMeasure("the working directory isn't in the package; change to it")
    }
  }
  return folder
}

private func workingDirectory() throws -> FilePath {
  guard let path = getcwd(nil, 0) else { throw CannotMeasure("the working directory is gone") }
  defer { free(path) }
  return FilePath(platformString: path)
}
