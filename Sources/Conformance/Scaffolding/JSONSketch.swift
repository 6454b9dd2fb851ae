package import CanonicalJSON

/// JSON formatted the way a person would write it: members in the given order, short values on one
/// line.
package indirect enum JSONSketch: Sendable {
  case value(JSONValue)
  /// An array or object. The label of a member is its key and a colon. The label of an element is
  /// empty.
  case container(open: String, items: [(label: String, value: JSONSketch)], close: String)

  /// The limit on the length of a line of a case file that holds a whole container.
  package static let fileWidth = 120

  /// Creates a sketch of a value as a case file writes it, with its strings and keys changed by
  /// `change`. An object that could be mistaken for a written form becomes a `$literal`.
  package init(_ node: JSONNode, changing change: (String) -> String) {
    switch node.kind {
    case .object where InputMacro.isNeededToWrite(node):
      let literal = JSONSketch(literal: node, changing: change)
      self = .object([(InputMacro.literal.rawValue, literal)])
    default:
      self.init(node, changing: change) { JSONSketch($0, changing: change) }
    }
  }

  /// Creates a sketch of a value as it is, to show it to a person.
  package init(showing node: JSONNode) {
    self.init(literal: node, changing: \.self)
  }

  /// Creates a sketch of a value in which nothing is a written form.
  private init(literal node: JSONNode, changing change: (String) -> String) {
    self.init(node, changing: change) { JSONSketch(literal: $0, changing: change) }
  }

  /// Creates a sketch of a value, with its parts sketched by `part`.
  private init(
    _ node: JSONNode,
    changing change: (String) -> String,
    part: (JSONNode) -> JSONSketch
  ) {
    switch node.kind {
    case .array: self = .array(node.elements.map(part))
    case .object:
      self = .object(node.members.map { (change($0.key.string ?? ""), part($0.value)) })
    case .string: self = .text(change(node.string ?? ""))
    case .null, .bool, .number: self = .value(node.value)
    }
  }

  /// Returns a string as a JSON value.
  package static func text(_ text: String) -> JSONSketch { .value(.string(text)) }
  /// Returns an array of strings in their order.
  package static func texts(_ texts: [String]) -> JSONSketch { .array(texts.map { .text($0) }) }

  /// Returns an array, which goes on one line if it is short.
  package static func array(_ elements: [JSONSketch]) -> JSONSketch {
    .container(open: "[", items: elements.map { ("", $0) }, close: "]")
  }

  /// Returns an object whose keys are escaped as JSON needs it. The members keep their order.
  package static func object(_ members: [(key: String, value: JSONSketch)]) -> JSONSketch {
    .container(
      open: "{",
      items: members.map { ("\(JSONValue.string($0.key).canonicalText()): ", $0.value) },
      close: "}"
    )
  }

  /// Returns the text of the value, on one line if it fits.
  ///
  /// - Parameters:
  ///   - indentation: The indentation of the line on which the value begins.
  ///   - unit: The indentation of one level.
  ///   - column: The column at which the value begins.
  ///   - lineEnd: The line ending.
  ///   - isSpread: Whether to put each member or element on its own line even if the value is
  ///     short.
  ///   - width: The number of bytes that a line with a whole container doesn't reach.
  package func text(
    indentation: String = "",
    unit: String = "  ",
    column: Int = 0,
    lineEnd: String = "\n",
    isSpread: Bool = false,
    width: Int = Self.fileWidth
  ) -> String {
    if !isSpread, let line = onOneLine(width: width), column + line.utf8.count < width {
      return line
    }

    switch self {
    case .value(let value): return value.writtenText()
    case .container(let open, let items, let close):
      guard !items.isEmpty else { return open + close }

      let inner = indentation + unit
      let lines = items.map { label, value in
        let column = inner.utf8.count + label.utf8.count
        let text = value.text(
          indentation: inner,
          unit: unit,
          column: column,
          lineEnd: lineEnd,
          width: width
        )
        return inner + label + text
      }

      return open + lineEnd + lines.joined(separator: "," + lineEnd) + lineEnd + indentation + close
    }
  }

  /// The whole value on one line, or `nil` if that is certainly too long.
  private func onOneLine(width: Int) -> String? {
    var line = ""
    return appendLine(to: &line, width: width) ? line : nil
  }

  /// Appends the value to a line and returns whether the line may still be short enough.
  private func appendLine(to line: inout String, width: Int) -> Bool {
    guard line.utf8.count < width else { return false }

    switch self {
    case .value(let value): line += value.writtenText()
    case .container(let open, let items, let close):
      let padding = open == "{" && !items.isEmpty ? " " : ""
      line += open + padding
      for (index, item) in items.enumerated() {
        line += (index > 0 ? ", " : "") + item.label
        guard item.value.appendLine(to: &line, width: width) else { return false }
      }
      line += padding + close
    }
    return true
  }

  /// Whether the value is an array or object.
  var isContainer: Bool {
    if case .value = self {
      false
    } else {
      true
    }
  }
}
