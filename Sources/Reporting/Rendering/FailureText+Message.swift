internal import CanonicalJSON
internal import Conformance

extension FailureText {
  /// The failure on one line, with the values of its first difference, such as
  /// `/ranges/0/from: expected "0050-03-01", got "1950-03-01"`.
  var message: String {
    guard let section = sections.first, let difference = section.differences.first else {
      guard let detail = details.first else { return title }
      return "\(title): \(detail.text(color: false).drop { $0 == " " })"
    }

    if let change = difference.lines?.firstChange {
      let count = difference.lines?.changedCount ?? 0
      let rest =
        count > change.lines
        ? " (and \(counted(count - change.lines, "more changed line")))" : ""
      let cause = kind == .dependsOnOrder ? "\(title): " : ""
      return cause + change.text + rest
    }

    let count = sections.reduce(hiddenCount) { $0 + $1.differences.count }
    let rest = count > 1 ? " (and \(counted(count - 1, "more difference")))" : ""
    let cause = kind == .dependsOnOrder ? "\(title): " : ""
    return cause + "\(Self.place(of: difference, in: section)): \(difference.values)" + rest
  }

  /// Returns the facet or the place of a difference.
  private static func place(of difference: Difference, in section: Section) -> String {
    if let facet = section.facet, difference.pointer.tokens.isEmpty { return printable(facet) }
    let pointer = printable(difference.pointer.description)
    let place = pointer.isEmpty ? "the output" : pointer
    return section.facet.map { "\(printable($0)) \(place)" } ?? place
  }
}

extension LineDifference {
  /// The first line that differs, and the one in its place, with the number of these lines.
  fileprivate var firstChange: (text: String, lines: Int)? {
    guard let hunk = hunks.first,
      let index = hunk.lines.firstIndex(where: { $0.side != .both })
    else { return nil }

    let change = hunk.lines[index...].prefix { $0.side != .both }
    let expected = change.first { $0.side == .expected }
    let actual = change.first { $0.side == .actual }
    let number = hunk.expectedOffset + index + 1
    guard let expected, let actual, expected.text == actual.text else {
      let values = [expected, actual].map { line in
        line.map { JSONValue.string($0.text.text).excerpt } ?? "no line"
      }
      let count = (expected == nil ? 0 : 1) + (actual == nil ? 0 : 1)
      return ("line \(number): expected \(values[0]), got \(values[1])", count)
    }

    let ends = [expected, actual].map { $0.hasLineFeed ? "a newline" : "no newline" }
    return ("line \(number): expected \(ends[0]) at the end, got \(ends[1])", 2)
  }
}

extension Difference {
  /// The expected and the actual value, each on one line and cut if it is long.
  fileprivate var values: String {
    switch change {
    case .changed(let expected, let actual): "expected \(expected.excerpt), got \(actual.excerpt)"
    case .missing(let expected): "expected \(expected.excerpt), got nothing"
    case .unexpected(let actual): "expected nothing, got \(actual.excerpt)"
    case .moved(let start, let end): "expected at index \(start), got at index \(end)"
    }
  }
}

extension JSONValue {
  /// The beginning of the value as JSON on one line.
  fileprivate var excerpt: String { canonicalText().clipped(columns: 120) }
}
