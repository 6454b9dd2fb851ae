internal import CanonicalJSON
internal import Conformance
internal import PageFiles

/// A board as a single self-contained page.
package struct BoardPage: Sendable {
  /// The page. Equal boards always make equal text.
  package let text: String

  /// - Parameter board: The board to show.
  package init(_ board: Board) {
    let title = "Parity board: \(board.summary)"
    let page = SelfContainedPage(
      title: title,
      data: [.init(id: Self.dataID, value: board.json.printable)],
      scripts: [String(cString: page_elements_js()), String(cString: page_board_js())],
      styles: [String(cString: page_base_css()), String(cString: page_board_css())],
      noScript: "\(title). The board needs JavaScript."
    )
    text = page.text
  }

  /// Returns whether the bytes of a file are those of a board, of any version of Parity.
  package static func isBoard(_ bytes: [UInt8]) -> Bool {
    String(decoding: bytes, as: UTF8.self).contains(
      "<script type=\"application/json\" id=\"\(dataID)\">"
    )
  }

  /// The id of the element with the data, by which `isBoard` recognizes a page.
  private static let dataID = "board"
}

extension Board {
  /// The number of implementations, contracts and runs.
  package var summary: String {
    let names = contracts.flatMap { $0.implementations.map(\.name) }.distinct { TextKey($0) }
    return [
      counted(names.count, "implementation"), counted(contracts.count, "contract"),
      counted(runs.count, "run"),
    ].joined(separator: ", ")
  }

  /// The data of the page, which `board.js` reads.
  fileprivate var json: JSONValue {
    [
      "summary": .string(summary),
      "runs": .array(runs.map(\.json)),
      "contracts": .array(contracts.map(\.json)),
      "duplicates": .array(
        duplicates.map { ["file": .string($0.file), "original": .string($0.original)] }
      ),
    ]
  }
}

extension BoardRun {
  /// The run without its results. Labels are sorted, so that equal runs have equal texts.
  fileprivate var json: JSONValue {
    let labels = labels.sorted { TextKey($0.key) < TextKey($1.key) }
    return .object([
      "file": .string(file),
      "start": start.map { .string("\($0)") },
      "harness": .string(harness),
      "labels": .array(labels.map { [.string($0.key), .string($0.value)] }),
      "isInterrupted": .bool(isInterrupted),
    ])
  }
}

extension Board.Contract {
  /// The contract. Rows refer to their cases by position in `cases`.
  fileprivate var json: JSONValue {
    let numbers = Dictionary(
      cases.enumerated().map { (TextKey($1.id), $0) },
      uniquingKeysWith: { first, _ in first }
    )

    return [
      "id": .string(id),
      "title": .string(title),
      "versions": versions.json,
      "hasChangedSuite": .bool(hasChangedSuite),
      "cases": .array(cases.map { [.string($0.id), .string($0.description)] }),
      "rows": .array(
        rows.map { row in
          [
            "id": .string(row.id),
            "scenario": .string(row.scenario),
            "clauses": row.clauses.json,
            "cases": row.cases.compactMap { numbers[TextKey($0)] }.json,
          ]
        }
      ),
      "implementations": .array(implementations.map { $0.json(cases: cases, rows: rows) }),
    ]
  }
}

extension Board.Implementation {
  /// Returns the implementation with one letter for each case: that of its status, or a period if
  /// its suite doesn't have the case.
  fileprivate func json(cases: [BoardRun.Case], rows: [BoardRun.Row]) -> JSONValue {
    let letters = cases.map { results.statuses[TextKey($0.id)]?.boardLetter ?? "." }
    let reasons = cases.enumerated().compactMap { index, testCase -> JSONValue? in
      guard let reason = results.reasons[TextKey(testCase.id)] else { return nil }
      return [.number(JSONNumber(index)), .string(reason)]
    }

    let lacking = rows.indices.filter { !self.rows.contains(TextKey(rows[$0].id)) }

    return .object([
      "name": .string(name),
      "version": version.map { .string($0) },
      "language": language.map { .string($0) },
      "run": .number(JSONNumber(run)),
      "suiteVersion": .string(suiteVersion),
      "results": .string(letters.joined()),
      "reasons": .array(reasons),
      "lacking": lacking.json,
      "problems": results.problems.json,
      "history": .array(
        history.map { ["run": .number(JSONNumber($0.run)), "counts": $0.counts.json] }
      ),
      "comparison": comparison?.json,
    ])
  }
}

extension Board.Counts {
  fileprivate var json: JSONValue {
    [
      "passed": .number(JSONNumber(passed)),
      "failed": .number(JSONNumber(failed)),
      "known": .number(JSONNumber(known)),
      "notApplicable": .number(JSONNumber(notApplicable)),
      "skipped": .number(JSONNumber(skipped)),
      "notRun": .number(JSONNumber(notRun)),
    ]
  }
}

extension Board.Comparison {
  fileprivate var json: JSONValue {
    [
      "before": .number(JSONNumber(before)),
      "after": .number(JSONNumber(after)),
      "versions": versions.json,
      "hasChangedSuite": .bool(hasChangedSuite),
      "notCompared": .number(JSONNumber(notCompared)),
      "rows": .array(
        rows.map { ["change": .string($0.change.rawValue), "row": .string($0.row)] }
      ),
      "cases": .array(cases.map(\.json)),
    ]
  }
}

extension Board.CaseChange {
  fileprivate var json: JSONValue {
    .object([
      "change": .string(change.rawValue),
      "id": .string(id),
      "rows": rows.json,
      "from": from.map { .string($0.rawValue) },
      "to": to.map { .string($0.rawValue) },
      "reason": reason.map { .string($0) },
    ])
  }
}

extension Verdict.Status {
  /// The letter of the status on a board, which distinguishes what an implementation skipped from
  /// what didn't run.
  fileprivate var boardLetter: String { self == .notRun ? "r" : letter }
}
