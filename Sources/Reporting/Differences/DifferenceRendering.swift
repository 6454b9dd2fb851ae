internal import CanonicalJSON
package import Conformance

/// Writes differences as lines for people. `−` marks the expected value and `+` the actual one.
package struct DifferenceRendering: Sendable {
  /// The maximum number of differences to show. The others are only counted.
  package let limit: Int

  /// The maximum number of lines to show of a text, or `Int.max` to show texts in full.
  package let textLimit: Int

  /// The preferred maximum width of a line, in columns.
  package let width: Int

  /// - Parameters:
  ///   - limit: The maximum number of differences to show.
  ///   - textLimit: The maximum number of lines to show of a text, or `Int.max` for all of them.
  ///   - width: The preferred maximum width of a line, in columns.
  package init(limit: Int, textLimit: Int = .max, width: Int = 80) {
    self.limit = limit
    self.textLimit = textLimit
    self.width = width
  }

  /// Returns the lines for each difference, in order, and then the number of those that aren't
  /// shown.
  package func lines(_ differences: DifferenceList) -> [StyledLine] {
    let hidden = differences.totalCount - min(limit, differences.count)
    return blocks(differences.prefix(limit)).flatMap(\.self)
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
    let differences = Array(violation.differences)
    let blocks = blocks(differences, facet: violation.facet)
    return zip(differences, blocks).enumerated().map { index, part in
      let isLast = index == differences.count - 1
      return (part.0, part.1 + (isLast ? [place] : []))
    }
  }

  /// Returns the lines for each of the differences.
  ///
  /// If an element is missing and another one takes its place, the lines of the first difference
  /// show both, and the second one has no lines.
  ///
  /// - Parameter facet: The name of the facet that the values belong to. It replaces the pointers.
  package func blocks(
    _ differences: some Sequence<Difference>,
    facet: String? = nil
  ) -> [[StyledLine]] {
    let differences = Array(differences)
    var blocks: [[StyledLine]] = []

    while blocks.count < differences.count {
      let difference = differences[blocks.count]
      let next = blocks.count + 1 < differences.count ? differences[blocks.count + 1] : nil
      if let next, let replacement = replacement(difference, next, facet: facet) {
        blocks += [replacement, []]
      } else {
        blocks.append(block(difference, facet: facet))
      }
    }

    return blocks
  }

  /// Returns the lines of a difference: its heading with a note on what is wrong, and the values.
  private func block(_ difference: Difference, facet: String?) -> [StyledLine] {
    if let lines = difference.lines {
      return LineDifferenceRendering(limit: textLimit, width: width).lines(lines)
    }

    let place = Place(of: difference, facet: facet, width: width)
    let element = difference.element.map { "element \(excerpt(of: $0)) " } ?? ""
    switch difference.change {
    case .changed(.string(let expected), .string(let actual)):
      let texts = TextDifference(expected: expected, actual: actual)
      return lines(at: place, texts, quote: "\"")
    case .changed(.number(let expected), .number(let actual)):
      let digits = TextDifference(expected: expected.canonicalText, actual: actual.canonicalText)
      return lines(at: place, digits, quote: "")
    case .changed(let expected, let actual):
      let note = "found \(actual.kind.withArticle), expected \(expected.kind.withArticle)"
      let values = [line(.removed, expected), line(.added, actual)]
      return lines(at: place, expected.kind == actual.kind ? nil : note, values)
    case .missing(let value):
      let note = element.isEmpty ? "missing" : "\(element)is missing"
      return lines(at: place, note, [line(.removed, value)])
    case .unexpected(let value):
      let note = element.isEmpty ? "not expected" : "\(element)is not expected"
      return lines(at: place, note, [line(.added, value)])
    case .moved(let from, let to):
      let note = "\(element)is at index \(to), expected at index \(from)"
      return lines(at: place, note, [])
    }
  }

  /// Returns a heading and the values of a difference. The values begin on the line of the heading
  /// if there is no note and they fit.
  func lines(at place: Place, _ note: String?, _ values: [StyledLine]) -> [StyledLine] {
    let note = place.takesNotes ? note : nil
    let column = place.line.columns + 2
    let widest = values.map(\.columns).max() ?? 0
    guard note == nil, let first = values.first, column + widest <= width else {
      return [place.heading(note)] + values.map { $0.indented(by: Self.indent) }
    }

    return [StyledLine(place.line.spans + [.init("  ")] + first.spans)]
      + values.dropFirst().map { $0.indented(by: column) }
  }

  /// Returns the lines for an element that another one replaces at the same place, around the part
  /// in which they differ, or `nil` if they are long and more than half of them differs.
  private func replacement(
    _ missing: Difference,
    _ unexpected: Difference,
    facet: String?
  ) -> [StyledLine]? {
    guard case .missing(let expected) = missing.change,
      case .unexpected(let actual) = unexpected.change,
      missing.pointer == unexpected.pointer,
      let old = missing.element,
      let new = unexpected.element
    else { return nil }

    let texts = TextDifference(expected: expected.canonicalText(), actual: actual.canonicalText())
    let areWhole = isWhole(expected) && isWhole(actual)
    guard areWhole || texts.isMostlyEqual else { return nil }

    let note = "found element \(excerpt(of: new)), expected \(excerpt(of: old))"
    let place = Place(of: missing, facet: facet, width: width)
    return lines(at: place, note, valueLines(texts, quote: ""))
  }

  /// The number of columns before a value that is below its heading.
  static let indent = 4

  /// Returns the identity of an element as a heading shows it.
  private func excerpt(of element: TextKey) -> String { element.text.asciiExcerpt(columns: 40) }

  /// Returns whether a value fits on a line below its heading.
  private func isWhole(_ value: JSONValue) -> Bool {
    value.canonicalText().columns <= width - Self.indent - Side.removed.mark.columns
  }

  /// Returns the line of a value, cut if it is too long.
  private func line(_ side: Side, _ value: JSONValue) -> StyledLine {
    let columns = width - Self.indent - side.mark.columns
    return StyledLine([
      .init(side.mark, side.style), .init(value.excerpt(columns: columns), side.style),
    ])
  }

  /// The start of a heading, which says where a difference is.
  struct Place {
    let line: StyledLine
    /// Whether a note on the difference follows, which is the case unless a facet is named.
    let takesNotes: Bool

    /// Creates the start of the heading of a difference.
    ///
    /// - Parameters:
    ///   - facet: The facet that the values belong to, which replaces the pointer.
    ///   - width: The preferred maximum width of a line, in columns.
    fileprivate init(of difference: Difference, facet: String?, width: Int) {
      takesNotes = facet == nil
      if let facet {
        line = StyledLine([.init("  \(facet)", .emphasis)])
        return
      }

      let pointer = difference.pointer
      let text =
        pointer.tokens.isEmpty ? "the root" : pointer.description.asciiExcerpt(columns: width - 5)
      line = StyledLine([.init("  at ", .dim), .init(text, .emphasis)])
    }

    /// Returns the heading, with a note after a colon if there is one.
    func heading(_ note: String?) -> StyledLine {
      StyledLine(line.spans + (note.map { [.init(": \($0)")] } ?? []))
    }
  }

  /// The value that a line shows: the expected one or the actual one.
  struct Side {
    let mark: String
    let style: Style

    static let removed = Side(mark: "− ", style: .removed)
    static let added = Side(mark: "+ ", style: .added)
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
