package import CanonicalJSON

/// Tells the elements of an output's arrays apart, so that one lost element is one difference.
///
/// It is given an element of either value and the pointer, in the expected value, of the array that
/// it stands in, and answers nil for an element that nothing identifies. An identity counts within
/// its array alone.
package typealias ElementIdentity =
  @Sendable (_ element: JSONValue, _ array: JSONPointer) -> String?

/// Returns the differences between two values, in the order of the expected one; none if they are
/// equal.
///
/// The elements of arrays are aligned before they are compared (`ArrayAlignment`); those that are
/// moved come first in their array. Arrays with more than 100,000 elements that may differ are
/// compared position by position. The cost is near linear in the size of the values: equal parts
/// are mostly visited once, however deep they lie.
package func differences(
  expected: JSONValue,
  actual: JSONValue,
  identity: @escaping ElementIdentity
) -> DifferenceList {
  var comparison = Comparison(identity: identity)
  comparison.compare(expected, actual, at: { Place() })
  return comparison.found
}

/// Walks two values side by side.
///
/// Where the walk stands is a closure that is called only when it matters, so that equal parts
/// build no pointers.
private struct Comparison {
  let identity: ElementIdentity
  private(set) var found = DifferenceList()

  /// The most elements that are aligned. An alignment takes far more memory than the array.
  private static let mostAligned = 100_000

  init(identity: @escaping ElementIdentity) { self.identity = identity }

  mutating func compare(_ expected: JSONValue, _ actual: JSONValue, at place: () -> Place) {
    switch (expected, actual) {
    case (.object(let expected), .object(let actual)):
      compare(expected, actual, at: place)
    case (.array(let expected), .array(let actual)):
      compare(expected, actual, at: place)
    case _ where expected == actual:
      break
    default:
      found.append(Difference(at: place().expected, .changed(expected: expected, actual: actual)))
    }
  }

  /// Merges the members of both, which are in the same order.
  private mutating func compare(
    _ expected: JSONObject,
    _ actual: JSONObject,
    at place: () -> Place
  ) {
    var next = actual.startIndex
    for member in expected {
      while next < actual.endIndex, actual[next].key.precedesByUTF16(member.key) {
        addUnexpected(actual[next], at: place)
        next += 1
      }

      if next < actual.endIndex, actual[next].key.hasSameBytes(as: member.key) {
        compare(member.value, actual[next].value, at: { place().appending(member.key) })
        next += 1
      } else {
        let pointer = place().expected.appending(member.key)
        found.append(Difference(at: pointer, .missing(member.value)))
      }
    }

    for member in actual[next...] { addUnexpected(member, at: place) }
  }

  private mutating func addUnexpected(_ member: JSONObject.Element, at place: () -> Place) {
    let pointer = place().actual.appending(member.key)
    found.append(Difference(at: pointer, .unexpected(member.value)))
  }

  private mutating func compare(
    _ expected: [JSONValue],
    _ actual: [JSONValue],
    at place: () -> Place
  ) {
    let shorter = min(expected.count, actual.count)

    // The first pair that differs is kept: it is mostly a pair of the alignment too, and comparing
    // it again would visit its parts twice, theirs four times.
    var prefix = 0
    var firstPair = DifferenceList()
    while prefix < shorter {
      var comparison = Comparison(identity: identity)
      comparison.compare(
        expected[prefix],
        actual[prefix],
        at: { place().appending(prefix, prefix) }
      )
      firstPair = comparison.found
      guard firstPair.isEmpty else { break }
      prefix += 1
    }
    let isSameLength = expected.count == actual.count
    if prefix == shorter, isSameLength { return }

    var suffix = 0
    // In arrays of one length the first pair would be met again.
    while suffix < shorter - prefix - (isSameLength ? 1 : 0),
      expected[expected.count - 1 - suffix] == actual[actual.count - 1 - suffix]
    {
      suffix += 1
    }

    let here = place()
    guard max(expected.count, actual.count) - prefix - suffix <= Self.mostAligned else {
      comparePositions(expected, actual, from: prefix, at: here)
      return
    }
    let alignment = ArrayAlignment(
      expected: expected[prefix..<(expected.count - suffix)],
      actual: actual[prefix..<(actual.count - suffix)],
      identity: { [identity] element in identity(element, here.expected).map { TextKey($0) } }
    )
    for step in alignment.steps {
      switch step {
      case .missing(let index, let element):
        let pointer = here.expected.appending(index)
        found.append(Difference(at: pointer, .missing(expected[index]), element: element))
      case .unexpected(let index, let element):
        let pointer = here.actual.appending(index)
        found.append(Difference(at: pointer, .unexpected(actual[index]), element: element))
      case .moved(let from, let to, let element):
        let pointer = here.expected.appending(from)
        found.append(Difference(at: pointer, .moved(from: from, to: to), element: element))
      case .pair(expected: prefix, actual: prefix):
        found.append(contentsOf: firstPair)
      case .pair(let i, let j):
        compare(expected[i], actual[j], at: { here.appending(i, j) })
      }
    }
  }

  private mutating func comparePositions(
    _ expected: [JSONValue],
    _ actual: [JSONValue],
    from start: Int,
    at here: Place
  ) {
    let shorter = min(expected.count, actual.count)
    for index in start..<shorter {
      compare(expected[index], actual[index], at: { here.appending(index, index) })
    }
    for index in shorter..<expected.count {
      found.append(Difference(at: here.expected.appending(index), .missing(expected[index])))
    }
    for index in shorter..<actual.count {
      found.append(Difference(at: here.actual.appending(index), .unexpected(actual[index])))
    }
  }
}

/// Where a comparison stands in either value.
private struct Place {
  var expected = JSONPointer()
  var actual = JSONPointer()

  func appending(_ key: String) -> Place {
    Place(expected: expected.appending(key), actual: actual.appending(key))
  }

  func appending(_ expectedIndex: Int, _ actualIndex: Int) -> Place {
    Place(expected: expected.appending(expectedIndex), actual: actual.appending(actualIndex))
  }
}
