package import CanonicalJSON

/// What an implementation answered: a value, or the text of one, which is read when it is asked for.
package struct Output: Sendable {
  private enum Form {
    case value(JSONValue)
    case text(JSONNode)
  }

  /// The levels of arrays and objects that an input or output may have: one less than what is read, since a message has
  /// it one level down.
  package static let maximumDepth = JSONDocument.maximumDepth - 1

  private let form: Form

  package init(_ value: JSONValue) { form = .value(value) }

  package init(_ text: JSONNode) { form = .text(text) }

  /// - Complexity: O(1), or that of reading the text, each time.
  package var value: JSONValue {
    switch form {
    case .value(let value): value
    case .text(let text): text.value
    }
  }

  /// Nil where it came as a value.
  package var text: JSONNode? { if case .text(let text) = form { text } else { nil } }
}

extension Output: Hashable {
  package static func == (left: Self, right: Self) -> Bool {
    if let text = left.text, let other = right.text, text.hasSameTokens(as: other) { return true }
    return left.value == right.value
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(value) }
}
