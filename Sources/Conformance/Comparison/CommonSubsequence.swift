/// A matched pair of positions, one in each of two sequences.
package struct MatchedPositions: Hashable {
  package let expected: Int
  package let actual: Int
}

/// Returns a longest common subsequence of two sequences of these lengths, or `nil` if it would
/// take too long to find.
///
/// This is the greedy algorithm of Myers, "An O(ND) Difference Algorithm and Its Variations"
/// (1986). It is linear if the sequences are alike and quadratic if they aren't, so the effort is
/// bounded by their lengths. The algorithm in the standard library has no bound.
package func commonSubsequence(
  _ expectedCount: Int,
  _ actualCount: Int,
  matches: (Int, Int) -> Bool
) -> [MatchedPositions]? {
  var effort = 20_000 + 4 * (expectedCount + actualCount)
  /// The matches found so far, each with the index of the previous match on the same path.
  var met: [(match: MatchedPositions, previous: Int?)] = []
  /// The number of elements of both sequences that have been left out.
  var edits = 0
  /// The furthest position in the expected sequence that the edits reach, and the index of the last
  /// match on the path to it.
  ///
  /// There is one entry per diagonal, which is the position in the expected sequence minus the
  /// position in the actual one, from -edits to edits in steps of two.
  var furthest: [(position: Int, match: Int?)] = [(0, nil)]

  while effort >= 0 {
    var reached: [(position: Int, match: Int?)] = []
    for diagonal in 0...edits {
      let leavesOutActual =
        diagonal == 0
        || diagonal < edits && furthest[diagonal - 1].position < furthest[diagonal].position

      var (x, last) = furthest[leavesOutActual ? diagonal : diagonal - 1]
      if !leavesOutActual { x += 1 }
      var y = x - (2 * diagonal - edits)

      while x < expectedCount, y < actualCount, matches(x, y) {
        met.append((MatchedPositions(expected: x, actual: y), last))
        last = met.count - 1
        x += 1
        y += 1
        effort -= 1
      }

      if x >= expectedCount, y >= actualCount {
        guard let last else { return [] }
        return sequence(first: last) { met[$0].previous }.map { met[$0].match }.reversed()
      }

      reached.append((x, last))
    }

    effort -= reached.count
    furthest = reached
    edits += 1
  }

  return nil
}
