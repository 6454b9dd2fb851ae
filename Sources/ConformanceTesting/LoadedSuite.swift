internal import CanonicalJSON
internal import Conformance
internal import Contracts
internal import Foundation
internal import Synchronization
internal import SystemPackage

/// A suite as it was read, with the other files in its folder that a check uses.
///
/// It is a class because every case holds it.
final class LoadedSuite: Sendable {
  let suite: Suite
  /// The lock of the goldens in the folder.
  let lock: GoldenLock
  /// The folder that has Fixtures and Golden.
  let root: FilePath
  /// The contents of parity.json, which are empty if there is none.
  let repository: RepositoryContents
  /// The findings of reading the files.
  let diagnostics: [Diagnostic]

  private init(
    suite: Suite,
    lock: GoldenLock,
    root: FilePath,
    repository: RepositoryContents,
    diagnostics: [Diagnostic]
  ) {
    self.suite = suite
    self.lock = lock
    self.root = root
    self.repository = repository
    self.diagnostics = diagnostics
  }

  var contract: String { suite.contract.id }

  /// The ids of the contracts in the same folder and of those that are bundled with the library.
  var knownContracts: [String] {
    let bundled = (try? ConformanceFolder.bundled.root()).map { Suite.ids(under: $0) } ?? []
    return Suite.ids(under: root) + bundled
  }

  // MARK: - Loading

  /// A contract and its folder, as the caller named them.
  private struct Key: Hashable {
    let contract: String
    let folder: ConformanceFolder
  }

  /// The suites that were read in this process. The tests of a case share one reading.
  private static let loaded = Mutex<[Key: LoadedSuite]>([:])

  /// Returns the suite of a contract, which is read once per process.
  ///
  /// - Throws: `ConformanceSuiteError` if the contract doesn't exist, or if its files have errors.
  static func named(
    _ contract: String,
    in folder: ConformanceFolder
  ) throws(ConformanceSuiteError) -> LoadedSuite {
    let key = Key(contract: contract, folder: folder)
    // Reading under the lock makes concurrent tests wait for one reading instead of making several.
    return try loaded.withLock { loaded throws(ConformanceSuiteError) in
      if let known = loaded[key] { return known }
      let suite = try load(contract, in: folder)
      loaded[key] = suite
      return suite
    }
  }

  /// Returns the suite as it is on disk now. One that is bundled with the library doesn't change.
  ///
  /// - Throws: `ConformanceSuiteError` if the files have errors now.
  func current() throws(ConformanceSuiteError) -> LoadedSuite {
    if suite.isBundled { return self }
    return try Self.load(contract, in: .folder(URL(filePath: root.string)))
  }

  /// Reads a suite and the other files in its folder.
  ///
  /// - Throws: `ConformanceSuiteError` if the contract doesn't exist, or if a file can't be used.
  private static func load(
    _ contract: String,
    in folder: ConformanceFolder
  ) throws(ConformanceSuiteError) -> LoadedSuite {
    let root = try folder.root()
    try requireContract(contract, in: root)

    var diagnostics: [Diagnostic] = []
    let repository = RepositoryFile.load(under: root).value(addingTo: &diagnostics)
    let lock = GoldenLock.load(under: root).value(addingTo: &diagnostics)
    let suite = Suite.load(
      contract,
      linked: .builtIn,
      programs: repository.programs.references(of: contract),
      lock: lock,
      under: root,
      isBundled: folder.isBundled
    )
    .value(addingTo: &diagnostics)

    guard let suite, !diagnostics.hasUnusableFiles else {
      throw ConformanceSuiteError("the suite of '\(contract)' can't be read:", diagnostics)
    }
    return LoadedSuite(
      suite: suite,
      lock: lock,
      root: root,
      repository: repository,
      diagnostics: folder.isBundled ? [] : diagnostics
    )
  }

  /// Checks that a folder has a contract.
  ///
  /// - Throws: `ConformanceSuiteError` with a suggestion if it has other contracts, or with advice
  ///   if it has none.
  private static func requireContract(
    _ contract: String,
    in root: FilePath
  ) throws(ConformanceSuiteError) {
    let known = Suite.ids(under: root)
    if known.contains(where: { $0.hasSameBytes(as: contract) }) { return }

    guard !known.isEmpty else {
      throw ConformanceSuiteError(
        "the folder \(root) has no contracts",
        advice: "a contract has a \(Suite.fixtures)/CONTRACT/\(MatrixFile.name)"
      )
    }
    throw ConformanceSuiteError(
      Suggestion.unknown("contract", contract, among: known, orList: true)
    )
  }
}
