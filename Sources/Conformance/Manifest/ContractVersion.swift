/// The version of a contract, `MAJOR.MINOR.PATCH` (semver.org, without pre-release or build).
package struct ContractVersion: Hashable, Comparable, Sendable {
  package let major: Int
  package let minor: Int
  package let patch: Int

  package init(major: Int, minor: Int, patch: Int) {
    self.major = major
    self.minor = minor
    self.patch = patch
  }

  /// The largest value of a part, which has nine digits. The next version never exceeds it.
  private static let largestPart = 999_999_999

  /// Parses a version. Returns `nil` if a part is missing, has a leading zero, or is too large.
  package init?(_ text: String) {
    let dot = UInt8(ascii: ".")
    let parts = text.utf8.split(separator: dot, omittingEmptySubsequences: false).map {
      Self.value(ofPart: $0)
    }
    guard parts.count == 3, let major = parts[0], let minor = parts[1], let patch = parts[2] else {
      return nil
    }
    self.init(major: major, minor: minor, patch: patch)
  }

  /// Returns the value of a part, or `nil` if it isn't a number in the form that versions use.
  private static func value(ofPart part: Substring.UTF8View) -> Int? {
    guard let first = part.first, part.allSatisfy({ (0x30...0x39).contains($0) }) else {
      return nil
    }
    let hasLeadingZero = first == UInt8(ascii: "0") && part.count > 1
    guard !hasLeadingZero, let value = Int(Substring(part)) else { return nil }
    return value <= largestPart ? value : nil
  }

  package static func < (first: Self, second: Self) -> Bool {
    (first.major, first.minor, first.patch) < (second.major, second.minor, second.patch)
  }

  /// Whether the version is the first of its major version. Goldens that change an existing output
  /// need one.
  var isMajor: Bool { minor == 0 && patch == 0 }

  /// The version after adding a case.
  package var nextMinor: Self {
    Self(major: major, minor: min(minor + 1, Self.largestPart), patch: 0)
  }

  /// The version after changing an output.
  package var nextMajor: Self { Self(major: min(major + 1, Self.largestPart), minor: 0, patch: 0) }
}

extension ContractVersion: CustomStringConvertible {
  package var description: String { "\(major).\(minor).\(patch)" }
}
