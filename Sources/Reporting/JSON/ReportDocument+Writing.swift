internal import CanonicalJSON
package import Conformance
internal import Foundation

extension RunRecord {
  /// The run as a JSON report: canonical JSON with one line per member, and a line feed at the end.
  ///
  /// Characters that are invisible or that a terminal or CI engine would interpret are escaped,
  /// which makes no difference to JSON readers. Equal records have equal reports.
  package var jsonReport: String {
    let text = ReportDocument(self).json.canonicalText(.indented)
    return printableJSON(text.withoutLogCommands { _ in "\\u0023" } + "\n")
  }
}

extension Encodable {
  /// The value as JSON.
  var json: JSONValue {
    // A report contains only strings, integers and Booleans, so neither call can fail.
    let text = (try? JSONEncoder().encode(self)).map { Array($0) } ?? []
    return (try? JSONDocument(parsing: text))?.root.value ?? .null
  }
}

extension ReportDocument {
  /// Creates the document of a run. Of values that exceed the limits on size, it has the beginning
  /// or nothing.
  init(_ record: RunRecord) {
    var budget = ValueBudget()

    let failed = Set(
      record.results.filter { !$0.allFailures.isEmpty }.map { TextKey($0.caseName) }
    )

    kind = Self.kind
    version = Self.version
    harness = record.harness
    exitCode = record.exitCode
    counts = record.counts
    implementations = record.implementations
    provenance = record.provenance
    labels = record.labels.isEmpty ? nil : record.labels
    orders = record.orders.map { Orders(schedules: $0.schedules, seed: "\($0.seed)") }
    shard = record.shard

    // Every output takes its space before the inputs and goldens of the cases do.
    verdicts = record.results.map { Verdict($0, &budget) }
    suites = record.suites.map { suite in
      Suite(suite, isFailed: { failed.contains(TextKey(suite.name(of: $0))) }, &budget)
    }

    causes = record.causes.map(Cause.init)
    incidents = record.incidents.map(Incident.init)
    diagnostics = record.diagnostics
    against = record.comparison.map(Comparison.init)
  }
}

/// The remaining space for values of cases, which keeps a report small enough to read.
private struct ValueBudget {
  private var bytes = 32 << 20
  /// The space for cases that passed is separate, so that they don't use up the space for failures.
  private var bytesOfPassed = 16 << 20

  /// Returns the text if there is space for it, otherwise `nil`.
  ///
  /// The space of passed cases may be exceeded by one text, so that a text that isn't needed isn't
  /// made. The other space is never exceeded.
  mutating func fitting(_ text: @autoclosure () -> String, isPassed: Bool = false) -> String? {
    guard !isPassed else {
      guard bytesOfPassed > 0 else { return nil }
      let text = text()
      bytesOfPassed -= text.utf8.count
      return text
    }

    let text = text()
    guard text.utf8.count <= bytes else { return nil }

    bytes -= text.utf8.count
    return text
  }
}

extension KeptOutput {
  /// The text with invisible characters as JSON escapes, so that the value is the same.
  fileprivate var reportText: String { printableJSON(text) }
}

extension JSONValue {
  /// The canonical JSON of the value, with invisible characters as JSON escapes.
  fileprivate var reportText: String { printableJSON(canonicalText()) }

  /// The JSON of an input as programs receive it, or of its beginning if it is large, with
  /// invisible characters as JSON escapes.
  var inputText: String {
    let text = String(decoding: writtenUTF8(), as: UTF8.self)
    let isLarge = text.utf8.count > KeptOutput.byteLimit
    return printableJSON(isLarge ? reportedBeginning.canonicalText() : text)
  }
}

// MARK: - Suites

extension ReportDocument.Suite {
  /// Creates the suite.
  ///
  /// - Parameters:
  ///   - suite: The suite of the record.
  ///   - isFailed: Whether a case failed with any implementation, even if the failure is known.
  ///   - budget: The space that is left, which decides what each case has.
  fileprivate init(
    _ suite: RunRecord.Suite,
    isFailed: (RunRecord.Case) -> Bool,
    _ budget: inout ValueBudget
  ) {
    contract = suite.contract
    version = suite.version
    title = suite.title
    digest = suite.digest
    isBundled = suite.isBundled
    references = suite.references

    operations = suite.operations.map { operation in
      ReportDocument.Operation(
        name: operation.name,
        output: operation.output == .json ? nil : operation.output,
        kinds: operation.kinds.map(\.description)
      )
    }

    clauses = suite.clauses
    rows = suite.rows
    cases = suite.cases.map { testCase in
      ReportDocument.Case(testCase, isPassed: !isFailed(testCase), &budget)
    }

    positions = suite.positions
    audit = suite.audit
  }
}

extension ReportDocument.Case {
  /// Creates the case. Its input and golden are absent if the budget has no space left for them.
  fileprivate init(_ testCase: RunRecord.Case, isPassed: Bool, _ budget: inout ValueBudget) {
    id = testCase.id
    description = testCase.description
    operation = testCase.operation
    requires = testCase.requires
    location = testCase.location

    app = testCase.isFromApp ? true : nil
    options = testCase.options
    clauses = testCase.clauses
    confirmedBy = testCase.confirmedBy.isEmpty ? nil : testCase.confirmedBy

    input = testCase.input.flatMap { budget.fitting($0.inputText, isPassed: isPassed) }
    goldenPath = testCase.goldenPath
    golden = testCase.golden.flatMap { budget.fitting($0.reportText, isPassed: isPassed) }
    goldenWhole = testCase.golden.flatMap { [golden] in .init($0, isIncluded: golden != nil) }
  }
}

extension ReportDocument.WholeOutput {
  /// Creates the digest and size of an output, or returns `nil` if the report has all of it.
  fileprivate init?(_ output: KeptOutput, isIncluded: Bool) {
    guard isIncluded, !output.isWhole else { return nil }
    digest = output.digest
    bytes = output.byteCount
  }
}

// MARK: - Results

extension ReportDocument.Verdict {
  /// Creates the verdict. Its output is absent if the budget has no space left for it.
  fileprivate init(_ result: CaseResult, _ budget: inout ValueBudget) {
    testCase = result.caseName
    implementation = result.implementation

    switch result.origin {
    case .default: break
    case .named: origin = "named"
    case .command(let line): command = line
    case .test: origin = "test"
    }

    self.result = result.result.status
    switch result.result {
    case .passed(let orderings): schedules = orderings
    case .failed(let list): failures = list.map { .init($0) }
    case .known(let list, let excuse):
      failures = list.map { .init($0) }
      known = .init(excuse)
    case .notApplicable(let capabilities): lacks = capabilities
    case .skipped(let text): reason = text
    case .notRun: break
    }

    verdictCounts = result.verdictCounts
    microseconds = result.duration?.wholeMicroseconds

    let lines = result.textDiff
    textDiff = lines?.unifiedText
    textDiffMore = lines.flatMap { $0.hiddenCount > 0 ? $0.hiddenCount : nil }

    output = result.output.flatMap { budget.fitting($0.reportText) }
    outputWhole = result.output.flatMap { [output] in .init($0, isIncluded: output != nil) }
  }
}

extension ReportDocument.Failure {
  /// Creates the failure with the members of its kind. The others are absent.
  fileprivate init(_ failure: Verdict.Failure) {
    kind = failure.kind
    fault = failure.fault.map { .init($0) }

    switch failure {
    case .violates(let list): violations = list.map { .init($0) }
    case .differs(let list): setDifferences(list)
    case .dependsOnOrder(let dependence):
      setDifferences(dependence.differences)
      arrivals = dependence.arrivals
      clauses = dependence.clauses
      staleUpdate = dependence.isStaleUpdate ? true : nil
      schedules = dependence.schedules
      seed = "\(dependence.seed)"
    case .noOutput, .misbehaved, .noGolden, .unusableGolden: break
    }
  }

  /// Adds the differences, and how many are left out if any are.
  private mutating func setDifferences(_ list: DifferenceList) {
    differences = list.map { .init($0) }
    more = list.hiddenCount > 0 ? list.hiddenCount : nil
  }
}

extension ReportDocument.Fault {
  fileprivate init(_ failure: ImplementationFailure) {
    kind = failure.kind
    message = failure.message
    code = failure.code?.canonicalText
    log = failure.log
    pointer = failure.pointer?.description
    location = failure.location

    isOverSizeLimit = failure.isOverSizeLimit ? true : nil
  }
}

extension ReportDocument.Violation {
  /// Creates the violation. It is about a facet or about a place, never about both.
  fileprivate init(_ violation: Violation) {
    switch violation.subject {
    case .facet(let name): facet = name
    case .value(let place): pointer = place.description
    }

    expected = violation.expected?.reportText
    actual = violation.actual?.reportText
    location = violation.location

    let unknown = violation.unknownValues.map { unknown in
      ReportDocument.UnknownValue(
        facet: unknown.facet,
        value: unknown.value.name,
        location: unknown.value.location,
        hint: unknown.hint
      )
    }
    unknownValues = unknown.isEmpty ? nil : unknown

    alternative = violation.alternative
    differences = violation.differences.map { .init($0) }
    more = violation.differences.hiddenCount > 0 ? violation.differences.hiddenCount : nil
  }
}

extension ReportDocument.Difference {
  /// Creates the difference with the values of its kind. If it is between two texts, the lines in
  /// which they differ are a member of the verdict instead.
  init(_ difference: Difference) {
    pointer = difference.pointer.description
    counterpart = difference.counterpart?.description
    element = difference.element?.text
    change = Change(difference.change)

    switch difference.change {
    case .changed(let before, let after):
      expected = before.reportText
      actual = after.reportText
    case .missing(let value):
      expected = value.reportText
    case .unexpected(let value):
      actual = value.reportText
    case .moved(let start, let end):
      from = start
      to = end
    }
  }
}

extension ReportDocument.Difference.Change {
  init(_ change: Difference.Change) {
    switch change {
    case .changed: self = .changed
    case .missing: self = .missing
    case .unexpected: self = .unexpected
    case .moved: self = .moved
    }
  }
}

extension ReportDocument.Known {
  /// Creates the excuse. A divergence isn't pinned to an output and doesn't expire.
  fileprivate init(_ excuse: Verdict.Excuse) {
    location = excuse.location

    switch excuse {
    case .knownFailure(let known):
      kind = known.pin.kind
      code = known.pin.code?.canonicalText
      output = known.pin.output
      reason = known.reason
      link = known.link
      expires = known.expires.map { "\($0)" }
    case .divergence(let accepted):
      kind = .differs
      divergence = true
      reason = accepted.reason
    }
  }
}

// MARK: - Problems of the run

extension ReportDocument.Incident {
  /// Creates the incident with the names of its cases, which are the values of some kinds.
  fileprivate init(_ incident: Incident) {
    implementation = incident.implementation
    fault = .init(incident.failure)

    switch incident.kind {
    case .notStarted:
      kind = .notStarted
      cases = []
    case .badExit:
      kind = .endedBadly
      cases = []
    case .abandoned:
      kind = .givenUp
      cases = []
    case .misbehaved(let name):
      kind = .misbehaved
      cases = [name]
    case .flaky(let names):
      kind = .flaky
      cases = names
    case .skipped(let names):
      kind = .skipped
      cases = names
    }
  }
}

extension ReportDocument.Comparison {
  fileprivate init(_ comparison: RunComparison) {
    report = comparison.report
    items = comparison.items.map(Item.init)
    notes = comparison.notes.map(Note.init)
    added = comparison.added
    same = comparison.same
  }
}

extension ReportDocument.Comparison.Item {
  /// Creates the item. The values of its reason become members of their own.
  fileprivate init(_ item: RunComparison.Item) {
    change = item.change
    name = item.name
    isWorse = item.isWorse

    switch item.reason {
    case .notInFirstRun: reason = .notInFirstRun
    case .before(let status):
      reason = .before
      from = status
    case .transition(let before, let after):
      reason = .transition
      from = before
      to = after
    case .sameFailure: reason = .sameFailure
    case .otherFailure(let isMoreSevere):
      reason = isMoreSevere ? .moreSevereFailure : .otherFailure
    case .otherThanKnown: reason = .otherThanKnown
    case .knownOtherwise: reason = .knownOtherwise
    case .message(let text):
      reason = .message
      message = text
    }
  }
}

extension ReportDocument.Comparison.Note {
  fileprivate init(_ note: RunComparison.Note) {
    switch note {
    case .suiteChanged: kind = .suiteChanged
    case .otherShards: kind = .otherShards
    case .lacking(let number):
      kind = .lacking
      count = number
    case .interrupted: kind = .interrupted
    }
  }
}
