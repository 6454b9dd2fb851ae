internal import CanonicalJSON
internal import Conformance
internal import Contracts
internal import Foundation
internal import SystemPackage

/// The suites that this library carries.
enum ConformanceSuite {
  static func load(_ name: String) throws(ConformanceSuiteError) -> Suite {
    guard let contract = Contracts.all.first(where: { $0.id.hasSameBytes(as: name) }) else {
      let known = Contracts.all.map(\.id).joined(separator: ", ")
      throw ConformanceSuiteError("no contract is called '\(printable(name))'; there is \(known)")
    }
    guard let resources = Bundle.module.resourcePath else {
      throw ConformanceSuiteError("the resources of ConformanceTesting are missing from the bundle")
    }
    let root = FilePath(resources)
    let (lock, _) = GoldenLock.load(under: root)
    let (suite, diagnostics) = Suite.load(contract, lock: lock, under: root)
    guard let suite, !diagnostics.hasErrors else {
      let problems = diagnostics.map(\.description).joined(separator: "\n")
      throw ConformanceSuiteError("the suite of \(name) can't be read:\n\(problems)")
    }
    return suite
  }
}

/// Why there is no suite of a contract.
public struct ConformanceSuiteError: Error, CustomStringConvertible {
  /// What is wrong, and what there is.
  public let description: String

  init(_ description: String) {
    self.description = description
  }
}
