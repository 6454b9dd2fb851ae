/// The cases that a run includes, as patterns and names.
package struct Selection: Sendable {
  /// Patterns for ids of any kind, and for paths. If empty, every case is included.
  package let filters: [CaseFilter]
  /// Patterns for `CONTRACT/CASE` or `CASE`. If empty, every case is included.
  package let only: [Glob]
  /// Patterns for `CONTRACT/CASE` or `CASE` of the cases to leave out.
  package let skip: [Glob]
  /// Patterns for `CONTRACT/ROW` or `ROW`. If empty, every row is included.
  package let rows: [Glob]
  /// Patterns for `CONTRACT/RULE` or `RULE`, or for any other clause. If empty, every clause is
  /// included.
  package let rules: [Glob]
  /// The levels to include. If empty, every level is included.
  package let levels: Set<Matrix.Clause.Level>
  /// The origins to include. If empty, every origin is included.
  package let origins: Set<Matrix.Clause.Origin>
  /// The names `CONTRACT/CASE` of the cases to include, or `nil` to include every case.
  package let names: Set<String>?

  package init(
    filters: [CaseFilter] = [],
    only: [Glob] = [],
    skip: [Glob] = [],
    rows: [Glob] = [],
    rules: [Glob] = [],
    levels: [Matrix.Clause.Level] = [],
    origins: [Matrix.Clause.Origin] = [],
    names: [String]? = nil
  ) {
    self.filters = filters
    self.only = only
    self.skip = skip
    self.rows = rows
    self.rules = rules
    self.levels = Set(levels)
    self.origins = Set(origins)
    self.names = names.map { Set($0) }
  }

  /// Whether the selection includes every case.
  package var isComplete: Bool {
    filters.isEmpty && only.isEmpty && skip.isEmpty && rows.isEmpty && rules.isEmpty
      && levels.isEmpty && origins.isEmpty && names == nil
  }

  /// Returns the selected cases of a suite, in their order.
  package func cases(of suite: Suite) -> [Case] {
    let matrix = suite.matrix
    let idsOfRows = ids(inRowsOf: suite, matching: rows) { [$0.id.name] }
    let idsOfRules = ids(inRowsOf: suite, matching: rules) { row in
      matrix.withRefined(row.clauses.map(\.name))
    }
    let idsOfClauses = casesWithOnlySelectedClauses(in: matrix)
    // A missing set selects every case.
    let sets = [idsOfRows, idsOfRules, idsOfClauses].compactMap(\.self)
    let isFiltered = filter(for: suite)

    return suite.cases.filter { testCase in
      let isIncluded = only.isEmpty || only.contains { $0.matches(testCase) }
      let isSkipped = skip.contains { $0.matches(testCase) }
      let isNamed = names?.contains(testCase.name) ?? true
      guard isIncluded, !isSkipped, isNamed else { return false }

      return isFiltered(testCase) && sets.allSatisfy { $0.contains(testCase.idInMatrix) }
    }
  }

  /// Returns the ids of the cases in rows for which a pattern matches one of the names, or `nil` if
  /// there are no patterns.
  private func ids(
    inRowsOf suite: Suite,
    matching patterns: [Glob],
    names: (Matrix.Row) -> [String]
  ) -> Set<String>? {
    guard !patterns.isEmpty else { return nil }

    let matching = suite.matrix.rows.filter { row in
      names(row).contains { name in
        patterns.contains { $0.matches(name: name, in: suite.contract.id) }
      }
    }
    return Set(matching.flatMap(\.cases).map(\.name))
  }

  /// Returns a predicate that is true if one of the filters matches a case of a suite, its file,
  /// or one of its rows.
  private func filter(for suite: Suite) -> (Case) -> Bool {
    guard !filters.isEmpty else { return { _ in true } }
    let rows = suite.matrix.rows.filter { row in
      filters.contains { $0.matches(row, in: suite.matrix, of: suite.contract.id) }
    }
    let ids = Set(rows.flatMap(\.cases).map(\.name))
    return { testCase in
      ids.contains(testCase.idInMatrix) || filters.contains { $0.matches(testCase) }
    }
  }

  /// Returns the ids of the cases all of whose rows have only clauses with a selected level and
  /// origin, or `nil` if neither restricts the cases.
  ///
  /// One clause of another level leaves out the case, because the case could fail for that clause.
  private func casesWithOnlySelectedClauses(in matrix: Matrix) -> Set<String>? {
    guard !levels.isEmpty || !origins.isEmpty else { return nil }
    let selected = matrix.clauses.filter { clause in
      let hasLevel = levels.isEmpty || levels.contains(clause.level)
      let hasOrigin = origins.isEmpty || clause.origin.map(origins.contains) ?? false
      return hasLevel && hasOrigin
    }

    let names = Set(selected.map(\.id.name))
    var included = Set<String>()
    var excluded = Set<String>()

    for row in matrix.rows {
      let cases = row.cases.map(\.name)
      if row.clauses.allSatisfy({ names.contains($0.name) }) {
        included.formUnion(cases)
      } else {
        excluded.formUnion(cases)
      }
    }

    return included.subtracting(excluded)
  }

  /// Returns whether a filter or a pattern of `only` without wildcards names this case.
  package func names(_ testCase: Case) -> Bool {
    (only + filters.map(\.pattern)).contains { $0.isLiteral && $0.matches(testCase) }
  }

  /// Returns one message for each pattern that matches nothing in `suites`.
  package func problems(in suites: [Suite]) -> [String] {
    let cases = suites.flatMap { suite in suite.cases.map { (suite.contract.id, $0.id) } }
    let rowNames = suites.flatMap { suite in
      suite.matrix.rows.map { (suite.contract.id, $0.id.name) }
    }
    let clauses = suites.flatMap { suite in
      suite.matrix.clauses.map { (suite.contract.id, $0.id.name) }
    }

    return filters.compactMap { problem($0, in: suites) }
      + only.compactMap { problem($0, option: "--only", kind: "case", among: cases) }
      + skip.compactMap { problem($0, option: "--skip", kind: "case", among: cases) }
      + rows.compactMap { problem($0, option: "--row", kind: "row", among: rowNames) }
      + rules.compactMap { problem($0, option: "--rule", kind: "rule or clause", among: clauses) }
      + missingOrigins(in: suites)
  }

  /// Returns a message if origins are selected but no clause states one.
  private func missingOrigins(in suites: [Suite]) -> [String] {
    let states = suites.contains { $0.matrix.clauses.contains { $0.origin != nil } }
    guard !origins.isEmpty, !states else { return [] }
    return ["--origin selects nothing, because no clause of the contracts states its origin"]
  }

  /// Returns a message if a filter matches nothing.
  private func problem(_ filter: CaseFilter, in suites: [Suite]) -> String? {
    let isMatching = suites.contains { suite in
      let ids = (suite.matrix.rows.map(\.id) + suite.matrix.clauses.map(\.id)).map(\.name)
      return suite.cases.contains(where: filter.matches)
        || ids.contains { filter.pattern.matches(name: $0, in: suite.contract.id) }
    }
    guard !isMatching else { return nil }

    let text = filter.pattern.pattern
    let problem = "filter '\(text)' matches no case, row, clause or case file"
    if suites.contains(where: { $0.contract.id == text }) {
      return "\(problem); to select the contract, use --contract \(text)"
    }
    let ids = suites.flatMap { suite in
      suite.cases.map(\.id) + suite.matrix.rows.map(\.id.name)
        + suite.matrix.clauses.map(\.id.name)
    }
    let files = suites.flatMap { $0.cases.map(\.location.file) }
    return problem + Suggestion.hint(for: text, among: (ids + files).distinct(by: \.self))
  }

  /// Returns a message if a pattern of an option matches none of the names. It suggests a similar
  /// name, or the option that the pattern was probably meant for.
  ///
  /// - Parameters:
  ///   - kind: The noun for the names.
  ///   - names: All names that the option could match, with their contracts.
  private func problem(
    _ glob: Glob,
    option: String,
    kind: String,
    among names: [(contract: String, name: String)]
  ) -> String? {
    guard !names.contains(where: { glob.matches(name: $0.name, in: $0.contract) }) else {
      return nil
    }

    let isQualified = glob.pattern.utf8.contains(UInt8(ascii: "/"))
    let known = names.map { isQualified ? "\($0.contract)/\($0.name)" : $0.name }
    let otherOption = Self.hint(for: glob.pattern, givenTo: option)
    let hint = Suggestion.hint(
      for: glob.pattern,
      among: known.distinct(by: \.self),
      orList: otherOption.isEmpty
    )

    return "\(option) '\(glob.pattern)' matches no \(kind)\(hint.isEmpty ? otherOption : hint)"
  }

  /// Returns the option that a pattern was probably meant for, as the end of a message, or an empty
  /// string.
  ///
  /// Rules and clauses are written like `R2` and `C10`, unlike cases and rows.
  private static func hint(for pattern: String, givenTo option: String) -> String {
    let name = pattern.split(separator: "/").last ?? ""
    guard option != "--rule", name.wholeMatch(of: #/[A-Z]+[0-9]+[a-z]?/#) != nil else { return "" }
    return "; to select the cases for a rule, use --rule \(pattern)"
  }
}

extension Glob {
  /// Returns whether the pattern matches the id of a case.
  func matches(_ testCase: Case) -> Bool { matches(name: testCase.id, in: testCase.contract) }

  /// Returns whether the pattern matches a name of a contract.
  ///
  /// A pattern with a `/` is compared with the qualified name, any other only with the name.
  func matches(name: String, in contract: String) -> Bool {
    matches(pattern.utf8.contains(UInt8(ascii: "/")) ? "\(contract)/\(name)" : name)
  }
}
