internal import CanonicalJSON
internal import Conformance

extension ReportDocument {
  /// A cause. Which members it has in addition to the required ones depends on its kind.
  struct Cause: Codable {
    enum Kind: String, Codable {
      case crash, timeout, error, noGolden, missing, unexpected, otherType, replaced, differs
      case text, textPart, element, elements, order, facet, expectation, row, rule, other
    }

    let kind: Kind
    let implementation: String
    let title: String
    let cases: [String]
    let alone: Int
    let taken: Int
    let rules: [String]
    let example: String
    /// The contract if the run has failures of several contracts and the cause is of one of them.
    var contract: String?
    var difference: Difference?
    var message: String?
    /// The name of the member whose value differs; absent for the output as a whole.
    var member: String?
    /// The expected and the actual value as JSON, or the parts of a text.
    var expected: String?
    var actual: String?
    var fold: FailureTrait.TextFold?
    /// A JSON Pointer to the elements of an array, with `*` for each index.
    var elements: String?
    var change: FailureTrait.ElementChange?
    var kinds: [String]?
    var effect: FailureTrait.OrderEffect?
    /// The id of the row or rule, or the name of the facet.
    var name: String?
    var checked: Int?
  }
}

// MARK: - Writing

extension ReportDocument.Cause {
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
  fileprivate var memberName: String? {
    switch self {
    case .output: nil
    case .member(let name): name.text
    }
  }
}

// MARK: - Reading

extension ReportDocument.Cause {
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

  private var subject: FailureTrait.Subject { member.map { .member(TextKey($0)) } ?? .output }

  private func required<Value>(_ value: Value?, _ name: String) throws(ReportFault) -> Value {
    try ReportFault.require(value, name)
  }
}
