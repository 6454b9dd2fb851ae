import CanonicalJSON
import Conformance
import TestSuites
import Testing

struct DifferencePropertyTests {
  @Test(arguments: 0..<40 as Range<UInt64>)
  func `there is a difference exactly when the values are not equal`(seed: UInt64) {
    for (expected, actual) in pairs(seed: seed) {
      for identity in [anonymous, byID] {
        let found = differences(expected: expected, actual: actual, identity: identity)
        #expect(
          found.isEmpty == (expected == actual),
          "\(expected.canonicalText()) \(actual.canonicalText())"
        )
      }
    }
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func `the pointer of a difference leads to what it speaks of`(seed: UInt64) {
    for (expected, actual) in pairs(seed: seed) {
      for difference in differences(expected: expected, actual: actual, identity: byID) {
        switch difference.change {
        case .changed(let before, let after):
          #expect(expected[difference.pointer] == before)
          #expect(before != after)
        case .missing(let value): #expect(expected[difference.pointer] == value)
        case .unexpected(let value): #expect(actual[difference.pointer] == value)
        case .moved(let from, let to):
          #expect(difference.pointer.tokens.last == String(from))
          #expect(from != to || difference.element != nil)
        }
      }
    }
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func `no difference is told twice`(seed: UInt64) {
    for (expected, actual) in pairs(seed: seed) {
      let found = differences(expected: expected, actual: actual, identity: byID)
      #expect(Set(found).count == found.count)
    }
  }

  /// Returns pairs of unrelated values, and pairs that differ by one or several changes.
  private func pairs(seed: UInt64) -> [(JSONValue, JSONValue)] {
    var generator = SplitMix64(seed: seed)
    return (0..<50).map { round in
      let expected = JSONValue.random(using: &generator)
      return (
        expected,
        round.isMultiple(of: 5) ? .random(using: &generator) : expected.mutated(using: &generator)
      )
    }
  }
}
