internal import CanonicalJSON
internal import Conformance
internal import Foundation
internal import PortableContracts
internal import SystemPackage

/// Loads the suites that are bundled with this library, or those of an app.
enum ConformanceSuite {
  /// Loads the suite of a contract.
  ///
  /// - Parameters:
  ///   - name: The id of the contract.
  ///   - root: The folder with Fixtures and Golden, or `nil` for the ones bundled with this
  ///     library.
  /// - Throws: `ConformanceSuiteError` if the contract doesn't exist, or if its files have errors.
  static func load(_ name: String, root: URL?) throws(ConformanceSuiteError) -> Suite {
    guard let folder = root?.path ?? Bundle.module.resourcePath else {
      throw ConformanceSuiteError(
        description: "the resources of ConformanceTesting are missing from the bundle"
      )
    }
    let root = FilePath(folder)
    let known = (try? FileSystem.names(in: root.appending(Suite.fixtures))) ?? []
    guard known.contains(where: { $0.hasSameBytes(as: name) }) else {
      throw ConformanceSuiteError(
        description:
          "no contract is named '\(printable(name))'; "
          + "known: \(known.isEmpty ? "none" : known.joined(separator: ", "))"
      )
    }
    let (lock, _) = GoldenLock.load(under: root)
    let (suite, diagnostics) = Suite.load(name, linked: .portable, lock: lock, under: root)
    guard let suite, !diagnostics.hasErrors else {
      let problems = diagnostics.map(\.description).joined(separator: "\n")
      throw ConformanceSuiteError(description: "the suite of '\(name)' can't be read:\n\(problems)")
    }
    return suite
  }
}

/// The reason why the suite of a contract can't be loaded.
public struct ConformanceSuiteError: Error, CustomStringConvertible {
  /// A message that says what is wrong, with the available contracts or the errors in the files.
  public let description: String
}
