/// The section of a text around the part in which it differs from another text.
struct TextWindow {
  let before: TextExcerpt
  let part: TextExcerpt
  let after: TextExcerpt

  /// The maximum number of scalars to escape and name in the part that differs.
  private static let namedScalars = 4

  private init(_ side: TextDifference.Side, before: Int, tail: Int) {
    self.before = TextExcerpt(endOf: side.before, columns: before)
    self.part = TextExcerpt(startOf: side.part, columns: tail, naming: Self.namedScalars)
    self.after = TextExcerpt(
      startOf: side.after,
      columns: part.rest.isEmpty ? tail - part.columns : 0
    )
  }

  /// Returns the windows of both texts. They begin at the same place, so that they can be read one
  /// above the other.
  static func pair(of difference: TextDifference, columns: Int) -> (
    expected: TextWindow, actual: TextWindow
  ) {
    // Use a third for the text before the difference, or more if the rest needs less than two
    // thirds.
    let before = TextExcerpt(endOf: difference.expected.before, columns: columns / 3).columns
    let tail = max(
      TextWindow(difference.expected, before: 0, tail: columns - before).tailColumns,
      TextWindow(difference.actual, before: 0, tail: columns - before).tailColumns
    )
    return (
      TextWindow(difference.expected, before: columns - tail, tail: columns - before),
      TextWindow(difference.actual, before: columns - tail, tail: columns - before)
    )
  }

  /// The number of scalars that are cut off after the window.
  var scalarsBehind: Int { part.rest.scalarCount + after.rest.scalarCount }

  var isWhole: Bool { before.rest.isEmpty && part.rest.isEmpty && after.rest.isEmpty }

  private var tailColumns: Int { part.columns + after.columns }
}
