package import CanonicalJSON

/// The goldens of a contract that differ from those at an earlier time, by row.
package struct GoldenChanges: Sendable {
  /// The golden of a case at an earlier time.
  package enum Earlier: Hashable, Sendable {
    /// It has the same bytes as now.
    case same
    /// It has these bytes, which differ from those of now.
    case other([UInt8])
  }

  /// The golden of a case that was added, removed or changed.
  package struct Change: Sendable {
    package let caseID: String
    /// The case, or `nil` if it was removed.
    package let testCase: Case?
    /// The operation of the case. That of a removed case is unknown if the contract has several.
    package let operation: ContractOperation?
    /// The value of the earlier golden, or `nil` if there was none.
    package let before: JSONValue?
    /// The value of the current golden, or `nil` if there is none.
    package let after: JSONValue?
    /// The differences of the two values. Empty if there is only one of them.
    package let differences: DifferenceList
    /// The other rows that contain the case.
    package let otherRows: [Matrix.Row]
  }

  /// A row and its changed goldens. Each golden is in the first row that contains its case.
  package struct Row: Sendable {
    /// The row, or `nil` for cases that are in no row.
    package let row: Matrix.Row?
    package let changes: [Change]
  }

  package let suite: Suite
  package let rows: [Row]

  /// The number of goldens that differ.
  package var count: Int { rows.reduce(0) { $0 + $1.changes.count } }

  /// Compares the goldens of a contract with the earlier ones.
  ///
  /// - Parameters:
  ///   - suite: The contract as it is now.
  ///   - earlier: The earlier goldens by the name of their file, such as `case_id.json`.
  /// - Throws: A `SourceError` if a current golden that differs can't be read.
  package init(of suite: Suite, since earlier: [String: Earlier]) throws(SourceError) {
    self.suite = suite

    var changes: [Change] = []
    for testCase in suite.contractCases where testCase.usesGolden {
      let change = try Self.change(of: testCase, in: suite, since: earlier)
      if let change { changes.append(change) }
    }

    changes += Self.removals(from: suite, since: earlier)
    rows = Self.rows(changes, of: suite.matrix)
  }

  /// Returns the change of a case's golden, or `nil` if it is the same.
  private static func change(
    of testCase: Case,
    in suite: Suite,
    since earlier: [String: Earlier]
  ) throws(SourceError) -> Change? {
    let form = testCase.operation.output
    let entry = earlier["\(testCase.id)\(form.goldenSuffix)"]
    if entry == .same { return nil }

    let before: JSONValue? =
      if case .other(let bytes) = entry {
        value(of: bytes, as: form)
      } else {
        nil
      }
    let after = try suite.goldens.golden(of: testCase)?.value
    if before == after { return nil }

    let differences: DifferenceList =
      if let before, let after {
        testCase.operation.differences(expected: before, actual: after).kept
      } else {
        []
      }
    return Change(
      caseID: testCase.id,
      testCase: testCase,
      operation: testCase.operation,
      before: before,
      after: after,
      differences: differences,
      otherRows: Array(suite.matrix.rows(with: testCase.id).dropFirst())
    )
  }

  /// Returns the goldens whose cases are gone, or don't use a golden anymore.
  private static func removals(
    from suite: Suite,
    since earlier: [String: Earlier]
  ) -> [Change] {
    let current = Set(
      suite.contractCases.filter(\.usesGolden).map { "\($0.id)\($0.operation.output.goldenSuffix)" }
    )
    let cases = Dictionary(suite.contractCases.map { ($0.id, $0) }) { first, _ in first }

    return earlier.keys.sorted().compactMap { name in
      let form = ContractOperation.OutputForm.allCases.first { name.hasSuffix($0.goldenSuffix) }
      guard !current.contains(name), let form, case .other(let bytes) = earlier[name] else {
        return nil
      }

      let id = String(name.dropLast(form.goldenSuffix.utf8.count))
      let testCase = cases[id]
      return Change(
        caseID: id,
        testCase: testCase,
        operation: testCase?.operation ?? suite.contract.onlyOperation,
        before: value(of: bytes, as: form),
        after: nil,
        differences: [],
        otherRows: Array(suite.matrix.rows(with: id).dropFirst())
      )
    }
  }

  /// Returns the value of an earlier golden. One that isn't valid becomes a text.
  private static func value(
    of bytes: [UInt8],
    as form: ContractOperation.OutputForm
  ) -> JSONValue {
    let text = JSONValue.string(String(decoding: bytes, as: UTF8.self))
    guard form == .json else { return text }
    return (try? JSONDocument(parsing: bytes).root.value) ?? text
  }

  /// Groups changes by the first row of their cases, in the order of the matrix.
  private static func rows(_ changes: [Change], of matrix: Matrix) -> [Row] {
    let byRow = Dictionary(grouping: changes) { matrix.rows(with: $0.caseID).first?.id.name }
    let known = matrix.rows.compactMap { row in
      byRow[row.id.name].map { Row(row: row, changes: $0) }
    }
    let rest = byRow[nil].map { [Row(row: nil, changes: $0)] } ?? []
    return known + rest
  }
}
