import CanonicalJSON
import Conformance
import TestSuites
import Testing

/// A contract that consists only of its manifest, in which a test makes a mistake.
struct DateRange {
  let folder = ScratchFolder()
  /// The text of the manifest. `cases` is the text of the case file.
  var manifest = Self.manifest(operations: Self.operations)
  var cases = """
    { "cases": [
      { "id": "one", "operation": "parse", "input": { "holidays": [1, 2, 1], "days": [] },
        "expect": { "rangeCount": 1, "kinds": ["open"], "at": { "/ranges/0": { "from": 1 } }, "absent": ["/error"] } }
    ] }
    """
  var golden: JSONValue?

  static let fixtures = "Fixtures/date-range/"
  static let path = "\(fixtures)behavior-matrix.json"
  static let casesPath = "\(fixtures)ranges.json"

  static let operations = """
    {
    "parse": {
      "facets": { "rangeCount": { "count": "/ranges" },
                  "kinds": { "distinct": "/ranges/*/kind", "of": ["open", "closed"] } },
      "identity": [{ "elements": "/ranges/*", "by": ["/kind", "/from"] }],
      "anyOrder": [{ "elements": "/holidays/*", "clause": "D4" }],
      "ignored": ["/took_ms"] },
    "format": { "facets": { "lineCount": { "count": "/lines" } } } }
    """

  /// Returns the text of a manifest.
  ///
  /// - Parameter operations: The value of `operations`, which starts on the second line.
  static func manifest(operations: String) -> String {
    """
    { "contract": "date-range", "version": "0.1.0", "title": "Date ranges", "operations":
    \(operations),
      "caseFiles": ["ranges.json"],
      "clauses": [{ "id": "D4", "text": "Holidays have no order.", "level": "must" }],
      "rows": [
        { "id": "any-order", "scenario": "s", "expectedBehavior": "e", "clauses": ["D4"], "cases": ["one"] }] }
    """
  }

  /// Replaces a text that has to be in a file.
  mutating func replace(
    _ old: String,
    with new: String,
    in file: WritableKeyPath<Self, String>,
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) throws {
    try #require(self[keyPath: file].contains(old), "\(old)", sourceLocation: sourceLocation)
    self[keyPath: file] = self[keyPath: file].replacing(old, with: new)
  }

  /// Returns all diagnostics for the suite that don't require a run.
  func problems(linked: [ContractBindings] = []) throws -> [Diagnostic] {
    let loaded = try load(linked: linked)
    return (loaded.diagnostics + (loaded.value.map { MatrixLint.findings(in: $0) } ?? [])).inOrder()
  }

  func load(linked: [ContractBindings] = []) throws -> Loaded<Suite?> {
    try folder.write(manifest, to: Self.path)
    try folder.write(cases, to: Self.casesPath)
    if let golden {
      try folder.write(golden.canonicalText(.indented) + "\n", to: "Golden/date-range/one.json")
    }
    let lock = GoldenLock.load(under: folder.root).value
    return Suite.load("date-range", linked: linked, lock: lock, under: folder.root)
  }
}
