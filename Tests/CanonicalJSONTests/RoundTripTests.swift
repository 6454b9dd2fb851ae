import CanonicalJSON
import Foundation
import TestRandomness
import Testing

struct RoundTripTests {
  @Test(arguments: 1...40 as ClosedRange<UInt64>)
  func `a value that is written and read is the same value`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<10 {
      let value = random.value(levels: 5)
      let compact = value.canonicalUTF8()
      let indented = value.canonicalUTF8(.indented)
      let document = try JSONDocument(parsing: compact)
      #expect(document.root.value == value, "read from the compact layout")
      #expect(document.root.value.hashValue == value.hashValue, "equal values hash alike")
      #expect(document.root.value.canonicalUTF8() == compact, "written again")
      #expect(
        try JSONDocument(parsing: indented).root.value == value,
        "read from the indented layout"
      )
      #expect(
        try JSONDocument(parsing: value.canonicalText(.indented)).root.value == value,
        "read from a String"
      )
    }
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `every double is written as the text that reads as it`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      let double = random.double()
      let number = try #require(JSONNumber(double))
      #expect(number.double == double)
      #expect(JSONNumber(number.canonicalText) == number)
    }
  }

  @Test(arguments: 1...40 as ClosedRange<UInt64>)
  func `Foundation reads the same values`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for layout in [JSONValue.Layout.compact, .indented] {
      let value = random.value(levels: 5)
      let data = Data(value.canonicalUTF8(layout))
      let foundation = try JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)
      #expect(agree(value, foundation), "\(value.canonicalText())")
      let rewritten = try JSONSerialization.data(
        withJSONObject: [foundation],
        options: .fragmentsAllowed
      )
      #expect(
        agree(try JSONDocument(parsing: Array(rewritten)).root.value, [foundation]),
        "and it is read from Foundation"
      )
    }
  }

  private func agree(_ value: JSONValue, _ foundation: Any) -> Bool {
    switch value {
    case .null: foundation is NSNull
    case .bool(let bool): foundation as? Bool == bool
    case .number(let number):
      (foundation as? NSNumber).map { isClose($0.doubleValue, to: number.double) } == true
    case .string(let text): (foundation as? String)?.hasSameBytes(as: text) == true
    case .array(let elements):
      (foundation as? [Any]).map {
        $0.count == elements.count && zip(elements, $0).allSatisfy(agree)
      } == true
    case .object(let object):
      // Foundation's dictionaries merge keys that are canonically equivalent.
      (foundation as? [String: Any]).map { dictionary in
        Set(object.map(\.key)).count < object.count
          || dictionary.count == object.count
            && object.allSatisfy { member in
              dictionary[member.key].map { agree(member.value, $0) } == true
            }
      } == true
    }
  }

  /// Returns whether two numbers are equal except for rounding. Foundation reads some numbers as
  /// decimals first, so it rounds them twice.
  private func isClose(_ left: Double, to right: Double) -> Bool {
    left == right || abs(left - right) <= max(abs(right) * 1e-15, .leastNormalMagnitude)
  }
}
