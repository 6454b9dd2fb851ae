internal import CanonicalJSON

extension DifferenceRendering {
  /// Returns two texts, one above the other, around the place where they differ.
  func lines(at pointer: JSONPointer, _ difference: TextDifference, quote: String) -> [StyledLine] {
    let room = width - Side.removed.mark.columns - 2 * quote.count
    var (expected, actual) = TextWindow.pair(of: difference, columns: room)
    if !expected.isWhole || !actual.isWhole {
      // Leave room for the note that counts what is cut off.
      let ellipses = " …  … 12345 more scalars".columns
      (expected, actual) = TextWindow.pair(of: difference, columns: max(room - ellipses, 12))
    }

    let isStartCut = !expected.before.rest.isEmpty
    let shared = difference.expected.before.scalarCount
    return [heading(pointer, isStartCut ? "differs after \(shared) Unicode scalars" : nil)]
      + lines(.removed, expected, quote: quote) + lines(.added, actual, quote: quote)
      + (difference.normalization.map { [note($0)] } ?? [])
  }

  private func lines(_ side: Side, _ window: TextWindow, quote: String) -> [StyledLine] {
    let behind = window.scalarsBehind
    let line = StyledLine([
      .init(side.mark, side.style),
      .init(window.before.rest.isEmpty ? "" : "… ", .dim),
      .init(quote + window.before.text),
      .init(window.part.text, side.style),
      .init(window.after.text + quote),
      .init(behind == 0 ? "" : " … \(counted(behind, "more scalar"))", .dim),
    ])
    let names = names(of: window.part.named)
    return names.isEmpty ? [line] : [line, note(names)]
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

  private static let noteIndent = "      "

  private func note(_ text: String) -> StyledLine { StyledLine(Self.noteIndent + text, .dim) }
}
