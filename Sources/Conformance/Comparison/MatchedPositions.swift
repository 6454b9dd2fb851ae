/// A position in each of two sequences that belong together.
struct MatchedPositions: Hashable {
  let expected: Int
  let actual: Int
}

/// The positions of two sequences that stand before a match, or behind the last one.
struct Gap {
  let expected: Range<Int>
  let actual: Range<Int>

  /// The match that ends the gap, nil at the end of the sequences.
  let end: MatchedPositions?
}

/// The gaps before, between and behind matches that are in order in both sequences; one more than there are matches.
func gaps(between matches: [MatchedPositions], _ expectedCount: Int, _ actualCount: Int) -> [Gap] {
  var result: [Gap] = []
  var (expected, actual) = (0, 0)
  for match in matches {
    result.append(Gap(expected: expected..<match.expected, actual: actual..<match.actual, end: match))
    (expected, actual) = (match.expected + 1, match.actual + 1)
  }
  result.append(Gap(expected: expected..<expectedCount, actual: actual..<actualCount, end: nil))
  return result
}
