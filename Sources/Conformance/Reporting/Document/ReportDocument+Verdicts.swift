internal import CanonicalJSON

extension ReportDocument {
  static func verdict(_ verdict: Verdict) -> JSONValue {
    var members: [(String, JSONValue?)] = [
      ("contract", .string(verdict.testCase.contract)), ("case", .string(verdict.testCase.id)),
      ("implementation", ReportValue.text(verdict.implementation)),
    ]
    if !verdict.selectingOptions.isEmpty { members.append(("options", ReportValue.text(verdict.selectingOptions))) }
    func told(_ word: String, _ failures: [Verdict.Failure]? = nil) {
      members.append(("verdict", .string(word)))
      guard let failures else { return }
      members += [
        ("failures", .array(failures.map(failure))), ("input", ReportValue.value(verdict.testCase.input)),
        ("expected", verdict.golden.map(ReportValue.value)), ("actual", verdict.output.map(ReportValue.value)),
      ]
    }
    switch verdict.result {
    case .passed(let schedules):
      told("passed")
      if schedules > 0 { members.append(("schedules", .integer(schedules))) }
    case .failed(let failures): told("failed", failures)
    case .known(let failures, let known):
      told("known", failures)
      members.append(("known", self.known(known)))
    case .unsupported(let lacking):
      told("unsupported")
      members.append(("lacks", .texts(lacking)))
    case .notRun: told("notRun")
    }
    return .members(members)
  }

  private static func known(_ known: KnownFailure) -> JSONValue {
    .members([
      ("case", ReportValue.text(known.caseName)), ("reason", ReportValue.text(known.reason)),
      ("link", known.link.map(ReportValue.text)), ("expires", known.expires.map { .string("\($0)") }),
      ("location", location(known.location)),
    ])
  }

  private static func failure(_ failure: Verdict.Failure) -> JSONValue {
    switch failure {
    case .noOutput(let cause): .members([("kind", "noOutput")] + self.cause(cause))
    case .misbehaved(let cause): .members([("kind", "misbehaved")] + self.cause(cause))
    case .violates(let violations):
      .members([
        ("kind", "violates"), ("violations", .array(violations.prefix(ReportValue.mostItems).map(violation))),
        ("more", more(violations)),
      ])
    case .differs(let found): .members([("kind", "differs")] + differences(found))
    case .noGolden: ["kind": "noGolden"]
    case .unusableGolden: ["kind": "unusableGolden"]
    case .diverges(let divergence):
      .members(
        [
          ("kind", "diverges"), ("arrivals", .texts(divergence.arrivals)),
          ("clauses", divergence.clauses.isEmpty ? nil : .texts(divergence.clauses)),
          ("schedules", .integer(divergence.schedules)), ("seed", .string("\(divergence.seed)")),
          ("noOutput", divergence.failure.map { .members(cause($0)) }),
        ] + differences(divergence.differences))
    }
  }

  private static func cause(_ cause: ImplementationFailure) -> [(String, JSONValue?)] {
    [
      ("message", ReportValue.text(cause.message)), ("log", .texts(cause.log)),
      ("location", cause.location.map(location)),
    ]
  }

  private static func violation(_ violation: Violation) -> JSONValue {
    let subject: (key: String, value: String) =
      switch violation.subject {
      case .facet(let name): ("facet", name)
      case .value(let pointer): ("pointer", "\(pointer)")
      }
    return .members([
      (subject.key, ReportValue.text(subject.value)), ("expected", violation.expected.map(ReportValue.value)),
      ("actual", violation.actual.map(ReportValue.value)), ("location", location(violation.location)),
    ])
  }

  private static func differences(_ differences: [Difference]) -> [(String, JSONValue?)] {
    [
      ("differences", .array(differences.prefix(ReportValue.mostItems).map(difference))), ("more", more(differences)),
    ]
  }

  private static func difference(_ difference: Difference) -> JSONValue {
    let change: [(String, JSONValue?)] =
      switch difference.change {
      case .changed(let expected, let actual):
        [
          ("change", "changed"), ("expected", ReportValue.value(expected)), ("actual", ReportValue.value(actual)),
        ]
      case .missing(let expected): [("change", "missing"), ("expected", ReportValue.value(expected))]
      case .unexpected(let actual): [("change", "unexpected"), ("actual", ReportValue.value(actual))]
      case .moved(let from, let to): [("change", "moved"), ("from", .integer(from)), ("to", .integer(to))]
      }
    return .members(
      [
        ("pointer", ReportValue.text("\(difference.pointer)")),
        ("element", difference.element.map { ReportValue.text($0.text) }),
      ] + change)
  }

  /// How many are left out; nil: none.
  private static func more(_ items: [some Any]) -> JSONValue? {
    items.count > ReportValue.mostItems ? .integer(items.count - ReportValue.mostItems) : nil
  }
}
