/// A pattern for names. `*` matches any text and `?` matches one character (a byte, since names are
/// ASCII).
package struct Glob: Hashable, Sendable {
  package let pattern: String

  package init(_ pattern: String) { self.pattern = pattern }

  /// Whether the pattern has no wildcards and so matches exactly one name.
  package var isLiteral: Bool {
    !pattern.utf8.contains(UInt8(ascii: "*")) && !pattern.utf8.contains(UInt8(ascii: "?"))
  }

  /// Returns whether the pattern matches a whole name.
  ///
  /// - Complexity: At worst O(*m* · *n*) for the two lengths: after a mismatch, only the last `*`
  ///   matches one more byte.
  package func matches(_ name: String) -> Bool {
    let pattern = Array(pattern.utf8)
    let name = Array(name.utf8)
    var inPattern = 0
    var inName = 0
    // The last `*` and the place in the name up to which it matches.
    var retry: (inPattern: Int, inName: Int)?

    while inName < name.count {
      if inPattern < pattern.count, pattern[inPattern] == UInt8(ascii: "*") {
        retry = (inPattern, inName)
        inPattern += 1
      } else if inPattern < pattern.count,
        pattern[inPattern] == UInt8(ascii: "?") || pattern[inPattern] == name[inName]
      {
        inPattern += 1
        inName += 1
      } else if let last = retry {
        retry = (last.inPattern, last.inName + 1)
        inPattern = last.inPattern + 1
        inName = last.inName + 1
      } else {
        return false
      }
    }

    return pattern[inPattern...].allSatisfy { $0 == UInt8(ascii: "*") }
  }
}
