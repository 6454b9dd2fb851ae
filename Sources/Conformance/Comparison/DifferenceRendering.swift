internal import CanonicalJSON

/// Writes differences as lines for people: `−` is what was expected, `+` what was found.
package struct DifferenceRendering: Sendable {
  /// How many differences are shown; the others are counted.
  package let limit: Int

  /// The columns that a line aims at.
  package let width: Int

  package init(limit: Int, width: Int = 80) {
    self.limit = limit
    self.width = width
  }

  /// A heading and what was expected and found for each difference, in their order, then how many
  /// are not shown.
  package func lines(_ differences: DifferenceList) -> [StyledLine] {
    let hidden = differences.totalCount - min(limit, differences.count)
    return differences.prefix(limit).flatMap(lines)
      + (hidden > 0 ? [StyledLine("  … and \(counted(hidden, "more difference"))", .dim)] : [])
  }

  /// Each statement that is broken, what it expects, what was found, and where it stands.
  package func lines(_ violations: [Violation]) -> [StyledLine] {
    violations.flatMap(parts).flatMap(\.lines)
  }

  /// The differences of a violation with their lines, of which the last says where the statement
  /// stands.
  package func parts(of violation: Violation) -> [(difference: Difference, lines: [StyledLine])] {
    let place = StyledLine("      expected at \(violation.location)", .dim)
    // What the values are of stands in place of the pointer.
    let facet = violation.facet.map { [StyledLine([.init("  \($0)", .emphasis)])] }
    let differences = violation.differences
    return differences.enumerated().map { index, difference in
      let lines = lines(difference)
      let isLast = index == differences.count - 1
      return (difference, (facet.map { $0 + lines.dropFirst() } ?? lines) + (isLast ? [place] : []))
    }
  }

  package func lines(_ difference: Difference) -> [StyledLine] {
    let pointer = difference.pointer
    let element = difference.element.map { "element \($0.text.asciiExcerpt(columns: 40)) " } ?? ""
    switch difference.change {
    case .changed(.string(let expected), .string(let actual)):
      return lines(at: pointer, TextDifference(expected: expected, actual: actual), quote: "\"")
    case .changed(.number(let expected), .number(let actual)):
      let digits = TextDifference(expected: expected.canonicalText, actual: actual.canonicalText)
      return lines(at: pointer, digits, quote: "")
    case .changed(let expected, let actual):
      let first = expected.kind
      let second = actual.kind
      let note =
        first == second ? nil : "\(first.withArticle) expected, \(second.withArticle) found"
      return [heading(pointer, note), line(.removed, expected), line(.added, actual)]
    case .missing(let value):
      return [
        heading(pointer, element.isEmpty ? "missing" : "\(element)is missing"),
        line(.removed, value),
      ]
    case .unexpected(let value):
      return [
        heading(pointer, element.isEmpty ? "not expected" : "\(element)is not expected"),
        line(.added, value),
      ]
    case .moved(let from, let to):
      return [heading(pointer, "\(element)stands at index \(to), expected at \(from)")]
    }
  }

  func heading(_ pointer: JSONPointer, _ note: String?) -> StyledLine {
    let place =
      pointer.tokens.isEmpty ? "the root" : pointer.description.asciiExcerpt(columns: width - 5)
    var line = StyledLine([.init("  at ", .dim), .init(place, .emphasis)])
    if let note { line.spans.append(.init(": \(note)")) }
    return line
  }

  private func line(_ side: Side, _ value: JSONValue) -> StyledLine {
    StyledLine([
      .init(side.mark, side.style),
      .init(value.excerpt(columns: width - side.mark.columns), side.style),
    ])
  }

  /// Which of the two values a line shows.
  struct Side {
    let mark: String
    let style: Style

    static let removed = Side(mark: "    − ", style: .removed)
    static let added = Side(mark: "    + ", style: .added)
  }
}

extension String {
  /// The text on one line in ASCII, with its middle left out where it is too long.
  ///
  /// Names that look alike are different names here, since every other scalar is escaped.
  fileprivate func asciiExcerpt(columns: Int) -> String {
    let text = unicodeScalars.map { $0.isASCII && $0.isPrintable ? String($0) : $0.escaped }
      .joined()
    guard text.utf8.count > columns else { return text }
    return "\(text.prefix(columns / 3))…\(text.suffix(columns - columns / 3 - 1))"
  }
}
