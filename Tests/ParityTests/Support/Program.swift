import Foundation

/// The programs that were built together with these tests.
enum Program {
  static var url: URL { get throws { try parity.get() } }
  static var misbehaving: URL { get throws { try misbehavingProgram.get() } }

  private static let parity = Result { try find("parity") }
  private static let misbehavingProgram = Result { try find("misbehaving-program") }

  private static func find(_ name: String) throws -> URL {
    let folders = productFolders()
    let program = folders.map { $0.appendingPathComponent(name) }.first {
      FileManager.default.isExecutableFile(atPath: $0.path)
    }
    guard let program else { throw ProgramMissing(name: name, folders: folders) }
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
  let name: String
  let folders: [URL]

  var description: String {
    "there is no program '\(name)' in \(folders.map(\.path).joined(separator: " or ")); build it with: swift build"
  }
}
