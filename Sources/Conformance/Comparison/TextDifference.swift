internal import CanonicalJSON

/// The part in which two texts differ, and the equal parts before and after it.
package struct TextDifference {
  /// One of the texts, cut at the boundaries of the part that differs.
  package struct Side {
    package let before: Substring
    package let part: Substring
    package let after: Substring
  }

  /// The parts of the expected text. The ends of both texts are equal.
  package let expected: Side
  package let actual: Side

  /// Compares two texts. They are cut at scalar boundaries, never within the bytes of a scalar.
  package init(expected: String, actual: String) {
    // Use arrays, since iterating over the views of a text of megabytes takes several times as
    // long.
    let first = Array(expected.utf8)
    let second = Array(actual.utf8)
    let shorter = min(first.count, second.count)

    var prefix = 0
    while prefix < shorter, first[prefix] == second[prefix] { prefix += 1 }
    while !first.isScalarBoundary(prefix) || !second.isScalarBoundary(prefix) { prefix -= 1 }

    var suffix = 0
    while suffix < shorter - prefix,
      first[first.count - 1 - suffix] == second[second.count - 1 - suffix]
    {
      suffix += 1
    }
    while !first.isScalarBoundary(first.count - suffix) { suffix -= 1 }

    self.expected = Side(expected, prefix: prefix, suffix: suffix)
    self.actual = Side(actual, prefix: prefix, suffix: suffix)
  }

  /// Whether the equal parts make up at least half of the longer text.
  package var isMostlyEqual: Bool {
    let shared = expected.before.utf8.count + expected.after.utf8.count
    let differing = max(expected.part.utf8.count, actual.part.utf8.count)
    return shared >= differing
  }

  /// A note on the normalization forms if the texts are equal after Unicode normalization,
  /// otherwise `nil`.
  ///
  /// The longer text is assumed to be the decomposed one, since the standard library doesn't
  /// provide normalized text.
  package var normalization: String? {
    // `==` compares by canonical equivalence, which the equal ends of the texts can't change.
    guard expected.part == actual.part else { return nil }

    let first = expected.part.scalarCount
    let second = actual.part.scalarCount
    if first == second {
      return "equal after Unicode normalization, but written with different scalars"
    }
    let forms = first < second ? (expected: "NFC", actual: "NFD") : (expected: "NFD", actual: "NFC")
    return "equal after Unicode normalization: found \(forms.actual), expected \(forms.expected)"
  }
}

extension TextDifference.Side {
  /// Cuts a text after `prefix` bytes and before the last `suffix` bytes.
  fileprivate init(_ text: String, prefix: Int, suffix: Int) {
    let start = text.utf8.index(text.startIndex, offsetBy: prefix)
    let end = text.utf8.index(text.endIndex, offsetBy: -suffix)
    self.init(before: text[..<start], part: text[start..<end], after: text[end...])
  }
}

extension Substring {
  /// The number of Unicode scalars, counted without decoding them.
  package var scalarCount: Int {
    var text = self
    return text.withUTF8 { bytes in bytes.count { $0 & 0xC0 != 0x80 } }
  }
}

extension [UInt8] {
  /// Returns whether a scalar starts at an offset of a UTF-8 text, or the text ends there.
  fileprivate func isScalarBoundary(_ offset: Int) -> Bool {
    offset == count || self[offset] & 0xC0 != 0x80
  }
}
