internal import CanonicalJSON

/// The parts of two texts that differ, in words and marks.
enum TextParts {
  /// A part of the expected text, and what the other text has in its place. Either can be empty.
  struct Change: Hashable {
    let expected: TextKey
    let actual: TextKey
  }

  /// The most changes to return for two texts.
  private static let most = 8
  /// The most bytes of a part.
  private static let byteLimit = 64

  /// Returns the distinct changes from one text to another, in their order.
  static func changes(from expected: String, to actual: String) -> [Change] {
    let difference = TextDifference(expected: expected, actual: actual)
    // Start at the boundary of a word, so that a changed word is a change as a whole.
    let before = tokens(of: difference.expected)
    let after = tokens(of: difference.actual)

    let matches =
      commonSubsequence(before.count, after.count) { before[$0] == after[$1] } ?? []

    let changes = gaps(between: matches, before.count, after.count).compactMap { gap -> Change? in
      guard !gap.expected.isEmpty || !gap.actual.isEmpty else { return nil }
      let change = Change(
        expected: TextKey(before[gap.expected].map(\.text).joined()),
        actual: TextKey(after[gap.actual].map(\.text).joined())
      )
      let size = max(change.expected.text.utf8.count, change.actual.text.utf8.count)
      return size <= byteLimit ? change : nil
    }

    return Array(changes.distinct(by: \.self).prefix(most))
  }

  /// Returns the words and marks of the part that differs, with the rest of the words at its ends.
  private static func tokens(of side: TextDifference.Side) -> [TextKey] {
    let start = side.before.unicodeScalars.reversed().prefix { isInWord($0) }.reversed()
    let end = side.after.unicodeScalars.prefix { isInWord($0) }

    var tokens: [TextKey] = []
    var word = ""

    for scalar in Array(start) + Array(side.part.unicodeScalars) + Array(end) {
      if isInWord(scalar) {
        word.unicodeScalars.append(scalar)
      } else {
        if !word.isEmpty { tokens.append(TextKey(word)) }
        tokens.append(TextKey(String(scalar)))
        word = ""
      }
    }

    return word.isEmpty ? tokens : tokens + [TextKey(word)]
  }

  /// Returns whether a scalar is part of a word. Any other scalar is a mark of its own.
  private static func isInWord(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isAlphabetic || scalar.properties.numericType != nil
  }
}
