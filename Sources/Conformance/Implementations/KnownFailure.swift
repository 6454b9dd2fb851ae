internal import CanonicalJSON

/// A case that an implementation is known to fail, and why.
package struct KnownFailure: Hashable, Sendable {
  /// `CONTRACT/CASE`, or `CASE` alone where that is unique.
  package let caseName: String
  package let reason: String
  package let link: String?
  /// The last day on which it is put up with; nil: no end.
  package let expires: Day?
  package let location: SourceLocation

  package func names(_ testCase: Case) -> Bool {
    caseName.hasSameBytes(as: testCase.name) || caseName.hasSameBytes(as: testCase.id)
  }
}

/// A day of the Gregorian calendar, in UTC.
package struct Day: Hashable, Comparable, CustomStringConvertible, Sendable {
  /// YYYY-MM-DD.
  package let description: String

  /// Reads the form YYYY-MM-DD (RFC 3339, `full-date`); nil for any other text, and for a day that there is not.
  package init?(_ text: String) {
    let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    guard parts.map(\.count) == [4, 2, 2], parts.joined().allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    let numbers = parts.map { $0.reduce(0) { 10 * $0 + Int($1 - 0x30) } }
    let isLeapYear = numbers[0] % 4 == 0 && (numbers[0] % 100 != 0 || numbers[0] % 400 == 0)
    let lengths = [31, isLeapYear ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    guard lengths.indices.contains(numbers[1] - 1), (1...lengths[numbers[1] - 1]).contains(numbers[2]) else {
      return nil
    }
    description = text
  }

  package static func < (first: Day, second: Day) -> Bool {
    first.description.utf8.lexicographicallyPrecedes(second.description.utf8)
  }
}
