package import CanonicalJSON

/// The output of an implementation: a value, or the JSON text of a value that is read when it is
/// needed.
package struct Output: Sendable {
  /// The ways in which an output is stored.
  private enum Form {
    /// A value that was never a text, or that has lost the ignored parts.
    case value(JSONValue)
    /// A value of a type of its own, which can write itself.
    case typed(any JSONWritable & Sendable)
    /// A parsed text that isn't long.
    case text(JSONNode)
    /// A long text. Its parsed form would take several times its size, so it isn't kept.
    ///
    /// - Parameter ignored: The parts of the value that are ignored.
    case longText([UInt8], ignored: [PathPattern])
  }

  /// The maximum nesting depth of arrays and objects in an input or output. It is one less than the
  /// parser's limit, because messages contain the value one level down.
  package static let maximumDepth = JSONDocument.maximumDepth - 1

  private let form: Form

  /// Creates an output from a value that has no text, such as that of a linked implementation.
  package init(_ value: JSONValue) { form = .value(value) }

  /// Creates an output from a value that can write itself as JSON.
  package init(typed value: any JSONWritable & Sendable) { form = .typed(value) }

  /// Creates an output from a parsed text. Keeps only the bytes of a long text.
  package init(_ text: JSONNode) {
    form =
      LargeOutputs.isLarge(bytes: text.sourceRange.count)
      ? .longText(text.sourceBytes, ignored: []) : .text(text)
  }

  /// The value without the parts that are ignored.
  ///
  /// - Complexity: O(1), or that of creating the value, for each call.
  package var value: JSONValue {
    switch form {
    case .value(let value): value
    case .typed(let value): value.json
    case .text(let text): text.value
    case .longText(let bytes, let ignored):
      ignored.reduce(Self.root(of: bytes)?.value ?? .null) { $1.removed(from: $0) }
    }
  }

  /// The text as it was read, or `nil` if the output was created from a value or has ignored parts.
  ///
  /// - Complexity: O(1), or that of parsing the text, for each call.
  package var text: JSONNode? {
    switch form {
    case .value, .typed: nil
    case .text(let text): text
    case .longText(let bytes, let ignored): ignored.isEmpty ? Self.root(of: bytes) : nil
    }
  }

  /// Whether the value is a string.
  package var isText: Bool {
    switch form {
    case .value(let value): value.kind == .string
    case .typed(let value): value.json.kind == .string
    case .text(let text): text.kind == .string
    case .longText(let bytes, _): bytes.first == UInt8(ascii: "\"")
    }
  }

  /// Whether the text is so long that only `LargeOutputs` should read it.
  package var isLarge: Bool {
    if case .longText = form {
      true
    } else {
      false
    }
  }

  /// The size of the text in bytes, or 0 if the output is stored as a value.
  package var textSize: Int {
    switch form {
    case .value, .typed: 0
    case .text(let text): text.sourceRange.count
    case .longText(let bytes, _): bytes.count
    }
  }

  /// Returns the output for comparisons, without the values at some paths.
  func ignoring(_ paths: [PathPattern]) -> Output {
    // A comparison reads the value several times.
    if case .typed(let value) = form { return Output(value.json).ignoring(paths) }
    if paths.isEmpty { return self }
    if case .longText(let bytes, let ignored) = form {
      return Output(form: .longText(bytes, ignored: ignored + paths))
    }
    return Output(paths.reduce(value) { $1.removed(from: $0) })
  }

  /// Writes the output as indented JSON and in pieces, as
  /// ``JSONValue/writeIndentedUTF8(to:)`` does.
  package func writeIndentedUTF8<Failure: Error>(
    to body: ([UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    if case .typed(let value) = form {
      try value.writeIndentedUTF8(to: body)
    } else {
      try value.writeIndentedUTF8(to: body)
    }
  }

  private init(form: Form) { self.form = form }

  /// Parses a text that was parsed successfully before.
  private static func root(of bytes: [UInt8]) -> JSONNode? {
    try? JSONDocument(parsing: bytes).root
  }
}

extension Output: Hashable {
  /// Compares the texts first, because that takes less time than building the values.
  package static func == (left: Self, right: Self) -> Bool {
    // Equal bytes are equal values, so long texts often don't have to be parsed.
    if let bytes = left.wholeLongText, bytes == right.wholeLongText { return true }
    if let text = left.text, let other = right.text, text.hasSameTokens(as: other) { return true }
    return left.value == right.value
  }

  /// The bytes of a long text without ignored parts, or `nil` for any other output.
  private var wholeLongText: [UInt8]? {
    if case .longText(let bytes, let ignored) = form, ignored.isEmpty {
      bytes
    } else {
      nil
    }
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(value) }
}
