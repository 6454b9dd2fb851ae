internal import CanonicalJSON

/// The alignment of the elements of two arrays.
///
/// Elements that have an identity are matched by it; several with the same identity are matched in
/// their order. Matched elements that don't keep their order are moved. The other elements are
/// aligned in the gaps between the matches: first equal ones, then those of the same kind, then
/// those at the same position. Two elements with different identities are paired only at the same
/// position, and only if at least half of their members agree.
///
/// Arrays of one length whose elements have no identity are compared position by position if that
/// leads to no more differences, or if they consist of booleans. So `[true, false]` and
/// `[false, true]` have two changed elements.
struct ArrayAlignment {
  /// One step of the comparison of two arrays.
  enum Step {
    /// Compares the elements at these indices.
    case pair(expected: Int, actual: Int)
    /// The expected element at this index isn't in the actual array.
    case missing(Int, identity: TextKey?)
    /// The actual element at this index isn't in the expected array.
    case unexpected(Int, identity: TextKey?)
    /// The element has another index. A pair of both indices follows, since it may differ inside
    /// too.
    case moved(from: Int, to: Int, identity: TextKey?)
  }

  /// Moved elements first, then the others in the order of the arrays. Pairs that are known to be
  /// equal are left out.
  let steps: [Step]

  /// Aligns parts of two arrays. The steps use indices of the whole arrays.
  init(
    expected: ArraySlice<JSONValue>,
    actual: ArraySlice<JSONValue>,
    identity: (JSONValue) -> TextKey?
  ) {
    let expected = expected.indices.map {
      Element(index: $0, value: expected[$0], identity: identity(expected[$0]))
    }
    let actual = actual.indices.map {
      Element(index: $0, value: actual[$0], identity: identity(actual[$0]))
    }

    if let steps = stepsWithoutIdentity(expected, actual) {
      self.steps = steps
      return
    }

    let known = matchesByIdentity(expected, actual)
    let inOrder = known.map(\.actual).longestIncreasingSubsequence().map { known[$0] }
    let moved = Set(known).subtracting(inOrder)
    let movedFrom = Set(moved.map(\.expected))
    let movedTo = Set(moved.map(\.actual))

    var steps: [Step] = []
    for match in known where moved.contains(match) {
      let from = expected[match.expected]
      let to = actual[match.actual]
      steps.append(.moved(from: from.index, to: to.index, identity: from.identity))
      steps.append(.pair(expected: from.index, actual: to.index))
    }

    for gap in gaps(between: inOrder, expected.count, actual.count) {
      steps += aligned(
        gap.expected.filter { !movedFrom.contains($0) }.map { expected[$0] },
        gap.actual.filter { !movedTo.contains($0) }.map { actual[$0] },
        by: [.equal, .sameKind]
      )
      if let match = gap.end {
        steps.append(
          .pair(expected: expected[match.expected].index, actual: actual[match.actual].index)
        )
      }
    }

    self.steps = steps
  }
}

/// An element with its index and identity.
private struct Element {
  let index: Int
  let value: JSONValue
  let identity: TextKey?

  /// Returns whether both elements have an identity. Elements with the same one are matched before,
  /// so these are different things.
  func isIdentifiedOther(than other: Element) -> Bool { identity != nil && other.identity != nil }

  /// Returns whether the other element may be this one with another value: a scalar of the same
  /// kind, or an object that is mostly equal.
  func isLikelyOther(version other: Element) -> Bool {
    switch value.kind {
    case .bool, .number, .string: value.kind == other.value.kind
    case .object: isMostlyEqual(to: other)
    case .null, .array: false
    }
  }

  /// Returns whether both are objects, and at least half of the members that one of them has are
  /// equal.
  func isMostlyEqual(to other: Element) -> Bool {
    guard let mine = value.object, let others = other.value.object else { return false }

    let equal = mine.count { member in others[member.key] == member.value }
    let all = mine.count + others.count { member in mine[member.key] == nil }
    return equal > 0 && 2 * equal >= all
  }
}

/// A criterion that pairs two elements that aren't matched by identity.
private enum Likeness {
  /// The elements have the same value.
  case equal
  /// The elements are both texts, numbers, objects and so on, and not two different things.
  case sameKind

  /// Returns whether an expected and an actual element may be paired.
  func holds(_ expected: Element, _ actual: Element) -> Bool {
    switch self {
    case .equal: expected.value == actual.value
    case .sameKind:
      expected.value.kind == actual.value.kind && !expected.isIdentifiedOther(than: actual)
    }
  }
}

/// Returns the steps for arrays of one length whose elements have no identity, or `nil` for other
/// arrays.
private func stepsWithoutIdentity(
  _ expected: [Element],
  _ actual: [Element]
) -> [ArrayAlignment.Step]? {
  guard expected.count == actual.count,
    expected.allSatisfy({ $0.identity == nil }),
    actual.allSatisfy({ $0.identity == nil })
  else { return nil }

  let changed = zip(expected, actual).filter { $0.value != $1.value }
  let pairs = changed.map { ArrayAlignment.Step.pair(expected: $0.index, actual: $1.index) }
  let areBooleans = (expected + actual).allSatisfy { $0.value.kind == .bool }
  if areBooleans { return pairs }

  let steps = aligned(expected, actual, by: [.equal, .sameKind])
  let areChangedInPlace = changed.allSatisfy { $0.isLikelyOther(version: $1) }
  return areChangedInPlace && pairs.count <= steps.count ? pairs : steps
}

/// Returns the elements that have the same identity, in the order of the expected ones.
private func matchesByIdentity(_ expected: [Element], _ actual: [Element]) -> [MatchedPositions] {
  var positions: [TextKey: [Int]] = [:]
  for (position, element) in actual.enumerated().reversed() {
    if let identity = element.identity { positions[identity, default: []].append(position) }
  }

  return expected.enumerated().compactMap { position, element in
    element.identity.flatMap { positions[$0]?.popLast() }.map {
      MatchedPositions(expected: position, actual: $0)
    }
  }
}

/// Aligns the elements of one gap by the first likeness, and the elements between the matches by
/// the remaining ones.
private func aligned(
  _ expected: [Element],
  _ actual: [Element],
  by likenesses: [Likeness]
) -> [ArrayAlignment.Step] {
  // A single element on each side needs no alignment. The comparison finds out whether they are
  // equal.
  guard expected.count > 1 || actual.count > 1, !expected.isEmpty, !actual.isEmpty,
    let likeness = likenesses.first
  else { return pairedInOrder(expected, actual) }

  // If the search takes too long, nearly everything differs, and position is as good a guide as
  // any.
  let matches =
    commonSubsequence(expected.count, actual.count) { likeness.holds(expected[$0], actual[$1]) }
    ?? []

  return gaps(between: matches, expected.count, actual.count).flatMap { gap in
    var steps = aligned(
      Array(expected[gap.expected]),
      Array(actual[gap.actual]),
      by: Array(likenesses.dropFirst())
    )
    if let match = gap.end, likeness != .equal {
      steps.append(
        .pair(expected: expected[match.expected].index, actual: actual[match.actual].index)
      )
    }
    return steps
  }
}

/// Returns the steps for elements that are compared by their position. Two elements with different
/// identities are only a pair if they are mostly equal, otherwise one is missing and the other
/// unexpected.
private func pairedInOrder(_ expected: [Element], _ actual: [Element]) -> [ArrayAlignment.Step] {
  (0..<max(expected.count, actual.count)).flatMap { position -> [ArrayAlignment.Step] in
    let expected = position < expected.count ? expected[position] : nil
    let actual = position < actual.count ? actual[position] : nil

    if let expected, let actual,
      !expected.isIdentifiedOther(than: actual) || expected.isMostlyEqual(to: actual)
    {
      return [.pair(expected: expected.index, actual: actual.index)]
    }

    return [
      expected.map { .missing($0.index, identity: $0.identity) },
      actual.map { .unexpected($0.index, identity: $0.identity) },
    ].compactMap(\.self)
  }
}

/// The positions of two sequences before a match, or after the last one.
package struct Gap {
  package let expected: Range<Int>
  package let actual: Range<Int>

  /// The match that ends the gap, or `nil` at the end of the sequences.
  package let end: MatchedPositions?
}

/// Returns the gaps before, between and after matches, which must be in order in both sequences.
///
/// There is one more gap than there are matches.
package func gaps(
  between matches: [MatchedPositions],
  _ expectedCount: Int,
  _ actualCount: Int
) -> [Gap] {
  var result: [Gap] = []
  var expected = 0
  var actual = 0

  for match in matches {
    result.append(
      Gap(expected: expected..<match.expected, actual: actual..<match.actual, end: match)
    )
    expected = match.expected + 1
    actual = match.actual + 1
  }

  result.append(Gap(expected: expected..<expectedCount, actual: actual..<actualCount, end: nil))
  return result
}
