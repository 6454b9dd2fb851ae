internal import CanonicalJSON
internal import RFC3339

/// Reads the verdicts of a JSON report.
struct VerdictDecoding {
  private let cases: [TextKey: Case]

  init(_ suites: [Suite]) {
    cases = Dictionary(suites.flatMap(\.cases).map { (TextKey($0.name), $0) }) { first, _ in first }
  }

  func verdicts(_ items: [ReportReader]) throws(ReportFault) -> [Verdict] {
    try items.map { item throws(ReportFault) in try verdict(item) }
  }

  private func verdict(_ reader: ReportReader) throws(ReportFault) -> Verdict {
    let name = "\(try reader.text("contract"))/\(try reader.text("case"))"
    guard let testCase = cases[TextKey(name)] else { throw reader.fault("its suite has no case '\(name)'") }
    let result: Verdict.Result
    switch try reader.text("verdict") {
    case "passed": result = .passed(schedules: try reader.optional("schedules")?.integer() ?? 0)
    case "failed": result = .failed(try failures(reader))
    case "known": result = .known(try failures(reader), try known(try reader.member("known")))
    case "unsupported": result = .unsupported(try reader.texts("lacks"))
    case "notRun": result = .notRun
    default: throw try reader.member("verdict").fault("this is no verdict")
    }
    return Verdict(
      testCase: testCase.with(input: try reader.optionalExcerpt("input")),
      implementation: try reader.text("implementation"), selectingOptions: try reader.optional("options")?.text() ?? "",
      result: result, output: try reader.optionalExcerpt("actual"), golden: try reader.optionalExcerpt("expected"))
  }

  private func known(_ reader: ReportReader) throws(ReportFault) -> KnownFailure {
    KnownFailure(
      caseName: try reader.text("case"), reason: try reader.text("reason"), link: try reader.optional("link")?.text(),
      expires: try (reader.optional("expires")?.text()).flatMap(CalendarDay.init),
      location: try ReportDocument.location(reader)
    )
  }

  private func failures(_ reader: ReportReader) throws(ReportFault) -> [Verdict.Failure] {
    let output = try reader.optionalExcerpt("actual")
    let failures = try reader.items("failures").map { item throws(ReportFault) in
      try failure(item, output: output ?? .null)
    }
    guard !failures.isEmpty else { throw try reader.member("failures").fault("a failure is due") }
    return failures
  }

  private func failure(_ reader: ReportReader, output: JSONValue) throws(ReportFault) -> Verdict.Failure {
    switch try reader.text("kind") {
    case "noOutput": return .noOutput(try ReportDocument.cause(reader))
    case "misbehaved": return .misbehaved(try ReportDocument.cause(reader))
    case "violates":
      return .violates(try reader.items("violations").map { item throws(ReportFault) in try violation(item) })
    case "differs": return .differs(try differences(reader))
    case "noGolden": return .noGolden(output: output)
    case "unusableGolden": return .unusableGolden
    case "diverges":
      guard let seed = UInt64(try reader.text("seed")) else { throw try reader.member("seed").fault("a number is due") }
      let cause = try reader.optional("noOutput").map { item throws(ReportFault) in try ReportDocument.cause(item) }
      return .diverges(
        Divergence(
          arrivals: try reader.texts("arrivals"),
          clauses: reader.optional("clauses") == nil ? [] : try reader.texts("clauses"),
          differences: try differences(reader), failure: cause, schedules: try reader.integer("schedules"), seed: seed))
    default: throw try reader.member("kind").fault("this is no kind of failure")
    }
  }

  private func violation(_ reader: ReportReader) throws(ReportFault) -> Violation {
    let subject: Violation.Subject =
      if let facet = reader.optional("facet") {
        .facet(try facet.text())
      } else {
        .value(try pointer(reader))
      }
    return Violation(
      subject: subject, expected: try reader.optionalExcerpt("expected"),
      actual: try reader.optionalExcerpt("actual"), location: try ReportDocument.location(reader))
  }

  private func differences(_ reader: ReportReader) throws(ReportFault) -> [Difference] {
    try reader.items("differences").map { item throws(ReportFault) in
      let change: Difference.Change
      switch try item.text("change") {
      case "changed":
        change = .changed(expected: try item.excerpt("expected"), actual: try item.excerpt("actual"))
      case "missing": change = .missing(try item.excerpt("expected"))
      case "unexpected": change = .unexpected(try item.excerpt("actual"))
      case "moved": change = .moved(from: try item.integer("from"), to: try item.integer("to"))
      default: throw try item.member("change").fault("this is no change")
      }
      return Difference(
        at: try pointer(item), change, element: try (item.optional("element")?.text()).map { TextKey($0) })
    }
  }

  /// One that was cut may end within an escape, and is taken for a single token then.
  private func pointer(_ reader: ReportReader) throws(ReportFault) -> JSONPointer {
    let text = try reader.text("pointer")
    return (try? JSONPointer(text)) ?? JSONPointer(tokens: [text])
  }
}

extension Case {
  /// The case with its input, which a report has only where somebody will ask for it.
  fileprivate func with(input: JSONValue?) -> Case {
    guard let input else { return self }
    return Case(
      contract: contract, id: id, description: description, operation: operation, requires: requires, input: input,
      expectation: expectation, location: location)
  }
}
