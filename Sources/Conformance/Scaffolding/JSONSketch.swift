package import CanonicalJSON

/// JSON as a person would write it: members in the order in which they are given, short values on one line.
package indirect enum JSONSketch: Sendable {
  case value(JSONValue)
  case array([JSONSketch])
  case object([(key: String, value: JSONSketch)])

  private static let width = 120

  /// A value of a file, its strings and keys put through `change`.
  package init(_ node: JSONNode, changing change: (String) -> String) {
    switch node.kind {
    case .array: self = .array(node.elements.map { JSONSketch($0, changing: change) })
    case .object:
      self = .object(
        node.members.map { (change($0.key.string ?? ""), JSONSketch($0.value, changing: change)) })
    case .string: self = .text(change(node.string ?? ""))
    case .null, .bool, .number: self = .value(node.value)
    }
  }

  package static func text(_ text: String) -> JSONSketch { .value(.string(text)) }
  package static func texts(_ texts: [String]) -> JSONSketch { .array(texts.map { .text($0) }) }

  /// - Parameters:
  ///   - indentation: of the line that the value begins on.
  ///   - column: where on that line it begins.
  ///   - isSpread: one member or element per line, though it may be short.
  package func text(
    indentation: String = "", unit: String = "  ", column: Int = 0, lineEnd: String = "\n", isSpread: Bool = false
  ) -> String {
    if !isSpread, let line = onOneLine, column + line.utf8.count < Self.width { return line }
    let inner = indentation + unit
    let parts: [String]
    switch self {
    case .value(let value): return value.canonicalText()
    case .array(let elements):
      parts = elements.map { $0.text(indentation: inner, unit: unit, column: inner.utf8.count, lineEnd: lineEnd) }
    case .object(let members):
      parts = members.map { key, value in
        let head = "\(JSONValue.string(key).canonicalText()): "
        return head
          + value.text(
            indentation: inner, unit: unit, column: inner.utf8.count + head.utf8.count, lineEnd: lineEnd)
      }
    }
    let (open, close) = if case .object = self { ("{", "}") } else { ("[", "]") }
    guard !parts.isEmpty else { return open + close }
    return open + lineEnd + parts.map { inner + $0 }.joined(separator: "," + lineEnd) + lineEnd + indentation + close
  }

  /// The whole on one line; nil where that is sure to be too long.
  private var onOneLine: String? {
    var line = ""
    return appendLine(to: &line) ? line : nil
  }

  private func appendLine(to line: inout String) -> Bool {
    guard line.utf8.count < Self.width else { return false }
    switch self {
    case .value(let value): line += value.canonicalText()
    case .array(let elements):
      line += "["
      for (index, element) in elements.enumerated() {
        if index > 0 { line += ", " }
        guard element.appendLine(to: &line) else { return false }
      }
      line += "]"
    case .object(let members):
      line += members.isEmpty ? "{" : "{ "
      for (index, member) in members.enumerated() {
        if index > 0 { line += ", " }
        line += "\(JSONValue.string(member.key).canonicalText()): "
        guard member.value.appendLine(to: &line) else { return false }
      }
      line += members.isEmpty ? "}" : " }"
    }
    return true
  }

  var isContainer: Bool { if case .value = self { false } else { true } }
}
