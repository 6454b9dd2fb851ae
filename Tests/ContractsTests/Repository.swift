import Conformance
import Contracts
import SystemPackage

/// The suites of the work tree that these tests were built from, read once.
struct Repository: Sendable {
  static let here = Repository(root: nearestPackage(above: FilePath(#filePath)))

  let root: FilePath
  /// The names of the contract folders under `Fixtures`.
  let ids: [String]
  let lock: GoldenLock
  let suites: [Suite]
  /// The diagnostics of loading the suites.
  let diagnostics: [Diagnostic]

  private init(root: FilePath) {
    var diagnostics: [Diagnostic] = []
    let lock = GoldenLock.load(under: root).value(addingTo: &diagnostics)
    ids = (try? FileSystem.names(in: root.appending(Suite.fixtures))) ?? []
    let loaded = ids.map { Suite.load($0, linked: .builtIn, lock: lock, under: root) }
    self.root = root
    self.lock = lock
    suites = loaded.compactMap { $0.value(addingTo: &diagnostics) }
    self.diagnostics = diagnostics.inOrder()
  }

  private static func nearestPackage(above file: FilePath) -> FilePath {
    var folder = file.removingLastComponent()
    while FileSystem.entry(at: folder.appending("Package.swift")) == nil,
      folder.removeLastComponent()
    {}
    return folder
  }

  /// Every case paired with every implementation that has the capabilities it requires.
  var checkedCases: [CheckedCase] {
    suites.flatMap { suite in
      suite.contract.implementations.flatMap { implementation in
        suite.cases.filter { implementation.capabilities.isSuperset(of: $0.requires) }
          .map { CheckedCase(suite: suite, implementation: implementation, testCase: $0) }
      }
    }
  }
}
