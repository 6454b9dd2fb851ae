/// Which cases of which suites a run is about.
package struct Selection: Sendable {
  /// Over `CONTRACT/CASE` or `CASE`; empty: every case.
  package let only: [Glob]
  package let skip: [Glob]
  /// Over `CONTRACT/ROW` or `ROW`; empty: every row.
  package let rows: [Glob]
  /// Over `CONTRACT/RULE` or `RULE`, which may be any clause; empty: every one.
  package let rules: [Glob]
  /// `CONTRACT/CASE`; nil: every case.
  package let names: Set<String>?

  package init(
    only: [Glob] = [],
    skip: [Glob] = [],
    rows: [Glob] = [],
    rules: [Glob] = [],
    names: [String]? = nil
  ) {
    self.only = only
    self.skip = skip
    self.rows = rows
    self.rules = rules
    self.names = names.map { Set($0) }
  }

  /// Whether nothing is left out.
  package var isComplete: Bool {
    only.isEmpty && skip.isEmpty && rows.isEmpty && rules.isEmpty && names == nil
  }

  /// Those that it takes, in their order.
  package func cases(of suite: Suite) -> [Case] {
    let matrix = suite.matrix
    func ids(_ globs: [Glob], _ names: (Matrix.Row) -> [String]) -> Set<String>? {
      guard !globs.isEmpty else { return nil }
      let taken = matrix.rows.filter { row in
        names(row).contains { name in
          globs.contains { $0.matches(name: name, in: suite.contract.id) }
        }
      }
      return Set(taken.flatMap(\.cases).map(\.name))
    }
    let ofRows = ids(rows) { [$0.id.name] }
    let ofRules = ids(rules) { matrix.withRefined($0.clauses.map(\.name)) }
    return suite.cases.filter { testCase in
      (only.isEmpty || only.contains { $0.matches(testCase) })
        && !skip.contains { $0.matches(testCase) }
        && names?.contains(testCase.name) ?? true && ofRows?.contains(testCase.id) ?? true
        && ofRules?.contains(testCase.id) ?? true
    }
  }

  /// Whether a pattern without wildcards names this very case.
  package func names(_ testCase: Case) -> Bool {
    only.contains { $0.isLiteral && $0.matches(testCase) }
  }

  /// One message for each pattern that matches nothing in `suites`.
  package func problems(in suites: [Suite]) -> [String] {
    let cases = suites.flatMap { suite in suite.cases.map { (suite.contract.id, $0.id) } }
    let rowNames = suites.flatMap { suite in
      suite.matrix.rows.map { (suite.contract.id, $0.id.name) }
    }
    let clauses = suites.flatMap { suite in
      suite.matrix.clauses.map { (suite.contract.id, $0.id.name) }
    }
    return only.compactMap { problem($0, option: "--only", kind: "case", among: cases) }
      + skip.compactMap { problem($0, option: "--skip", kind: "case", among: cases) }
      + rows.compactMap { problem($0, option: "--row", kind: "row", among: rowNames) }
      + rules.compactMap { problem($0, option: "--rule", kind: "rule or clause", among: clauses) }
  }

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
    return
      "\(option) '\(glob.pattern)' matches no \(kind)\(Suggestion.hint(for: glob.pattern, among: known))"
  }
}

extension Glob {
  func matches(_ testCase: Case) -> Bool { matches(name: testCase.id, in: testCase.contract) }

  /// A pattern with a `/` is held against the qualified name, any other against the name alone.
  func matches(name: String, in contract: String) -> Bool {
    matches(pattern.utf8.contains(UInt8(ascii: "/")) ? "\(contract)/\(name)" : name)
  }
}
