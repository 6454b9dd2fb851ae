internal import CanonicalJSON

/// Answers that can be given without understanding the question.
package enum BlindAnswer: String, CaseIterable, Sendable {
  case null = "null"
  case input = "the input"
  case previousOutput = "the previous case's output"
  case lastElementDropped = "the output without its last element"
  case elementsReversed = "the output in reverse"

  /// Nil where there is nothing to drop or to reverse.
  func output(input: JSONValue, golden: JSONValue, previous: JSONValue) -> JSONValue? {
    switch self {
    case .null: .null
    case .input: input
    case .previousOutput: previous
    case .lastElementDropped: golden.withFirstArray { Array($0.dropLast()) }
    case .elementsReversed: golden.withFirstArray { $0.reversed() }
    }
  }
}

extension JSONValue {
  /// The value with its first member that is an array, or itself where it is one, changed.
  fileprivate func withFirstArray(_ change: ([JSONValue]) -> [JSONValue]) -> JSONValue? {
    switch self {
    case .array(let elements): return .array(change(elements))
    case .object(var object):
      guard let member = object.first(where: { $0.value.elements != nil }), let elements = member.value.elements else {
        return nil
      }
      object[member.key] = .array(change(elements))
      return .object(object)
    default: return nil
    }
  }
}
