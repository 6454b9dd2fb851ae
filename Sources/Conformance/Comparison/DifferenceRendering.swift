internal import CanonicalJSON

/// Writes differences as lines for people. `−` marks the expected value and `+` the actual one.
package struct DifferenceRendering: Sendable {
  /// The maximum number of differences to show. The others are only counted.
  package let limit: Int

  /// The preferred maximum width of a line, in columns.
  package let width: Int

  package init(limit: Int, width: Int = 80) {
    self.limit = limit
    self.width = width
  }

  /// Returns a heading and both values for each difference, in order, and then the number of those
  /// that aren't shown.
  package func lines(_ differences: DifferenceList) -> [StyledLine] {
    let hidden = differences.totalCount - min(limit, differences.count)
    return differences.prefix(limit).flatMap(lines)
      + (hidden > 0 ? [StyledLine("  … and \(counted(hidden, "more difference"))", .dim)] : [])
  }

  /// Returns the lines for each violation: its heading, both values, and the location of the broken
  /// statement.
  package func lines(_ violations: [Violation]) -> [StyledLine] {
    violations.flatMap(parts).flatMap(\.lines)
  }

  /// Returns the differences of a violation with their lines. The last line has the location of the
  /// broken statement.
  package func parts(of violation: Violation) -> [(difference: Difference, lines: [StyledLine])] {
    let place = StyledLine("      expected at \(violation.location)", .dim)
    // The name of the facet replaces the pointer.
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
        first == second ? nil : "found \(second.withArticle), expected \(first.withArticle)"
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
      return [heading(pointer, "\(element)is at index \(to), expected at index \(from)")]
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

  /// The value that a line shows: the expected one or the actual one.
  struct Side {
    let mark: String
    let style: Style

    static let removed = Side(mark: "    − ", style: .removed)
    static let added = Side(mark: "    + ", style: .added)
  }
}

extension String {
  /// Returns the text on one line in ASCII, without its middle if it is too long.
  ///
  /// All other scalars are escaped, so that names that look alike stay distinct.
  fileprivate func asciiExcerpt(columns: Int) -> String {
    let text = unicodeScalars.map { $0.isASCII && $0.isPrintable ? String($0) : $0.escaped }
      .joined()
    guard text.utf8.count > columns else { return text }
    return "\(text.prefix(columns / 3))…\(text.suffix(columns - columns / 3 - 1))"
  }
}
