package import CanonicalJSON

/// A function that returns the identity of an array element, so that one lost element is one
/// difference.
///
/// Its parameters are an element of either value and a pointer, in the expected value, to the array
/// that contains the element. It returns `nil` for an element without an identity. Identities are
/// only compared within one array.
package typealias ElementIdentity =
  @Sendable (_ element: JSONValue, _ array: JSONPointer) -> String?

/// Returns the differences between two values, in the order of the expected one. The list is empty
/// if the values are equal.
///
/// The elements of arrays are aligned before they are compared (see `ArrayAlignment`). Moved
/// elements come first in their array. Arrays with more than 100,000 elements that may differ are
/// compared position by position. The cost is nearly linear in the size of the values: most equal
/// parts are visited once, however deep they are.
package func differences(
  expected: JSONValue,
  actual: JSONValue,
  identity: @escaping ElementIdentity
) -> DifferenceList {
  var comparison = ValueComparison(identity: identity)
  comparison.compare(expected, actual, at: { Place() })
  return comparison.found
}

/// Walks two values in parallel.
///
/// The current place is a closure that is called only when it is needed, so that equal parts build
/// no pointers.
private struct ValueComparison {
  /// The function that identifies the elements of arrays.
  let identity: ElementIdentity
  private(set) var found = DifferenceList()

  /// The maximum number of elements to align. An alignment takes far more memory than the array.
  private static let mostAligned = 100_000

  init(identity: @escaping ElementIdentity) { self.identity = identity }

  /// Adds the differences between two values of any kind.
  mutating func compare(_ expected: JSONValue, _ actual: JSONValue, at place: () -> Place) {
    switch (expected, actual) {
    case (.object(let expected), .object(let actual)):
      compare(expected, actual, at: place)
    case (.array(let expected), .array(let actual)):
      compare(expected, actual, at: place)
    case _ where expected == actual:
      break
    default:
      let here = place()
      found.append(
        Difference(
          at: here.expected,
          .changed(expected: expected, actual: actual),
          counterpart: here.counterpart
        )
      )
    }
  }

  /// Compares two objects by merging their members, which are in the same order.
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

  /// Adds a member of the actual object that the expected one doesn't have.
  private mutating func addUnexpected(_ member: JSONObject.Element, at place: () -> Place) {
    let pointer = place().actual.appending(member.key)
    found.append(Difference(at: pointer, .unexpected(member.value)))
  }

  /// Compares two arrays: first the equal elements at both ends, then an alignment of those
  /// between.
  private mutating func compare(
    _ expected: [JSONValue],
    _ actual: [JSONValue],
    at place: () -> Place
  ) {
    let shorter = min(expected.count, actual.count)

    // Keep the differences of the first pair that differs. The alignment mostly contains this pair
    // too, and comparing it again would double the visits at each level.
    var prefix = 0
    var firstPair = DifferenceList()
    while prefix < shorter {
      var comparison = ValueComparison(identity: identity)
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
    // If both arrays have the same length, the last step would compare the first pair again.
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
      if case .pair(expected: prefix, actual: prefix) = step {
        found.append(contentsOf: firstPair)
      } else {
        add(step, of: expected, actual, at: here)
      }
    }
  }

  /// Adds the differences of one step of an alignment.
  private mutating func add(
    _ step: ArrayAlignment.Step,
    of expected: [JSONValue],
    _ actual: [JSONValue],
    at here: Place
  ) {
    switch step {
    case .missing(let index, let element):
      let pointer = here.expected.appending(index)
      found.append(Difference(at: pointer, .missing(expected[index]), element: element))

    case .unexpected(let index, let element):
      let pointer = here.actual.appending(index)
      found.append(Difference(at: pointer, .unexpected(actual[index]), element: element))

    case .moved(let from, let to, let element):
      found.append(
        Difference(
          at: here.expected.appending(from),
          .moved(from: from, to: to),
          element: element,
          counterpart: here.counterpart?.appending(to)
        )
      )

    case .pair(let expectedIndex, let actualIndex):
      compare(
        expected[expectedIndex],
        actual[actualIndex],
        at: { here.appending(expectedIndex, actualIndex) }
      )
    }
  }

  /// Compares two arrays element by element, as if no element had been added, removed or moved.
  ///
  /// - Parameter start: The first index to compare. The elements before it are equal.
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

/// The current position of a comparison in each value.
private struct Place {
  var expected = JSONPointer()
  var actual = JSONPointer()

  /// The pointer into the actual value, or `nil` if it is the same as the one into the expected
  /// value.
  var counterpart: JSONPointer? { actual == expected ? nil : actual }

  /// Returns the place of a member that both values have.
  func appending(_ key: String) -> Place {
    Place(expected: expected.appending(key), actual: actual.appending(key))
  }

  /// Returns the place of two elements that were aligned.
  func appending(_ expectedIndex: Int, _ actualIndex: Int) -> Place {
    Place(expected: expected.appending(expectedIndex), actual: actual.appending(actualIndex))
  }
}
