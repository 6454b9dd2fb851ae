package import CanonicalJSON

/// JSON as a person would write it: members in the order in which they are given, short values on
/// one line.
package indirect enum JSONSketch: Sendable {
  case value(JSONValue)
  /// The label of a member is its key and a colon, that of an element is empty.
  case container(open: String, items: [(label: String, value: JSONSketch)], close: String)

  private static let width = 120

  /// A value of a file, its strings and keys put through `change`.
  package init(_ node: JSONNode, changing change: (String) -> String) {
    switch node.kind {
    case .array: self = .array(node.elements.map { JSONSketch($0, changing: change) })
    case .object:
      self = .object(
        node.members.map { (change($0.key.string ?? ""), JSONSketch($0.value, changing: change)) }
      )
    case .string: self = .text(change(node.string ?? ""))
    case .null, .bool, .number: self = .value(node.value)
    }
  }

  package static func text(_ text: String) -> JSONSketch { .value(.string(text)) }
  package static func texts(_ texts: [String]) -> JSONSketch { .array(texts.map { .text($0) }) }

  package static func array(_ elements: [JSONSketch]) -> JSONSketch {
    .container(open: "[", items: elements.map { ("", $0) }, close: "]")
  }

  package static func object(_ members: [(key: String, value: JSONSketch)]) -> JSONSketch {
    .container(
      open: "{",
      items: members.map { ("\(JSONValue.string($0.key).canonicalText()): ", $0.value) },
      close: "}"
    )
  }

  /// - Parameters:
  ///   - indentation: of the line that the value begins on.
  ///   - column: where on that line it begins.
  ///   - isSpread: one member or element per line, though it may be short.
  package func text(
    indentation: String = "",
    unit: String = "  ",
    column: Int = 0,
    lineEnd: String = "\n",
    isSpread: Bool = false
  ) -> String {
    if !isSpread, let line = onOneLine, column + line.utf8.count < Self.width { return line }
    switch self {
    case .value(let value): return value.writtenText()
    case .container(let open, let items, let close):
      guard !items.isEmpty else { return open + close }
      let inner = indentation + unit
      let lines = items.map { label, value in
        let column = inner.utf8.count + label.utf8.count
        return inner + label
          + value.text(indentation: inner, unit: unit, column: column, lineEnd: lineEnd)
      }
      return open + lineEnd + lines.joined(separator: "," + lineEnd) + lineEnd + indentation + close
    }
  }

  /// The whole on one line; nil where that is sure to be too long.
  private var onOneLine: String? {
    var line = ""
    return appendLine(to: &line) ? line : nil
  }

  private func appendLine(to line: inout String) -> Bool {
    guard line.utf8.count < Self.width else { return false }
    switch self {
    case .value(let value): line += value.writtenText()
    case .container(let open, let items, let close):
      let padding = open == "{" && !items.isEmpty ? " " : ""
      line += open + padding
      for (index, item) in items.enumerated() {
        line += (index > 0 ? ", " : "") + item.label
        guard item.value.appendLine(to: &line) else { return false }
      }
      line += padding + close
    }
    return true
  }

  var isContainer: Bool {
    if case .value = self {
      false
    } else {
      true
    }
  }
}
