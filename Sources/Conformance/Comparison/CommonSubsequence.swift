/// A longest common subsequence of two sequences of these lengths, nil if it would take too long to find.
///
/// The greedy algorithm of Myers, "An O(ND) Difference Algorithm and Its Variations" (1986): linear where the sequences
/// are alike, quadratic where they are not, for which reason the effort is bounded by their lengths.
func commonSubsequence(
  _ expectedCount: Int, _ actualCount: Int, matches: (Int, Int) -> Bool
) -> [MatchedPositions]? {
  var effort = 20_000 + 4 * (expectedCount + actualCount)
  var trace: [EditRow] = []
  while effort >= 0 {
    var row = EditRow(edits: trace.count)
    for diagonal in 0...row.edits {
      var x = row.start(of: diagonal, after: trace.last)
      var y = x - row.offset(of: diagonal)
      while x < expectedCount, y < actualCount, matches(x, y) {
        (x, y) = (x + 1, y + 1)
        effort -= 1
      }
      row.reach.append(x)
      if x >= expectedCount, y >= actualCount { return (trace + [row]).matches(endingOn: diagonal) }
    }
    effort -= row.reach.count
    trace.append(row)
  }
  return nil
}

/// How far a number of edits leads, an edit being one element of either sequence left out.
private struct EditRow {
  let edits: Int

  /// Per diagonal, the furthest position in the expected sequence.
  var reach: [Int] = []

  init(edits: Int) {
    self.edits = edits
  }

  /// Position in the expected sequence less position in the actual one, the same all along a diagonal.
  func offset(of diagonal: Int) -> Int { 2 * diagonal - edits }

  /// Where the diagonal is entered, before any match on it.
  func start(of diagonal: Int, after previous: EditRow?) -> Int {
    guard let previous else { return 0 }
    return previous.leavesOutActual(before: diagonal) ? previous.reach[diagonal] : previous.reach[diagonal - 1] + 1
  }

  /// Whether the furthest way from this row to a diagonal of the next leaves out an actual element, not an expected one.
  func leavesOutActual(before diagonal: Int) -> Bool {
    if diagonal == 0 { return true }
    if diagonal == reach.count { return false }
    return reach[diagonal - 1] < reach[diagonal]
  }
}

extension [EditRow] {
  /// The matches on the way to the end of a diagonal of the last row.
  fileprivate func matches(endingOn last: Int) -> [MatchedPositions] {
    var result: [MatchedPositions] = []
    var diagonal = last
    for (index, row) in enumerated().reversed() {
      let previous = index == 0 ? nil : self[index - 1]
      let start = row.start(of: diagonal, after: previous)
      for x in (start..<row.reach[diagonal]).reversed() {
        result.append(MatchedPositions(expected: x, actual: x - row.offset(of: diagonal)))
      }
      if previous?.leavesOutActual(before: diagonal) == false { diagonal -= 1 }
    }
    return result.reversed()
  }
}
