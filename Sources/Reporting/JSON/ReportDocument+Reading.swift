internal import CanonicalJSON
package import Conformance
internal import Foundation
internal import RFC3339

/// The reason why a file isn't a valid report, with the place in the file.
package struct ReportFault: Error, Hashable, Sendable {
  package let message: String
  /// What to do about it, or `nil` if the message says it.
  package let advice: String?

  /// - Parameters:
  ///   - message: What is wrong, after the place if it is known.
  ///   - advice: What to do about it, or `nil` if the message says it.
  package init(_ message: String, advice: String? = nil) {
    self.message = message
    self.advice = advice
  }
}

extension RunRecord {
  /// Reads a JSON report.
  ///
  /// - Throws: `ReportFault` if the file isn't a report of this version.
  package init(parsingReport bytes: [UInt8]) throws(ReportFault) {
    let document = try ReportDocument(parsing: bytes)

    let suites = try ReportFault.locatedItems("/suites", document.suites) {
      suite throws(ReportFault) in try suite.value()
    }
    let results = try ReportFault.locatedItems("/verdicts", document.verdicts) {
      verdict throws(ReportFault) in try verdict.value()
    }
    let causes = try ReportFault.locatedItems("/causes", document.causes) {
      cause throws(ReportFault) in try cause.value()
    }
    let incidents = try ReportFault.locatedItems("/incidents", document.incidents) {
      incident throws(ReportFault) in try incident.value()
    }
    let comparison = try ReportFault.located("/against") { () throws(ReportFault) in
      try document.against?.value()
    }

    self.init(
      harness: document.harness,
      exitCode: document.exitCode,
      counts: document.counts,
      implementations: document.implementations,
      orders: try document.orders?.value(),
      shard: document.shard,
      suites: suites,
      results: results,
      causes: causes,
      incidents: incidents,
      diagnostics: document.diagnostics,
      comparison: comparison,
      provenance: document.provenance,
      labels: document.labels ?? [:]
    )

    try requireConsistency()
  }

  /// Checks what the types don't enforce: results and causes refer to existing cases, each case of
  /// a shard has a position, and the shard's index is in range.
  private func requireConsistency() throws(ReportFault) {
    if let shard, shard.shard == nil { throw ReportFault("at /shard: no such shard") }
    for (index, suite) in suites.enumerated()
    where suite.positions?.count ?? suite.cases.count != suite.cases.count {
      throw ReportFault("at /suites/\(index)/positions: each case must have a position")
    }

    let names = Set(suites.flatMap { suite in suite.cases.map { TextKey(suite.name(of: $0)) } })
    for (index, result) in results.enumerated() {
      guard names.contains(TextKey(result.caseName)) else {
        throw ReportFault("at /verdicts/\(index)/case: no case is named '\(result.caseName)'")
      }
      if result.isFailed, result.failures.isEmpty {
        throw ReportFault("at /verdicts/\(index): a failed verdict must have a failure")
      }
    }

    for (index, cause) in causes.enumerated() {
      guard
        let name = (cause.cases + [cause.example]).first(where: { !names.contains(TextKey($0)) })
      else { continue }
      throw ReportFault("at /causes/\(index): no case is named '\(name)'")
    }
  }
}

extension ReportDocument {
  /// Decodes a report after checking its kind and version. Otherwise, a report of another version
  /// would be rejected because of some member that differs, which is harder to understand.
  fileprivate init(parsing bytes: [UInt8]) throws(ReportFault) {
    let json: JSONValue
    do throws(JSONSyntaxError) {
      json = try JSONDocument(parsing: bytes).root.value
    } catch {
      throw ReportFault(
        "line \(error.location.line), column \(error.location.column): \(error.message)"
      )
    }

    guard json["kind"]?.string == Self.kind else {
      throw ReportFault("not a JSON report from Parity", advice: Self.advice)
    }

    guard json["version"] == .number(JSONNumber(Self.version)) else {
      let problem =
        json["version"].map { "unsupported report version \($0.canonicalText())" }
        ?? "the report has no version"
      throw ReportFault(
        "\(problem); this version of Parity reads version \(Self.version)",
        advice: Self.advice
      )
    }

    do {
      self = try JSONDecoder().decode(ReportDocument.self, from: Data(json.canonicalUTF8()))
    } catch let error as DecodingError {
      throw ReportFault(error)
    } catch {
      throw ReportFault("\(error)")
    }
  }
}

extension ReportDocument {
  private static let advice = "write the report with this version: parity check --report json=PATH"
}

extension ReportFault {
  /// Describes a decoding error in the terms of the file: a JSON Pointer and JSON types.
  fileprivate init(_ error: DecodingError) {
    let codingPath: [any CodingKey]
    let message: String
    switch error {
    case .keyNotFound(let key, let context):
      codingPath = context.codingPath
      message = "missing member '\(key.stringValue)'"
    case .typeMismatch(let type, let context):
      codingPath = context.codingPath
      message = "must be \(Self.name(of: type))"
    case .valueNotFound(let type, let context):
      codingPath = context.codingPath
      message = "must be \(Self.name(of: type)), not null"
    case .dataCorrupted(let context):
      codingPath = context.codingPath
      message = "invalid value"
    @unknown default:
      codingPath = []
      message = "invalid value"
    }

    let path = JSONPointer(
      tokens: codingPath.map { $0.intValue.map { "\($0)" } ?? $0.stringValue }
    )
    let place = path.tokens.isEmpty ? "the root" : "\(path)"
    self.init("at \(place): \(message)")
  }

  /// Returns what a JSON value must be to be decoded as a type, with the article.
  private static func name(of type: any Any.Type) -> String {
    switch type {
    case is String.Type: "a string"
    case is any FixedWidthInteger.Type: "an integer"
    case is Bool.Type: "true or false"
    case is any Collection.Type: "an array"
    default: "an object"
    }
  }

  /// Performs a part of the reading, and adds the place of the part to a fault.
  fileprivate static func located<Value>(
    _ place: String,
    _ body: () throws(ReportFault) -> Value
  ) throws(ReportFault) -> Value {
    do {
      return try body()
    } catch {
      throw ReportFault("at \(place): \(error.message)")
    }
  }

  /// Returns the value of each item of an array of the report. A fault gets the place of its item.
  fileprivate static func locatedItems<Item, Value>(
    _ place: String,
    _ items: [Item],
    _ convert: (Item) throws(ReportFault) -> Value
  ) throws(ReportFault) -> [Value] {
    try items.enumerated().map { index, item throws(ReportFault) in
      try located("\(place)/\(index)") { () throws(ReportFault) in try convert(item) }
    }
  }

  /// Returns a value that must be there for the kind of its object.
  static func require<Value>(
    _ value: Value?,
    _ name: String
  ) throws(ReportFault) -> Value {
    guard let value else { throw ReportFault("missing member '\(name)'") }
    return value
  }
}

// MARK: - Values in strings

extension String {
  /// Returns the JSON value that the string is the text of.
  func jsonValue() throws(ReportFault) -> JSONValue {
    do {
      return try JSONDocument(parsing: self).root.value
    } catch {
      throw ReportFault("a value isn't valid JSON: \(error.message)")
    }
  }

  /// Returns the JSON Pointer that the string is the text of.
  func pointer() throws(ReportFault) -> JSONPointer {
    do {
      return try JSONPointer(self)
    } catch {
      throw ReportFault("invalid JSON Pointer '\(self)'")
    }
  }

  /// Returns the number with the digits of the string, none of which are lost.
  fileprivate func number() throws(ReportFault) -> JSONNumber {
    guard let number = JSONNumber(self) else { throw ReportFault("invalid number '\(self)'") }
    return number
  }

  /// Returns the seed, which the report has as a string because of its digits.
  fileprivate func seed() throws(ReportFault) -> UInt64 {
    guard let seed = UInt64(self) else { throw ReportFault("invalid seed '\(self)'") }
    return seed
  }
}

extension ReportDocument.Orders {
  /// Returns the orderings, or throws if the seed isn't a 64-bit number.
  fileprivate func value() throws(ReportFault) -> RunRecord.Orders {
    RunRecord.Orders(schedules: schedules, seed: try seed.seed())
  }
}

// MARK: - Suites

extension ReportDocument.Suite {
  /// Returns the suite, or throws if a value of a case or a pointer of an operation is malformed.
  fileprivate func value() throws(ReportFault) -> RunRecord.Suite {
    let operations = try self.operations.map { operation throws(ReportFault) in
      RunRecord.Operation(
        name: operation.name,
        output: operation.output ?? .json,
        kinds: try operation.kinds.map { kind throws(ReportFault) in try kind.pointer() }
      )
    }
    let cases = try self.cases.map { testCase throws(ReportFault) in try testCase.value() }

    return RunRecord.Suite(
      contract: contract,
      version: version,
      title: title,
      digest: digest,
      isBundled: isBundled,
      references: references,
      operations: operations,
      clauses: clauses,
      rows: rows,
      cases: cases,
      positions: positions,
      audit: audit
    )
  }
}

extension ReportDocument.Case {
  /// Returns the case, or throws if its input or golden isn't valid JSON.
  fileprivate func value() throws(ReportFault) -> RunRecord.Case {
    let input = try self.input?.jsonValue()
    let golden = try self.golden.map { text throws(ReportFault) in
      try KeptOutput(report: text, goldenWhole)
    }

    return RunRecord.Case(
      id: id,
      description: description,
      operation: operation,
      requires: requires,
      location: location,
      isFromApp: app ?? false,
      options: options,
      clauses: clauses,
      input: input,
      goldenPath: goldenPath,
      golden: golden,
      confirmedBy: confirmedBy ?? []
    )
  }
}

extension KeptOutput {
  /// Creates an output from its text in a report. Escapes of invisible characters become the
  /// characters again.
  fileprivate init(report text: String, _ whole: ReportDocument.WholeOutput?) throws(ReportFault) {
    let hasEscapes = text.utf8.contains(UInt8(ascii: "\\"))
    let canonical = hasEscapes ? try text.jsonValue().canonicalText() : text
    self.init(text: canonical, whole: whole.map { ($0.digest, $0.bytes) })
  }
}

// MARK: - Results

extension ReportDocument.Verdict {
  /// Why the implementation was checked. An unknown origin counts as the default.
  private var implementationOrigin: ImplementationOrigin {
    if let command { return .command(command) }

    switch origin {
    case "named": return .named
    case "test": return .test
    default: return .default
    }
  }

  /// Returns the result, or throws if a member that its status requires is missing or malformed.
  fileprivate func value() throws(ReportFault) -> CaseResult {
    CaseResult(
      caseName: testCase,
      implementation: implementation,
      origin: implementationOrigin,
      result: try resultValue(),
      output: try output.map { text throws(ReportFault) in
        try KeptOutput(report: text, outputWhole)
      },
      duration: microseconds.map { .microseconds($0) },
      verdictCounts: verdictCounts
    )
  }

  /// Returns the result with the values of its status. A failure of texts shares the lines of the
  /// verdict's `textDiff`.
  private func resultValue() throws(ReportFault) -> Verdict.Result {
    let lines = try lineDifference()
    let failures = try (failures ?? []).map { failure throws(ReportFault) in
      try failure.value(lines)
    }

    switch result {
    case .passed: return .passed(schedules: schedules ?? 0)
    case .failed: return .failed(failures)
    case .known:
      let known = try ReportFault.require(known, "known")
      return .known(failures, try known.value(of: testCase, by: implementation))
    case .notApplicable: return .notApplicable(lacks ?? [])
    case .skipped: return .skipped(reason: try ReportFault.require(reason, "reason"))
    case .notRun: return .notRun
    }
  }
}

extension ReportDocument.Verdict {
  /// Returns the lines in which the texts differ, or `nil` if the outputs aren't texts.
  private func lineDifference() throws(ReportFault) -> LineDifference? {
    guard let textDiff else { return nil }
    let lines = LineDifference(unifiedText: textDiff, hiddenCount: textDiffMore ?? 0)
    return try ReportFault.require(lines, "textDiff")
  }
}

extension ReportDocument.Known {
  /// Returns the excuse.
  ///
  /// - Parameters:
  ///   - caseName: The name of the case, `CONTRACT/CASE`, which the verdict has.
  ///   - implementation: The name of the implementation, which the verdict has.
  fileprivate func value(
    of caseName: String,
    by implementation: String
  ) throws(ReportFault) -> Verdict.Excuse {
    guard divergence != true else {
      let name = LocatedName(name: caseName, location: location)
      return .divergence(AcceptedDivergence(caseName: name, reason: reason))
    }

    let day = try expires.map { text throws(ReportFault) in
      try ReportFault.require(CalendarDay(text), "expires")
    }

    return .knownFailure(
      KnownFailure(
        of: implementation,
        caseName,
        FailurePin(
          kind,
          code: try code.map { text throws(ReportFault) in try text.number() },
          output: output
        ),
        reason: reason,
        link: link,
        expires: day,
        at: location
      )
    )
  }
}

extension ReportDocument.Failure {
  /// Returns the failure from the members of its kind. Members of other kinds are ignored.
  ///
  /// - Parameter lines: The lines in which the outputs differ if they are texts.
  fileprivate func value(_ lines: LineDifference?) throws(ReportFault) -> Verdict.Failure {
    switch kind {
    case .noOutput: .noOutput(try ReportFault.require(fault, "fault").value())
    case .misbehaved: .misbehaved(try ReportFault.require(fault, "fault").value())
    case .violates:
      .violates(
        try ReportFault.require(violations, "violations").map { item throws(ReportFault) in
          try item.value(lines)
        }
      )

    case .differs: .differs(try differenceList(lines))
    case .noGolden: .noGolden
    case .dependsOnOrder:
      .dependsOnOrder(
        OrderDependence(
          arrivals: arrivals ?? [],
          clauses: clauses ?? [],
          isStaleUpdate: staleUpdate ?? false,
          differences: try differenceList(lines),
          failure: try fault?.value(),
          schedules: schedules ?? 0,
          seed: try seed?.seed() ?? 0
        )
      )

    case .unusableGolden: .unusableGolden
    }
  }

  /// Returns the differences of the failure, or throws if the member is missing.
  private func differenceList(_ lines: LineDifference?) throws(ReportFault) -> DifferenceList {
    let items = try ReportFault.require(differences, "differences")
    return try items.differenceList(hidden: more, lines)
  }
}

extension ReportDocument.Fault {
  /// Returns the failure, or throws if its code isn't a number or its pointer is malformed.
  fileprivate func value() throws(ReportFault) -> ImplementationFailure {
    ImplementationFailure(
      message,
      kind,
      code: try code.map { text throws(ReportFault) in try text.number() },
      log: log,
      refusing: try pointer?.pointer(),
      at: location,
      isOverSizeLimit: isOverSizeLimit ?? false
    )
  }
}

extension ReportDocument.Violation {
  /// Returns the violation.
  ///
  /// - Parameter lines: The lines in which the outputs differ if they are texts. A violation of a
  ///   facet isn't about the whole output, so it doesn't get them.
  fileprivate func value(_ lines: LineDifference?) throws(ReportFault) -> Violation {
    let subject: Violation.Subject =
      if let facet {
        .facet(facet)
      } else {
        .value(try ReportFault.require(pointer, "pointer").pointer())
      }

    return Violation(
      subject: subject,
      expected: try expected?.jsonValue(),
      actual: try actual?.jsonValue(),
      location: location,
      unknownValues: (unknownValues ?? []).map { unknown in
        Expectation.UnknownValue(
          facet: unknown.facet,
          value: LocatedName(name: unknown.value, location: unknown.location),
          hint: unknown.hint
        )
      },
      alternative: alternative,
      differences: try differences.differenceList(hidden: more, facet == nil ? lines : nil)
    )
  }
}

extension [ReportDocument.Difference] {
  /// Returns the differences as a list.
  ///
  /// - Parameters:
  ///   - hidden: The number of differences that the report leaves out, or `nil` if there are none.
  ///   - lines: The lines in which the outputs differ if they are texts.
  fileprivate func differenceList(
    hidden: Int?,
    _ lines: LineDifference?
  ) throws(ReportFault) -> DifferenceList {
    let differences = try map { difference throws(ReportFault) in try difference.value(lines) }
    return DifferenceList(differences, hiddenCount: hidden ?? 0)
  }
}

extension ReportDocument.Difference {
  /// Returns the difference, or throws if a value of its kind is missing or malformed.
  ///
  /// - Parameter lines: The lines in which the outputs differ if they are texts. They are the
  ///   difference of the outputs as a whole.
  func value(_ lines: LineDifference? = nil) throws(ReportFault) -> Difference {
    let pointer = try pointer.pointer()
    let change = try changeValue()

    let isOfTexts =
      if case .changed(.string, .string) = change {
        pointer.tokens.isEmpty
      } else {
        false
      }

    return Difference(
      at: pointer,
      change,
      element: element.map { TextKey($0) },
      lines: isOfTexts ? lines : nil,
      counterpart: try counterpart?.pointer()
    )
  }

  /// Returns the change with the values of its kind, or throws if one is missing or malformed.
  private func changeValue() throws(ReportFault) -> Difference.Change {
    switch change {
    case .changed:
      .changed(
        expected: try ReportFault.require(expected, "expected").jsonValue(),
        actual: try ReportFault.require(actual, "actual").jsonValue()
      )

    case .missing: .missing(try ReportFault.require(expected, "expected").jsonValue())
    case .unexpected: .unexpected(try ReportFault.require(actual, "actual").jsonValue())

    case .moved:
      .moved(
        from: try ReportFault.require(from, "from"),
        to: try ReportFault.require(to, "to")
      )
    }
  }
}

// MARK: - Problems of the run

extension ReportDocument.Incident {
  /// Returns the incident, or throws if its kind is about one case and the report names none.
  fileprivate func value() throws(ReportFault) -> Incident {
    let kind: Incident.Kind =
      switch kind {
      case .notStarted: .notStarted
      case .endedBadly: .badExit
      case .givenUp: .abandoned
      case .flaky: .flaky(cases: cases)
      case .skipped: .skipped(cases: cases)
      case .misbehaved: .misbehaved(case: try ReportFault.require(cases.first, "cases"))
      }

    return Incident(kind, of: implementation, try fault.value())
  }
}

extension ReportDocument.Comparison {
  /// Returns the comparison, or throws if a member that the reason of an item requires is missing.
  fileprivate func value() throws(ReportFault) -> RunComparison {
    RunComparison(
      report: report,
      items: try items.map { item throws(ReportFault) in try item.value() },
      notes: notes.map(\.value),
      added: added,
      same: same
    )
  }
}

extension ReportDocument.Comparison.Item {
  /// Returns the change, or throws if a member that its reason requires is missing.
  fileprivate func value() throws(ReportFault) -> RunComparison.Item {
    RunComparison.Item(
      change: change,
      name: name,
      reason: try reasonValue(),
      isWorse: isWorse
    )
  }

  /// Returns the reason with its values, or throws if one is missing.
  private func reasonValue() throws(ReportFault) -> RunComparison.Reason {
    switch reason {
    case .notInFirstRun: .notInFirstRun
    case .before: .before(try ReportFault.require(from, "from"))
    case .transition:
      .transition(
        from: try ReportFault.require(from, "from"),
        to: try ReportFault.require(to, "to")
      )

    case .sameFailure: .sameFailure
    case .otherFailure: .otherFailure(isMoreSevere: false)
    case .moreSevereFailure: .otherFailure(isMoreSevere: true)
    case .otherThanKnown: .otherThanKnown
    case .knownOtherwise: .knownOtherwise
    case .message: .message(try ReportFault.require(message, "message"))
    }
  }
}

extension ReportDocument.Comparison.Note {
  /// The note. A missing count is 0.
  fileprivate var value: RunComparison.Note {
    switch kind {
    case .suiteChanged: .suiteChanged
    case .otherShards: .otherShards
    case .lacking: .lacking(count ?? 0)
    case .interrupted: .interrupted
    }
  }
}
