/// A position in each of two sequences that belong together.
struct MatchedPositions: Hashable {
  let expected: Int
  let actual: Int
}

/// A longest common subsequence of two sequences of these lengths, nil if it would take too long to
/// find.
///
/// The greedy algorithm of Myers, "An O(ND) Difference Algorithm and Its Variations" (1986): linear
/// where the sequences are alike, quadratic where they are not, for which reason the effort is
/// bounded by their lengths. The one of the standard library has no bound.
func commonSubsequence(
  _ expectedCount: Int,
  _ actualCount: Int,
  matches: (Int, Int) -> Bool
) -> [MatchedPositions]? {
  var effort = 20_000 + 4 * (expectedCount + actualCount)
  /// Each match that was met, and the index of the one before it on the same way.
  var met: [(match: MatchedPositions, previous: Int?)] = []
  /// How many elements of either sequence have been left out.
  var edits = 0
  /// Where the edits lead at most, in the expected sequence, and the index of the last match on the
  /// way there.
  ///
  /// Per diagonal: position in the expected sequence less position in the actual one, from -edits
  /// to edits by twos.
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
