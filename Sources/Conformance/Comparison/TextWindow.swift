/// The stretch of a text around the part in which it differs from another.
struct TextWindow {
  let before: TextExcerpt
  let part: TextExcerpt
  let after: TextExcerpt

  /// How many scalars of the part that differs may be escaped and named.
  private static let namedScalars = 4

  private init(_ side: TextDifference.Side, before: Int, tail: Int) {
    self.before = TextExcerpt(endOf: side.before, columns: before)
    self.part = TextExcerpt(startOf: side.part, columns: tail, naming: Self.namedScalars)
    self.after = TextExcerpt(
      startOf: side.after,
      columns: part.rest.isEmpty ? tail - part.columns : 0
    )
  }

  /// The windows of both texts, which begin at the same place so that they can be read one above
  /// the other.
  static func pair(of difference: TextDifference, columns: Int) -> (
    expected: TextWindow, actual: TextWindow
  ) {
    // A third for what stands before, unless the rest needs less than two.
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

  /// How many scalars are cut off behind the window.
  var scalarsBehind: Int { part.rest.scalarCount + after.rest.scalarCount }

  var isWhole: Bool { before.rest.isEmpty && part.rest.isEmpty && after.rest.isEmpty }

  private var tailColumns: Int { part.columns + after.columns }
}
