package import CanonicalJSON

/// The output of an implementation: a value, or the JSON text of one, which is read when it is
/// needed.
package struct Output: Sendable {
  private enum Form {
    case value(JSONValue)
    case text(JSONNode)
    /// A long text. What reading it takes is several times its size, so it is not kept.
    ///
    /// - Parameter ignored: the parts of the value that don't count.
    case longText([UInt8], ignored: [PathPattern])
  }

  /// The levels of arrays and objects that an input or output may have: one less than what is read,
  /// since a message has it one level down.
  package static let maximumDepth = JSONDocument.maximumDepth - 1

  private let form: Form

  package init(_ value: JSONValue) { form = .value(value) }

  package init(_ text: JSONNode) {
    form =
      LargeOutputs.isLarge(bytes: text.sourceRange.count)
      ? .longText(text.sourceBytes, ignored: []) : .text(text)
  }

  /// - Complexity: O(1), or that of reading the text, each time.
  package var value: JSONValue {
    switch form {
    case .value(let value): value
    case .text(let text): text.value
    case .longText(let bytes, let ignored):
      ignored.reduce(Self.root(of: bytes)?.value ?? .null) { $1.removed(from: $0) }
    }
  }

  /// The text as it was read; `nil` if it came as a value, or if only a part of it counts.
  ///
  /// - Complexity: O(1), or that of reading the text, each time.
  package var text: JSONNode? {
    switch form {
    case .value: nil
    case .text(let text): text
    case .longText(let bytes, let ignored): ignored.isEmpty ? Self.root(of: bytes) : nil
    }
  }

  /// Whether so much is read from its text that `LargeOutputs` should do it.
  package var isLarge: Bool {
    if case .longText = form {
      true
    } else {
      false
    }
  }

  /// The size of the text in bytes; 0 if it came as a value.
  package var textSize: Int {
    switch form {
    case .value: 0
    case .text(let text): text.sourceRange.count
    case .longText(let bytes, _): bytes.count
    }
  }

  /// Returns the output without the parts that don't count.
  func ignoring(_ paths: [PathPattern]) -> Output {
    if paths.isEmpty { return self }
    if case .longText(let bytes, let ignored) = form {
      return Output(form: .longText(bytes, ignored: ignored + paths))
    }
    return Output(paths.reduce(value) { $1.removed(from: $0) })
  }

  private init(form: Form) { self.form = form }

  /// Reads a text that was read before.
  private static func root(of bytes: [UInt8]) -> JSONNode? {
    try? JSONDocument(parsing: bytes).root
  }
}

extension Output: Hashable {
  package static func == (left: Self, right: Self) -> Bool {
    if case (.longText(let mine, let ignored), .longText(let others, let alsoIgnored)) =
      (left.form, right.form), ignored.isEmpty, alsoIgnored.isEmpty, mine == others
    {
      return true
    }
    if let text = left.text, let other = right.text, text.hasSameTokens(as: other) { return true }
    return left.value == right.value
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(value) }
}
