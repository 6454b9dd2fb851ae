internal import Conformance
public import Foundation
internal import SystemPackage

/// The folder that has the `Fixtures` and `Golden` of a suite.
public struct ConformanceFolder: Hashable, Sendable {
  /// The place of a folder. That of a source file is looked up only when the suite is read.
  private enum Place: Hashable {
    case bundled
    case folder(String)
    case nearest(toFile: String)
  }

  private let place: Place

  /// The contracts that are bundled with this library. Nothing in it can be recorded.
  public static let bundled = ConformanceFolder(place: .bundled)

  /// Returns a folder that has `Fixtures` and `Golden`, such as the resources of a test bundle.
  ///
  /// - Parameter url: The file URL of the folder.
  public static func folder(_ url: URL) -> ConformanceFolder {
    ConformanceFolder(place: .folder(url.path))
  }

  /// Returns the nearest folder with a suite, upward from a source file: one that has a
  /// `parity.json` or a `Fixtures/CONTRACT/behavior-matrix.json`.
  ///
  /// Goldens are recorded there, next to your sources. The folder doesn't exist on a device.
  ///
  /// - Parameter file: The source file to start from. By default, it is the file with the call.
  public static func sourceFolder(of file: String = #filePath) -> ConformanceFolder {
    ConformanceFolder(place: .nearest(toFile: file))
  }

  /// Whether the suite comes with this library.
  var isBundled: Bool { place == .bundled }

  /// Returns the path of the folder.
  ///
  /// - Throws: `ConformanceSuiteError` if no folder upward from the source file has a suite.
  func root() throws(ConformanceSuiteError) -> FilePath {
    switch place {
    case .bundled:
      guard let path = Bundle.module.resourcePath else {
        throw ConformanceSuiteError(
          "the resources of ConformanceTesting are missing from the bundle"
        )
      }
      return FilePath(path)
    case .folder(let path): return FilePath(path)
    case .nearest(let file): return try Self.nearestSuite(toFile: FilePath(file))
    }
  }

  /// Returns the first folder with a suite, starting with the folder of the file.
  private static func nearestSuite(toFile file: FilePath) throws(ConformanceSuiteError) -> FilePath
  {
    var folder = file
    while folder.removeLastComponent() {
      let isRepository = FileSystem.entry(at: folder.appending(RepositoryFile.path)) != nil
      if isRepository || !Suite.ids(under: folder).isEmpty { return folder }
    }

    throw ConformanceSuiteError(
      "no suite in the folder of \(file) or any parent",
      advice: "create one with \"parity init\", or name its folder: .folder(URL)"
    )
  }
}
