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
  private static let most = 999_999_999

  /// Parses a version. Returns `nil` if a part is missing, has a leading zero, or is too large.
  package init?(_ text: String) {
    let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).map
    { part -> Int? in
      guard let first = part.first, part.allSatisfy({ (0x30...0x39).contains($0) }) else {
        return nil
      }

      guard first != 0x30 || part.count == 1 else { return nil }
      return Int(Substring(part)).flatMap { $0 <= Self.most ? $0 : nil }
    }

    guard parts.count == 3, let major = parts[0], let minor = parts[1], let patch = parts[2] else {
      return nil
    }
    self.init(major: major, minor: minor, patch: patch)
  }

  package static func < (first: Self, second: Self) -> Bool {
    (first.major, first.minor, first.patch) < (second.major, second.minor, second.patch)
  }

  /// Whether the version is the first of its major version. Goldens that change an existing output
  /// need one.
  var isMajor: Bool { minor == 0 && patch == 0 }

  /// The version after adding a case.
  package var nextMinor: Self { Self(major: major, minor: min(minor + 1, Self.most), patch: 0) }

  /// The version after changing an output.
  package var nextMajor: Self { Self(major: min(major + 1, Self.most), minor: 0, patch: 0) }
}

extension ContractVersion: CustomStringConvertible {
  package var description: String { "\(major).\(minor).\(patch)" }
}
