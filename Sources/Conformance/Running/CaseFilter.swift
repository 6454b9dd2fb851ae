/// A pattern for the ids of cases, rows and clauses, and for the paths of case files.
package struct CaseFilter: Hashable, Sendable {
  /// The pattern as it was written.
  package let pattern: Glob
  /// The patterns for the paths of case files, relative to the suite's root.
  private let paths: [Glob]

  /// Creates a filter.
  ///
  /// - Parameters:
  ///   - text: An id or a path, in which `*` and `?` are wildcards.
  ///   - path: The text as a path relative to the suite's root, or `nil` if it leads out of the
  ///     suite. An empty path is the root.
  package init(_ text: String, path: String? = nil) {
    pattern = Glob(text)
    // A folder selects every case file in it.
    let own = path.map { $0.isEmpty ? ["*"] : [$0, "\($0)/*"] } ?? []
    paths = [pattern] + own.map { Glob($0) }
  }

  /// Returns whether the filter matches the id of a case, or the path or name of its file.
  func matches(_ testCase: Case) -> Bool {
    let file = testCase.location.file
    let name = file.split(separator: "/").last.map(String.init) ?? file
    return pattern.matches(testCase) || pattern.matches(name)
      || paths.contains { $0.matches(file) }
  }

  /// Returns whether the filter matches the id of a row, or of a clause that the row tests.
  func matches(_ row: Matrix.Row, in matrix: Matrix, of contract: String) -> Bool {
    let ids = [row.id.name] + matrix.withRefined(row.clauses.map(\.name))
    return ids.contains { pattern.matches(name: $0, in: contract) }
  }
}
