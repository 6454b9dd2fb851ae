import Foundation

/// The program `parity` that was built together with these tests.
enum Program {
  static var url: URL { get throws { try found.get() } }

  private static let found = Result { try find() }

  private static func find() throws -> URL {
    let folders = productFolders()
    let program = folders.map { $0.appendingPathComponent("parity") }.first {
      FileManager.default.isExecutableFile(atPath: $0.path)
    }
    guard let program else { throw ProgramMissing(folders: folders) }
    return program
  }

  /// The folder that the test bundle stands in on macOS, or the test program on Linux.
  private static func productFolders() -> [URL] {
    let bundles = Bundle.allBundles.map(\.bundleURL).filter { $0.pathExtension == "xctest" }
    return ([Bundle.main.executableURL].compactMap(\.self) + bundles).map {
      $0.resolvingSymlinksInPath().deletingLastPathComponent()
    }
  }
}

struct ProgramMissing: Error, CustomStringConvertible {
  let folders: [URL]

  var description: String {
    "there is no program 'parity' in \(folders.map(\.path).joined(separator: " or ")); build it with: swift build"
  }
}
