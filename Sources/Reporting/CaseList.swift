internal import CanonicalJSON
package import Conformance

/// A list of cases as a JSON array with one line per case, in the format of
/// tools/schemas/cases-list.schema.json.
package struct CaseList: Sendable {
  /// The array, with a line feed at the end.
  package let text: String

  /// Creates the list.
  ///
  /// - Parameter selected: The selected cases of each suite, in order.
  package init(_ selected: [(suite: Suite, cases: [Case])]) {
    let lines = selected.flatMap { suite, cases in
      let clauses = ClauseCoverage(of: suite.matrix).clauses(of: cases, in: suite.matrix)
      let named = suite.matrix.rows.flatMap { row in
        row.cases.map { (id: $0.name, row: row.id.name) }
      }
      let rows = Dictionary(grouping: named, by: \.id)

      return cases.map { testCase in
        Self.json(
          testCase,
          rows: rows[testCase.id]?.map(\.row) ?? [],
          clauses: clauses[testCase.id] ?? []
        )
      }
    }

    let texts = lines.map {
      printableJSON($0.canonicalText()).withoutLogCommands { _ in "\\u0023" }
    }
    text = "[\n\(texts.joined(separator: ",\n"))\n]\n"
  }

  /// Returns a case as the list has it. A location without a position has only the file.
  private static func json(_ testCase: Case, rows: [String], clauses: [String]) -> JSONValue {
    let texts = { (texts: [String]) in JSONValue.array(texts.map(JSONValue.string)) }
    var location = JSONObject([("file", .string(testCase.location.file))])
    if let position = testCase.location.position {
      location["line"] = .number(JSONNumber(position.line))
      location["column"] = .number(JSONNumber(position.column))
    }

    return [
      "case": .string(testCase.name),
      "contract": .string(testCase.contract),
      "id": .string(testCase.id),
      "description": .string(testCase.description),
      "operation": .string(testCase.operation.name),
      "requires": texts(testCase.requires),
      "location": .object(location),
      "rows": texts(rows),
      "clauses": texts(clauses),
    ]
  }
}
