package import CanonicalJSON

/// Tells the elements of an output's arrays apart, so that one lost element is one difference.
///
/// It is given an element of either value and the pointer, in the expected value, of the array that it stands in, and
/// answers nil for an element that nothing identifies. An identity counts within its array alone.
package typealias ElementIdentity = @Sendable (_ element: JSONValue, _ array: JSONPointer) -> String?

/// Everything in which the actual value is not the expected one, in the order of the expected value.
///
/// Empty exactly when the two are equal. The elements of arrays are aligned before they are compared (`ArrayAlignment`);
/// those that are moved come first in their array.
/// The cost is near linear in the size of the values: equal parts are mostly visited once, however deep they lie.
package func differences(expected: JSONValue, actual: JSONValue, identity: @escaping ElementIdentity) -> [Difference] {
  Comparison(identity: identity).differences(expected, actual, at: { Place() })
}

/// Walks two values side by side.
///
/// Where the walk stands is a closure that is called only when it matters, so that equal parts build no pointers.
private struct Comparison {
  let identity: ElementIdentity

  func differences(_ expected: JSONValue, _ actual: JSONValue, at place: () -> Place) -> [Difference] {
    switch (expected, actual) {
    case (.object(let expected), .object(let actual)): return differences(expected, actual, at: place)
    case (.array(let expected), .array(let actual)): return differences(expected, actual, at: place)
    default:
      if expected == actual { return [] }
      return [Difference(at: place().expected, .changed(expected: expected, actual: actual))]
    }
  }

  /// Merges the members of both, which are in the same order.
  private func differences(_ expected: JSONObject, _ actual: JSONObject, at place: () -> Place) -> [Difference] {
    var result: [Difference] = []
    var next = actual.startIndex

    func takeUnexpected(while isUnexpected: (String) -> Bool) {
      while next < actual.endIndex, isUnexpected(actual[next].key) {
        result.append(Difference(at: place().actual.appending(actual[next].key), .unexpected(actual[next].value)))
        next += 1
      }
    }

    for member in expected {
      takeUnexpected { $0.precedesByUTF16(member.key) }
      if next < actual.endIndex, actual[next].key.hasSameBytes(as: member.key) {
        result += differences(member.value, actual[next].value, at: { place().appending(member.key) })
        next += 1
      } else {
        result.append(Difference(at: place().expected.appending(member.key), .missing(member.value)))
      }
    }
    takeUnexpected { _ in true }
    return result
  }

  private func differences(_ expected: [JSONValue], _ actual: [JSONValue], at place: () -> Place) -> [Difference] {
    let shorter = min(expected.count, actual.count)

    // The first pair that differs is kept: it is mostly a pair of the alignment too, and comparing it again
    // would visit its parts twice, theirs four times.
    var prefix = 0
    var firstPair: [Difference] = []
    while prefix < shorter {
      firstPair = differences(expected[prefix], actual[prefix], at: { place().appending(prefix, prefix) })
      guard firstPair.isEmpty else { break }
      prefix += 1
    }
    let isSameLength = expected.count == actual.count
    if prefix == shorter, isSameLength { return [] }

    var suffix = 0
    // In arrays of one length the first pair would be met again.
    while suffix < shorter - prefix - (isSameLength ? 1 : 0),
      expected[expected.count - 1 - suffix] == actual[actual.count - 1 - suffix]
    {
      suffix += 1
    }

    let here = place()
    let alignment = ArrayAlignment(
      expected: expected[prefix..<(expected.count - suffix)], actual: actual[prefix..<(actual.count - suffix)],
      identity: { element in identity(element, here.expected).map { TextKey($0) } })
    return alignment.steps.flatMap { step in
      switch step {
      case .missing(let index, let element):
        [Difference(at: here.expected.appending(index), .missing(expected[index]), element: element)]
      case .unexpected(let index, let element):
        [Difference(at: here.actual.appending(index), .unexpected(actual[index]), element: element)]
      case .moved(let from, let to, let element):
        [Difference(at: here.expected.appending(from), .moved(from: from, to: to), element: element)]
      case .pair(expected: prefix, actual: prefix): firstPair
      case .pair(let i, let j): differences(expected[i], actual[j], at: { here.appending(i, j) })
      }
    }
  }
}

/// Where a comparison stands in either value.
private struct Place {
  var expected = JSONPointer()
  var actual = JSONPointer()

  func appending(_ key: String) -> Place { Place(expected: expected.appending(key), actual: actual.appending(key)) }

  func appending(_ expectedIndex: Int, _ actualIndex: Int) -> Place {
    Place(expected: expected.appending(expectedIndex), actual: actual.appending(actualIndex))
  }
}
