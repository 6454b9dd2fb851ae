internal import CanonicalJSON
package import Conformance
internal import PageFiles

/// A gallery as a self-contained page: previews of outputs, or goldens before and after a change.
package struct GalleryPage: Sendable {
  /// The page. Equal galleries always produce equal text.
  package let text: String

  /// Creates a page of previews.
  package init(_ gallery: Gallery) {
    self.init(
      title: "Parity gallery",
      heading: "Gallery",
      subheading: "\(counted(gallery.count, "preview")) of "
        + counted(gallery.sections.count, "contract"),
      empty: "No contract has previews.",
      suites: gallery.sections.map { ($0.suite, Self.json($0)) }
    )
  }

  /// Creates a page of the goldens that differ from those of a commit.
  ///
  /// - Parameters:
  ///   - changes: The changes of each contract.
  ///   - revision: The revision that names the commit, such as `main`.
  ///   - commit: The id of the commit.
  package init(_ changes: [GoldenChanges], since revision: String, commit: String) {
    let changed = changes.filter { $0.count > 0 }
    let count = changed.reduce(0) { $0 + $1.count }
    self.init(
      title: "Parity gallery since \(revision)",
      heading: "\(counted(count, "golden")) changed since \(revision)",
      subheading: "Compared with commit \(commit.prefix(12))",
      empty: "No golden differs from those of \(revision).",
      suites: changed.map { ($0.suite, Self.json($0)) },
      since: revision
    )
  }

  /// Creates a page from the data that its script reads.
  ///
  /// - Parameters:
  ///   - title: The title of the browser window.
  ///   - heading: The heading of the page.
  ///   - subheading: The line below it.
  ///   - empty: The text to show if there are no suites.
  ///   - suites: The suites to show, with their data.
  ///   - since: The revision that the goldens are compared with, or `nil` for previews.
  private init(
    title: String,
    heading: String,
    subheading: String,
    empty: String,
    suites: [(suite: Suite, json: JSONValue)],
    since: String? = nil
  ) {
    let data: JSONValue = [
      "heading": .string(heading),
      "subheading": .string(subheading),
      "empty": .string(empty),
      "suites": .array(suites.map(\.json)),
      "since": since.map { .string($0) } ?? .null,
    ]

    let pictures = PictureResources(of: suites.map(\.suite.contract.id))

    let page = SelfContainedPage(
      title: title,
      data: [SelfContainedPage.DataElement(id: "gallery", value: data)],
      scripts: [String(cString: page_elements_js()), String(cString: page_differences_js())]
        + pictures.scripts + [String(cString: page_gallery_js())],
      styles: [String(cString: page_base_css())] + pictures.styles
        + [String(cString: page_gallery_css())],
      noScript: "\(title). The pictures need JavaScript."
    )
    text = page.text
  }

  // MARK: - Data

  /// Returns the data of a contract's previews. A preview without a golden has the output `null`.
  private static func json(_ section: Gallery.Section) -> JSONValue {
    let previews = section.previews.map { each -> JSONValue in
      .object(
        JSONObject([
          ("id", .string(each.preview.id.name)),
          ("title", .string(each.preview.title)),
          ("group", .string(each.preview.group)),
          ("state", .string(each.preview.state)),
          ("step", each.preview.step.map { .number(JSONNumber($0)) } ?? .null),
          ("case", .string(each.testCase.id)),
          ("operation", .string(each.testCase.operation.name)),
          ("input", text(of: each.testCase.input)),
          ("output", each.output.map(text) ?? .null),
        ])
      )
    }

    return json(of: section.suite, adding: ("previews", .array(previews)))
  }

  /// Returns the data of a contract's changed goldens, by the row of their cases.
  private static func json(_ changes: GoldenChanges) -> JSONValue {
    let rows = changes.rows.map { row -> JSONValue in
      .object(
        JSONObject([
          ("id", row.row.map { .string($0.id.name) } ?? .null),
          ("scenario", .string(row.row?.scenario ?? "Cases that are in no row")),
          ("clauses", clauses(of: row.row, in: changes.suite.matrix)),
          ("changes", .array(row.changes.map(json))),
        ])
      )
    }
    return json(of: changes.suite, adding: ("rows", .array(rows)))
  }

  /// Returns the clauses that a row covers, and those that they refine.
  private static func clauses(of row: Matrix.Row?, in matrix: Matrix) -> JSONValue {
    let covered = Set(matrix.withRefined((row?.clauses ?? []).map(\.name)))
    let clauses = matrix.clauses.filter { covered.contains($0.id.name) }
    return .array(
      clauses.map { ["id": .string($0.id.name), "text": .string($0.text)] }
    )
  }

  /// Returns the data of a changed golden: its values before and after, and where they differ.
  private static func json(_ change: GoldenChanges.Change) -> JSONValue {
    let places = change.differences.map { difference -> JSONValue in
      .object(
        JSONObject([
          ("change", .string(ReportDocument.Difference.Change(difference.change).rawValue)),
          ("before", difference.expectedPointer.map { .string($0.description) } ?? .null),
          ("after", difference.actualPointer.map { .string($0.description) } ?? .null),
        ])
      )
    }

    let members: [(String, JSONValue)] = [
      ("case", .string(change.caseID)),
      ("description", change.testCase.map { .string($0.description) } ?? .null),
      ("operation", change.operation.map { .string($0.name) } ?? .null),
      ("otherRows", .array(change.otherRows.map { .string($0.id.name) })),
      ("input", change.testCase.map { text(of: $0.input) } ?? .null),
      ("before", change.before.map(text) ?? .null),
      ("after", change.after.map(text) ?? .null),
      ("places", .array(places)),
      ("more", .number(JSONNumber(change.differences.hiddenCount))),
    ]
    return .object(JSONObject(members))
  }

  /// Returns the members that the data of every suite has, and one more.
  private static func json(of suite: Suite, adding member: (String, JSONValue)) -> JSONValue {
    .object(
      JSONObject([
        ("contract", .string(suite.contract.id)),
        ("title", .string(suite.matrix.title)),
        ("version", .string(suite.contract.version.description)),
        member,
      ])
    )
  }

  /// Returns a value as JSON in a string, which the page parses when it draws it.
  private static func text(of value: JSONValue) -> JSONValue {
    .string(value.canonicalText())
  }
}
