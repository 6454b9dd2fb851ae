import CanonicalJSON
import Conformance
import TestSuites
import Testing

struct DifferenceTests {
  @Test(
    arguments: [
      (nil, nil),
      (true, true),
      (1, 1.0),
      ("a", "a"),
      ([], []),
      ([:], [:]),
      (["a": [1, "x"]], ["a": [1.0, "x"]]),
    ] as [(JSONValue?, JSONValue?)]
  )
  func `equal values have no differences`(expected: JSONValue?, actual: JSONValue?) {
    #expect(
      differences(expected: expected ?? .null, actual: actual ?? .null, identity: byID).isEmpty
    )
  }

  @Test(
    arguments: [
      (1, true),
      (0, .null),
      ("1", 1),
      ([], [:]),
      ("", .null),
      (1, 2),
      (true, false),
      ("caf\u{E9}", "cafe\u{301}"),
      (9_007_199_254_740_993, 9_007_199_254_740_992),
      ([1], 1),
    ] as [(JSONValue, JSONValue)]
  )
  func `unequal values that are not containers of one kind are changed as a whole`(
    expected: JSONValue,
    actual: JSONValue
  ) {
    #expect(
      differences(expected: ["x": expected], actual: ["x": actual], identity: byID)
        == [Difference(at: .to("x"), .changed(expected: expected, actual: actual))]
    )
  }

  @Test func `members are told by key and in order of the keys`() {
    let found = differences(
      expected: ["a": 1, "b": 2, "d": 4, "f": 6],
      actual: ["b": 3, "c": 3, "d": 4, "g": 7],
      identity: byID
    )
    #expect(
      found == [
        Difference(at: .to("a"), .missing(1)),
        Difference(at: .to("b"), .changed(expected: 2, actual: 3)),
        Difference(at: .to("c"), .unexpected(3)),
        Difference(at: .to("f"), .missing(6)),
        Difference(at: .to("g"), .unexpected(7)),
      ]
    )
  }

  @Test func `a member that is null is not an absent one`() {
    #expect(
      differences(expected: ["a": .null], actual: [:], identity: byID) == [
        Difference(at: .to("a"), .missing(.null))
      ]
    )
    #expect(
      differences(expected: [:], actual: ["a": .null], identity: byID) == [
        Difference(at: .to("a"), .unexpected(.null))
      ]
    )
  }

  @Test func `keys that differ by normalization are different keys`() {
    #expect(
      differences(expected: ["\u{E9}": 1], actual: ["e\u{301}": 1], identity: byID)
        == [
          Difference(at: .to("e\u{301}"), .unexpected(1)),
          Difference(at: .to("\u{E9}"), .missing(1)),
        ]
    )
  }

  @Test func `keys are ordered by UTF-16 code units, as both objects are`() {
    #expect(
      differences(
        expected: ["\u{FFFD}": 1],
        actual: ["\u{1F600}": 1, "\u{FFFD}": 1],
        identity: byID
      )
        == [Difference(at: .to("\u{1F600}"), .unexpected(1))]
    )
  }

  @Test func `a change at the root has the empty pointer`() {
    #expect(
      differences(expected: 1, actual: 2, identity: byID) == [
        Difference(at: .to(), .changed(expected: 1, actual: 2))
      ]
    )
  }
}
