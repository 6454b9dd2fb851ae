package import CanonicalJSON
package import Conformance
import Testing

/// A suite on disk for the contract `Words`.
package struct SuiteFolder {
  package let folder = ScratchFolder()

  package init() {}

  package static let matrixPath = "Fixtures/words/behavior-matrix.json"
  package static let casesPath = "Fixtures/words/cases.json"
  package static let lockPath = "Golden/golden.lock.jsonl"

  package static func goldenPath(_ caseID: String) -> String { "Golden/words/\(caseID).json" }

  /// Writes a case file, and a matrix with one clause and one row that names all cases.
  ///
  /// - Parameter words: The contract whose operations the manifest declares.
  package func write(
    _ cases: [JSONValue],
    version: String = "1.0.0",
    contract: String = "words",
    of words: Words = Words()
  ) throws {
    let matrix: JSONValue = [
      "contract": .string(contract),
      "version": .string(version),
      "title": "Words",
      "support": "words",
      "operations": words.declaration,
      "clauses": [["id": "C1", "text": "words are split at spaces", "level": "must"]],
      "caseFiles": ["cases.json"],
      "rows": [
        [
          "id": "splitting",
          "scenario": "text with spaces",
          "expectedBehavior": "a word for each part",
          "clauses": ["C1"],
          "cases": .array(cases.compactMap { $0["id"] }),
        ]
      ],
    ]
    try folder.write(
      matrix.canonicalText(.indented),
      to: "Fixtures/\(contract)/behavior-matrix.json"
    )
    try folder.write(
      JSONValue.object(["cases": .array(cases)]).canonicalText(.indented),
      to: "Fixtures/\(contract)/cases.json"
    )
  }

  package func lock() -> GoldenLock { GoldenLock.load(under: folder.root).value }

  /// Returns everything that loading the suite produces.
  package func load(
    _ contract: Words = Words(),
    shard: Shard? = nil
  ) -> (suite: Suite?, lock: GoldenLock, diagnostics: [Diagnostic]) {
    var diagnostics: [Diagnostic] = []
    let lock = GoldenLock.load(under: folder.root).value(addingTo: &diagnostics)
    let suite = Suite.load(
      contract.id,
      linked: [contract.support],
      lock: lock,
      under: folder.root,
      shard: shard
    )
    .value(addingTo: &diagnostics)
    return (suite, lock, diagnostics)
  }

  /// Loads the suite, which must have no diagnostic.
  package func suite(_ contract: Words = Words(), shard: Shard? = nil) throws -> Suite {
    let (suite, _, diagnostics) = load(contract, shard: shard)
    #expect(diagnostics.map(\.description) == [])
    return try #require(suite)
  }

  /// Returns all diagnostics for the suite that don't require a run.
  package func lint(_ contract: Words = Words()) -> [Diagnostic] {
    let (suite, lock, diagnostics) = load(contract)
    let findings =
      suite.map { MatrixLint.findings(in: $0) + GoldenLint.findings(in: $0, lock: lock) } ?? []
    return (diagnostics + findings).inOrder()
  }

  package func check(
    _ contract: Words = Words(),
    selection: Selection = Selection(),
    runner: Runner = Runner(jobs: 2),
    orderIndependence: OrderIndependence? = nil
  ) async throws -> Findings {
    let plan = Plan([try suite(contract)], selection: selection)
    return await Check(plan, lock: lock(), runner: runner, orderIndependence: orderIndependence)
      .run()
  }

  package func plan(
    _ contract: Words = Words(),
    selection: Selection = Selection(),
    mode: Regeneration.Mode = .all,
    dropsConfirmations: Bool = false,
    references: [GoldenSource]? = nil,
    secondImplementations: [any Implementation] = [],
    jobs: Int = 2
  ) async throws -> Regeneration {
    try await Regeneration.plan(
      [try suite(contract)],
      lock: lock(),
      selection: selection,
      mode: mode,
      dropsConfirmations: dropsConfirmations,
      references: { references ?? $0.contract.implementations.map { GoldenSource($0) } },
      secondImplementations: secondImplementations.map {
        Plan.Program($0, contracts: [contract.id])
      },
      runner: Runner(jobs: jobs)
    )
  }

  /// Plans and applies a regeneration.
  ///
  /// - Returns: One line for each edit.
  @discardableResult
  package func regenerate(
    _ contract: Words = Words(),
    only: [String] = [],
    mode: Regeneration.Mode = .all
  ) async throws -> [String] {
    let regeneration = try await plan(
      contract,
      selection: Selection(only: only.map(Glob.init)),
      mode: mode
    )
    try regeneration.transaction.apply(under: folder.root)
    return regeneration.lines
  }

  package func golden(_ caseID: String) throws -> String? {
    try folder.text(Self.goldenPath(caseID))
  }

  package func lockLine(_ caseID: String) throws -> GoldenLock.Line {
    try #require(lock().lines.first { $0.caseID == caseID }, "the lock has no line for '\(caseID)'")
  }
}

extension JSONValue {
  /// Returns a case of `Words` in the form of a case file.
  package static func words(
    _ id: String,
    _ text: String = "one two",
    expect: JSONValue? = nil,
    requires: [JSONValue] = []
  ) -> JSONValue {
    var object: JSONObject = ["id": .string(id), "input": ["text": .string(text)]]
    if let expect { object["expect"] = expect }
    if !requires.isEmpty { object["requires"] = .array(requires) }
    return .object(object)
  }

  /// Returns the same object with a different value for one member, or without the member if
  /// `value` is `nil`.
  package func with(_ key: String, _ value: JSONValue?) -> JSONValue {
    guard var object else { return self }
    object[key] = value
    return .object(object)
  }
}

extension Regeneration {
  /// One line for each edit: `b: renamed from a, asks for 1.1.0`.
  package var lines: [String] {
    editsByName.map { edit in
      let done =
        switch edit.kind {
        case .created: "created"
        case .changed: "changed"
        case .renamed(let old, _, _): "renamed from \(old)"
        case .removed: "removed"
        case .relocked: "relocked"
        case .refused: "refused"
        case .editedByHand: "edited by hand"
        case .editedOrphan: "edited orphan"
        }
      return "\(edit.caseID): \(done)" + (edit.requiredVersion.map { ", asks for \($0)" } ?? "")
    }
  }

  /// Why each golden has another line in the lock although it doesn't change.
  package var reasons: [String] {
    editsByName.compactMap { edit -> String? in
      if case .relocked(let reason) = edit.kind { return reason }
      return nil
    }
  }
}
