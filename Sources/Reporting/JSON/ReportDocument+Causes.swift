internal import CanonicalJSON
internal import Conformance

extension ReportDocument {
  /// A cause. Which members it has in addition to the required ones depends on its kind.
  struct Cause: Codable {
    /// The kind of the trait that the cases share. `value` traits have one for each kind of change.
    enum Kind: String, Codable {
      case crash, timeout, error, noGolden, missing, unexpected, otherType, replaced, differs
      case text, textPart, element, elements, order, facet, expectation, row, rule, other
    }

    let kind: Kind
    let implementation: String
    let title: String
    /// The names of the failed cases that show the cause, as `CONTRACT/CASE`.
    let cases: [String]
    /// The number of cases that show nothing else.
    let alone: Int
    /// The number of cases that are counted under this cause.
    let taken: Int
    /// The rules that the mistake may break, the most likely one first: `CONTRACT/ID`, or the id if
    /// all failures are of one contract.
    let rules: [String]
    /// The name of the case with the fewest differences.
    let example: String
    /// The contract if the run has failures of several contracts and the cause is of one of them.
    var contract: String?
    /// The first difference of the example that shows the cause.
    var difference: Difference?
    /// The message of an error, with `…` and `#` in place of what varies from case to case.
    var message: String?
    /// The name of the member whose value differs; absent for the output as a whole.
    var member: String?
    /// The expected and the actual value as JSON, or the parts of a text.
    var expected: String?
    var actual: String?
    /// The way in which two texts differ although they may mean the same.
    var fold: FailureTrait.TextFold?
    /// A JSON Pointer to the elements of an array, with `*` for each index.
    var elements: String?
    var change: FailureTrait.ElementChange?
    /// The kinds of the element, according to the `distinct` facets.
    var kinds: [String]?
    var effect: FailureTrait.OrderEffect?
    /// The id of the row or rule, or the name of the facet.
    var name: String?
    /// The number of cases of the row or rule that were checked.
    var checked: Int?
  }
}

// MARK: - Writing

extension ReportDocument.Cause {
  /// Creates the cause with the members of its trait. The others are absent.
  init(_ cause: Cause) {
    implementation = cause.implementation
    title = cause.title
    cases = cause.cases
    alone = cause.alone
    taken = cause.taken
    rules = cause.ruleNames
    example = cause.example
    contract = cause.contract
    difference = cause.difference.map { .init($0) }

    switch cause.trait {
    case .crash: kind = .crash
    case .timeout: kind = .timeout
    case .error(let text):
      kind = .error
      message = text.text
    case .noGolden: kind = .noGolden

    case .value(let subject, let valueChange):
      kind = .init(valueChange)
      member = subject.memberName
      if case .replaced(let before, let after) = valueChange {
        expected = before.canonicalText()
        actual = after.canonicalText()
      }

    case .text(let textFold):
      kind = .text
      fold = textFold
    case .textPart(let subject, let before, let after):
      kind = .textPart
      member = subject.memberName
      expected = before.text
      actual = after.text

    case .element(let array, let elementChange, let names):
      kind = .element
      elements = array.description
      change = elementChange
      kinds = names.map(\.text)
    case .elements(let array, let elementChange):
      kind = .elements
      elements = array.description
      change = elementChange

    case .order(let orderEffect):
      kind = .order
      effect = orderEffect
    case .facet(let facet):
      kind = .facet
      name = facet.text
    case .expectation: kind = .expectation

    case .row(let id, let count):
      kind = .row
      name = id.text
      checked = count
    case .rule(let id, let count):
      kind = .rule
      name = id.text
      checked = count
    case .other: kind = .other
    }
  }
}

extension ReportDocument.Cause.Kind {
  /// Creates the kind of a trait whose subject is a value. The values are members of the cause.
  fileprivate init(_ change: FailureTrait.ValueChange) {
    switch change {
    case .missing: self = .missing
    case .unexpected: self = .unexpected
    case .otherType: self = .otherType
    case .replaced: self = .replaced
    case .differs: self = .differs
    }
  }
}

extension FailureTrait.Subject {
  /// The name of the member that differs, or `nil` for the output as a whole.
  fileprivate var memberName: String? {
    switch self {
    case .output: nil
    case .member(let name): name.text
    }
  }
}

// MARK: - Reading

extension ReportDocument.Cause {
  /// Returns the cause, or throws if a member that its kind requires is missing or malformed.
  func value() throws(ReportFault) -> Cause {
    Cause(
      implementation: implementation,
      contract: contract,
      trait: try trait(),
      cases: cases,
      alone: alone,
      taken: taken,
      rules: rules.map(rule),
      example: example,
      difference: try difference?.value()
    )
  }

  /// Returns the rule with a name. A name without a contract is of the only contract of the cases.
  private func rule(named name: String) -> Cause.Rule {
    let parts = name.split(separator: "/", maxSplits: 1).map { String($0) }
    if parts.count == 2 { return Cause.Rule(contract: parts[0], id: parts[1]) }

    return Cause.Rule(contract: String(example.prefix { $0 != "/" }), id: name)
  }

  /// Returns the trait from the members of its kind. Members of other kinds are ignored.
  private func trait() throws(ReportFault) -> FailureTrait {
    switch kind {
    case .crash: .crash
    case .timeout: .timeout
    case .error: .error(message: TextKey(try required(message, "message")))
    case .noGolden: .noGolden
    case .missing: .value(subject, .missing)
    case .unexpected: .value(subject, .unexpected)
    case .otherType: .value(subject, .otherType)
    case .replaced:
      .value(
        subject,
        .replaced(
          expected: try required(expected, "expected").jsonValue(),
          actual: try required(actual, "actual").jsonValue()
        )
      )
    case .differs: .value(subject, .differs)

    case .text: .text(try required(fold, "fold"))
    case .textPart:
      .textPart(
        subject,
        expected: TextKey(try required(expected, "expected")),
        actual: TextKey(try required(actual, "actual"))
      )

    case .element:
      .element(
        of: try required(elements, "elements").pointer(),
        try required(change, "change"),
        kinds: (kinds ?? []).map { TextKey($0) }
      )
    case .elements:
      .elements(of: try required(elements, "elements").pointer(), try required(change, "change"))

    case .order: .order(try required(effect, "effect"))
    case .facet: .facet(TextKey(try required(name, "name")))
    case .expectation: .expectation

    case .row: .row(TextKey(try required(name, "name")), checked: checked ?? cases.count)
    case .rule: .rule(TextKey(try required(name, "name")), checked: checked ?? cases.count)
    case .other: .other
    }
  }

  /// What a value or a part of a text belongs to. Without a member, that is the whole output.
  private var subject: FailureTrait.Subject { member.map { .member(TextKey($0)) } ?? .output }

  /// Returns a value, or throws a fault that names the missing member.
  private func required<Value>(_ value: Value?, _ name: String) throws(ReportFault) -> Value {
    try ReportFault.require(value, name)
  }
}
