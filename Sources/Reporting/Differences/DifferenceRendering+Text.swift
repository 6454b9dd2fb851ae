internal import CanonicalJSON
internal import Conformance

extension DifferenceRendering {
  /// Returns two texts, one above the other, around the place where they differ.
  func lines(at place: Place, _ difference: TextDifference, quote: String) -> [StyledLine] {
    let windows = windows(difference, quote: quote)
    let values = lines(windows, quote: quote)
    let notes = difference.normalization.map { [note($0)] } ?? []
    let isStartCut = !windows.expected.before.rest.isEmpty
    guard isStartCut || values.count > 2 || !notes.isEmpty else {
      return lines(at: place, nil, values)
    }

    let shared = difference.expected.before.scalarCount
    let extent = isStartCut ? "differs after \(shared) Unicode scalars" : nil
    return [place.heading(place.takesNotes ? extent : nil)]
      + values.map { $0.indented(by: Self.indent) } + notes
  }

  /// Returns the lines of two texts, around the place where they differ.
  func valueLines(_ difference: TextDifference, quote: String) -> [StyledLine] {
    lines(windows(difference, quote: quote), quote: quote)
  }

  /// Returns the line of each text, around the place where they differ.
  func windowLines(_ difference: TextDifference) -> (expected: StyledLine, actual: StyledLine) {
    let windows = windows(difference, quote: "")
    return (
      line(.removed, windows.expected, quote: ""), line(.added, windows.actual, quote: "")
    )
  }

  /// The parts of two texts to show, which begin at the same place.
  private typealias Windows = (expected: TextWindow, actual: TextWindow)

  /// Returns the parts of the texts to show. If they aren't whole, there is room for the counts of
  /// what is cut off.
  private func windows(_ difference: TextDifference, quote: String) -> Windows {
    let room = width - Self.indent - Side.removed.mark.columns - 2 * quote.count
    let isQuoted = !quote.isEmpty
    let windows = TextWindow.pair(of: difference, columns: room, isQuoted: isQuoted)
    guard !windows.expected.isWhole || !windows.actual.isWhole else { return windows }

    // Leave room for the note that counts what is cut off.
    let ellipses = " …  … 12345 more scalars".columns
    return TextWindow.pair(
      of: difference,
      columns: max(room - ellipses, 12),
      isQuoted: isQuoted
    )
  }

  /// Returns the lines of the expected text, then those of the actual text.
  private func lines(_ windows: Windows, quote: String) -> [StyledLine] {
    lines(.removed, windows.expected, quote: quote) + lines(.added, windows.actual, quote: quote)
  }

  /// Returns the line of a text, and a line with the names of its escaped scalars if it has any.
  private func lines(_ side: Side, _ window: TextWindow, quote: String) -> [StyledLine] {
    let line = line(side, window, quote: quote)
    let names = names(of: window.part.named)
    let indent = Self.noteIndent.columns - Self.indent
    return names.isEmpty ? [line] : [line, StyledLine(names, .dim).indented(by: indent)]
  }

  /// Returns the line of a text. It has an ellipsis where the text is cut. Only the part that
  /// differs has the style of its side.
  private func line(_ side: Side, _ window: TextWindow, quote: String) -> StyledLine {
    let cutCount = window.scalarsAfter
    return StyledLine([
      .init(side.mark, side.style),
      .init(window.before.rest.isEmpty ? "" : "… ", .dim),
      .init(quote + window.before.text),
      .init(window.part.text, side.style),
      .init(window.after.text + quote),
      .init(cutCount == 0 ? "" : " … \(counted(cutCount, "more scalar"))", .dim),
    ])
  }

  /// Returns the names of the scalars, as many as fit on a line.
  private func names(of scalars: [Unicode.Scalar]) -> String {
    var result = ""
    var known: Set<Unicode.Scalar> = []
    for scalar in scalars where known.insert(scalar).inserted {
      guard let name = scalar.chartName else { continue }
      let next = result.isEmpty ? name : "\(result), \(name)"
      if !result.isEmpty, next.columns > width - Self.noteIndent.columns { break }
      result = next
    }
    return result
  }

  /// The indentation of a note, which is more than that of a value.
  private static let noteIndent = "      "

  /// Returns a note on both texts, which goes below them.
  private func note(_ text: String) -> StyledLine { StyledLine(Self.noteIndent + text, .dim) }
}
