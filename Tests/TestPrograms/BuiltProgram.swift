package import Foundation

/// A program that was built together with the tests.
package struct BuiltProgram: Sendable {
  package let url: URL

  /// Finds a program next to the tests.
  ///
  /// - Throws: `Missing` if no folder of the build products has the program.
  package init(_ name: String) throws(Missing) {
    let folders = Self.productFolders()
    let program = folders.map { $0.appendingPathComponent(name) }.first {
      FileManager.default.isExecutableFile(atPath: $0.path)
    }
    guard let program else { throw Missing(name: name, folders: folders) }
    url = program
  }

  /// Returns the folder of the running program (the tests themselves on Linux), and those of the
  /// test bundles (on macOS).
  private static func productFolders() -> [URL] {
    let bundles = Bundle.allBundles.map(\.bundleURL).filter { $0.pathExtension == "xctest" }
    return ([Bundle.main.executableURL].compactMap(\.self) + bundles).map {
      $0.resolvingSymlinksInPath().deletingLastPathComponent()
    }
  }

  package struct Missing: Error, CustomStringConvertible {
    let name: String
    let folders: [URL]

    package var description: String {
      "there is no program '\(name)' in \(folders.map(\.path).joined(separator: " or ")); build it with: swift build"
    }
  }
}
