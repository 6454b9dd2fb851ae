internal import CanonicalJSON
internal import RFC3339

extension ReportDocument {
  /// - Parameter cases: by name; those that a verdict can be on once it is read.
  static func verdict(on cases: [TextKey: Case] = [:]) -> ReportForm<Verdict> {
    let testCase = ReportForm<Case> { testCase in
      ["contract": text.write(testCase.contract), "case": text.write(testCase.id)]
    } read: { part throws(ReportFault) in
      let name = "\(try part.member("contract", text))/\(try part.member("case", text))"
      guard let testCase = cases[TextKey(name)] else { throw part.fault("its suite has no case '\(name)'") }
      return testCase
    }
    return ReportForm.object(
      ReportPart(\.testCase, testCase), ReportPart(\.implementation, text.at("implementation")),
      ReportPart(\.selectingOptions, text.optional(at: "options").converted({ $0 ?? "" }) { $0.isEmpty ? nil : $0 }),
      ReportPart(\.result, result),
      ReportPart({ $0.allFailures.isEmpty ? nil : $0.testCase.input }, value.optional(at: "input")),
      ReportPart(\.golden, value.optional(at: "expected")), ReportPart(\.output, value.optional(at: "actual"))
    ) { testCase, implementation, options, result, input, golden, output in
      Verdict(
        testCase: testCase.with(input: input), implementation: implementation, selectingOptions: options,
        result: result.with(output: output), output: output, golden: golden)
    }
  }

  private static let result = ReportForm<Verdict.Result>.choice(
    "verdict", or: "this is no verdict",
    ReportKind("passed", orders, { .passed(schedules: $0) }) { if case .passed(let count) = $0 { count } else { nil } },
    ReportKind("failed", failures, { .failed($0) }) { if case .failed(let failures) = $0 { failures } else { nil } },
    ReportKind("known", failures.with(knownFailure.at("known")), { .known($0, $1) }) {
      if case .known(let failures, let known) = $0 { (failures, known) } else { nil }
    },
    ReportKind("unsupported", text.list.at("lacks"), { .unsupported($0) }) {
      if case .unsupported(let lacking) = $0 { lacking } else { nil }
    },
    ReportKind("notRun", nothing, { .notRun }) { if case .notRun = $0 { () } else { nil } })

  private static let orders = integer.optional(at: "schedules").converted({ $0 ?? 0 }) { $0 > 0 ? $0 : nil }
  private static let failures =
    failure.list.converted(or: "a failure is due", { $0.isEmpty ? nil : $0 }) { $0 }.at("failures")

  private static let knownFailure = ReportForm<KnownFailure>.object(
    ReportPart(\.implementation, text.at("implementation")), ReportPart(\.caseName, text.at("case")),
    ReportPart(\.kind, kind.at("kind")), ReportPart(\.reason, text.at("reason")),
    ReportPart(\.link, text.optional(at: "link")),
    ReportPart({ $0.expires.map { "\($0)" } }, text.optional(at: "expires")),
    ReportPart(\.location, location.at("location"))
  ) { KnownFailure(of: $0, $1, $2, reason: $3, link: $4, expires: $5.flatMap { CalendarDay($0) }, at: $6) }

  private static let kind = text.converted(or: "this is no kind of failure", { KnownFailure.Kind(rawValue: $0) }) {
    $0.rawValue
  }

  // MARK: - Failures

  private static let failure = ReportForm<Verdict.Failure>.choice(
    "kind", or: "this is no kind of failure",
    ReportKind("noOutput", cause, { .noOutput($0) }) { if case .noOutput(let cause) = $0 { cause } else { nil } },
    ReportKind("misbehaved", cause, { .misbehaved($0) }) { if case .misbehaved(let cause) = $0 { cause } else { nil } },
    ReportKind("violates", beginning("violations", of: violation), { .violates($0) }) {
      if case .violates(let violations) = $0 { violations } else { nil }
    },
    ReportKind("differs", differences, { .differs($0) }) { if case .differs(let found) = $0 { found } else { nil } },
    // What came back is told of beside the failures.
    ReportKind("noGolden", nothing, { .noGolden(output: .null) }) { if case .noGolden = $0 { () } else { nil } },
    ReportKind("diverges", divergence, { .diverges($0) }) { if case .diverges(let found) = $0 { found } else { nil } },
    ReportKind("unusableGolden", nothing, { .unusableGolden }) { $0 == .unusableGolden ? () : nil })

  static let cause = ReportForm<ImplementationFailure>.object(
    ReportPart(\.message, text.at("message")),
    ReportPart({ $0.kind == .error ? nil : $0.kind }, kind.optional(at: "fault")),
    ReportPart(\.log, text.list.at("log")), ReportPart(\.location, location.optional(at: "location"))
  ) { ImplementationFailure($0, $1 ?? .error, log: $2, at: $3) }

  private static let divergence = ReportForm<Divergence>.object(
    ReportPart(\.arrivals, text.list.at("arrivals")),
    ReportPart(\.clauses, text.list.optional(at: "clauses").converted({ $0 ?? [] }) { $0.isEmpty ? nil : $0 }),
    ReportPart(\.differences, differences), ReportPart(\.failure, cause.optional(at: "noOutput")),
    ReportPart(\.schedules, integer.at("schedules")),
    ReportPart(\.seed, text.converted(or: "a number is due", { UInt64($0) }) { "\($0)" }.at("seed"))
  ) { Divergence(arrivals: $0, clauses: $1, differences: $2, failure: $3, schedules: $4, seed: $5) }

  private static let differences = beginning("differences", of: difference)

  /// A list of which the report has no more than some.
  private static func beginning<Item>(_ key: String, of item: ReportForm<Item>) -> ReportForm<[Item]> {
    ReportForm { items in
      let rest = items.count - ReportValue.mostItems
      let told = item.list.write(Array(items.prefix(ReportValue.mostItems)))
      return .object(JSONObject([(key, told)] + (rest > 0 ? [("more", integer.write(rest))] : [])))
    } read: { part throws(ReportFault) in
      try part.member(key, item.list)
    }
  }

  private static let violation = ReportForm<Violation>.object(
    ReportPart(\.subject, subject), ReportPart(\.expected, value.optional(at: "expected")),
    ReportPart(\.actual, value.optional(at: "actual")), ReportPart(\.location, location.at("location"))
  ) { Violation(subject: $0, expected: $1, actual: $2, location: $3) }

  private static let subject = ReportForm<Violation.Subject> { subject in
    switch subject {
    case .facet(let name): ["facet": text.write(name)]
    case .value(let place): ["pointer": pointer.write(place)]
    }
  } read: { part throws(ReportFault) in
    part["facet"] == nil ? .value(try part.member("pointer", pointer)) : .facet(try part.member("facet", text))
  }

  private static let difference = ReportForm<Difference>.object(
    ReportPart(\.change, change), ReportPart(\.pointer, pointer.at("pointer")),
    ReportPart(\.element, text.converted({ TextKey($0) }, \.text).optional(at: "element"))
  ) { Difference(at: $1, $0, element: $2) }

  private static let change = ReportForm<Difference.Change>.choice(
    "change", or: "this is no change",
    ReportKind("changed", value.at("expected").with(value.at("actual")), { .changed(expected: $0, actual: $1) }) {
      if case .changed(let expected, let actual) = $0 { (expected, actual) } else { nil }
    },
    ReportKind("missing", value.at("expected"), { .missing($0) }) {
      if case .missing(let value) = $0 { value } else { nil }
    },
    ReportKind("unexpected", value.at("actual"), { .unexpected($0) }) {
      if case .unexpected(let value) = $0 { value } else { nil }
    },
    ReportKind("moved", integer.at("from").with(integer.at("to")), { .moved(from: $0, to: $1) }) {
      if case .moved(let from, let to) = $0 { (from, to) } else { nil }
    })
}

extension Verdict.Result {
  /// The result with what came back, which the report tells of once.
  fileprivate func with(output: JSONValue?) -> Self {
    func told(_ failures: [Verdict.Failure]) -> [Verdict.Failure] {
      failures.map { if case .noGolden = $0 { .noGolden(output: output ?? .null) } else { $0 } }
    }
    return switch self {
    case .failed(let failures): .failed(told(failures))
    case .known(let failures, let known): .known(told(failures), known)
    case .passed, .unsupported, .notRun: self
    }
  }
}
