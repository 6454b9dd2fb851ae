internal import CanonicalJSON
internal import ClaudeEvents
internal import Conformance
internal import Foundation
internal import SystemPackage

/// The suites that this library carries, or those of an app.
enum ConformanceSuite {
  /// - Parameter root: the folder with Fixtures and Golden; nil: those that this library carries.
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
          "no contract is called '\(printable(name))'; there is \(known.isEmpty ? "none" : known.joined(separator: ", "))"
      )
    }
    let (lock, _) = GoldenLock.load(under: root)
    let (suite, diagnostics) = Suite.load(name, linked: [.claudeEvents], lock: lock, under: root)
    guard let suite, !diagnostics.hasErrors else {
      let problems = diagnostics.map(\.description).joined(separator: "\n")
      throw ConformanceSuiteError(description: "the suite of \(name) can't be read:\n\(problems)")
    }
    return suite
  }
}

/// Why there is no suite of a contract.
public struct ConformanceSuiteError: Error, CustomStringConvertible {
  /// What is wrong, and what there is.
  public let description: String
}
