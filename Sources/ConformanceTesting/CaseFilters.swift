internal import Conformance

/// The patterns that select cases of a suite.
struct CaseFilters {
  private let loaded: LoadedSuite

  init(in loaded: LoadedSuite) { self.loaded = loaded }

  /// Returns the selection of the patterns in the code and in the environment.
  ///
  /// A case is selected if one of each matches it.
  ///
  /// - Parameter patterns: The patterns in the code of the test.
  /// - Throws: `ConformanceSuiteError` if a pattern matches nothing.
  func selection(_ patterns: [String]) throws(ConformanceSuiteError) -> Selection {
    for pattern in patterns { try requireMatch(of: pattern, "the filter") }

    let ofEnvironment = TestEnvironment.filters
    let own = ofEnvironment.filter { !isAboutOtherContract($0) }
    for pattern in own { try requireMatch(of: pattern, TestEnvironment.filterName) }

    let inCode = Selection(filters: patterns.map { CaseFilter($0, path: $0) })
    guard !ofEnvironment.isEmpty else { return inCode }
    guard !own.isEmpty else { return Selection(names: []) }

    let names = Selection(filters: own.map { CaseFilter($0, path: $0) }).cases(of: loaded.suite)
    return Selection(filters: inCode.filters, names: names.map(\.name))
  }

  /// Returns whether a pattern names another contract that exists, which other tests may check.
  private func isAboutOtherContract(_ pattern: String) -> Bool {
    let parts = pattern.split(separator: "/", maxSplits: 1)
    guard parts.count == 2 else { return false }

    let contract = Glob(String(parts[0]))
    return !contract.matches(loaded.contract)
      && loaded.knownContracts.contains(where: contract.matches)
  }

  /// Checks that a pattern matches a case of the suite.
  ///
  /// - Parameter name: The name for the source of the pattern in the message.
  /// - Throws: `ConformanceSuiteError` with a suggestion if it matches none.
  private func requireMatch(of pattern: String, _ name: String) throws(ConformanceSuiteError) {
    let filter = CaseFilter(pattern, path: pattern)
    guard Selection(filters: [filter]).cases(of: loaded.suite).isEmpty else { return }

    let ids = loaded.suite.cases.map(\.id)
    throw ConformanceSuiteError(
      "\(name) '\(printable(pattern))' matches no case of '\(loaded.contract)'"
        + Suggestion.hint(for: pattern, among: ids)
    )
  }
}
