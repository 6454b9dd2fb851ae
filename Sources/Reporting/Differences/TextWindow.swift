internal import Conformance

/// The section of a text around the part in which it differs from another text.
struct TextWindow {
  /// The end of the equal text before the part that differs.
  let before: TextExcerpt
  /// The beginning of the part that differs.
  let part: TextExcerpt
  /// The beginning of the equal text after that part; empty if the part is cut.
  let after: TextExcerpt

  /// The maximum number of scalars to escape and name in the part that differs.
  private static let namedScalars = 4

  /// Creates a window.
  ///
  /// - Parameters:
  ///   - side: The text.
  ///   - before: The number of columns for the equal text before the part that differs.
  ///   - tail: The number of columns for that part and the text after it.
  ///   - isNamed: Returns whether a scalar of the part is escaped and named.
  ///   - isQuoted: Whether the window is printed between quotes.
  private init(
    _ side: TextDifference.Side,
    before: Int,
    tail: Int,
    isNamed: (Unicode.Scalar) -> Bool,
    isQuoted: Bool
  ) {
    self.before = TextExcerpt(endOf: side.before, columns: before, isQuoted: isQuoted)

    self.part = TextExcerpt(
      startOf: side.part,
      columns: tail,
      naming: Self.namedScalars,
      isNamed: isNamed,
      isQuoted: isQuoted
    )
    self.after = TextExcerpt(
      startOf: side.after,
      columns: part.rest.isEmpty ? tail - part.columns : 0,
      isQuoted: isQuoted
    )
  }

  /// Returns the windows of both texts. They begin at the same place, so that they can be read one
  /// above the other.
  ///
  /// - Parameter isQuoted: Whether the windows are printed between quotes.
  static func pair(
    of difference: TextDifference,
    columns: Int,
    isQuoted: Bool
  ) -> (expected: TextWindow, actual: TextWindow) {
    func window(_ side: TextDifference.Side, before: Int, tail: Int) -> TextWindow {
      TextWindow(
        side,
        before: before,
        tail: tail,
        isNamed: difference.isNamed,
        isQuoted: isQuoted
      )
    }

    // Use a third for the text before the difference, or more if the rest needs less than two
    // thirds.
    let start = difference.expected.before
    let before = TextExcerpt(endOf: start, columns: columns / 3, isQuoted: isQuoted).columns
    let tail = max(
      window(difference.expected, before: 0, tail: columns - before).tailColumns,
      window(difference.actual, before: 0, tail: columns - before).tailColumns
    )

    return (
      window(difference.expected, before: columns - tail, tail: columns - before),
      window(difference.actual, before: columns - tail, tail: columns - before)
    )
  }

  /// The number of scalars that are cut off after the window.
  var scalarsAfter: Int { part.rest.scalarCount + after.rest.scalarCount }

  /// Whether nothing of the text is cut off.
  var isWhole: Bool { before.rest.isEmpty && part.rest.isEmpty && after.rest.isEmpty }

  /// The number of columns from the part that differs to the end of the window.
  private var tailColumns: Int { part.columns + after.columns }
}

extension TextDifference {
  /// Returns whether a scalar of the parts that differ is escaped and named, since it may look like
  /// what the other text has in its place.
  fileprivate var isNamed: (Unicode.Scalar) -> Bool {
    let isNormalized = normalization != nil
    let isLikeLatin = expected.part.isASCII || actual.part.isASCII

    // A word in another alphabet has more letters, and isn't mistaken for one in Latin letters.
    let letters = [expected, actual].flatMap { $0.part.unicodeScalars.lazy.filter(\.mayLookLatin) }
    let areFew = letters.count <= 2

    return { scalar in
      let isLookalike = isLikeLatin && areFew && scalar.mayLookLatin
      let isUnclear = isNormalized || scalar.isCombining || isLookalike
      return isUnclear && !scalar.isASCII
    }
  }
}

extension Substring {
  fileprivate var isASCII: Bool { utf8.allSatisfy { $0 < 0x80 } }
}

extension Unicode.Scalar {
  /// Whether the scalar is in an alphabet that has letters like those of the Latin one: Greek,
  /// Cyrillic, Armenian, Cherokee, or full-width Latin.
  fileprivate var mayLookLatin: Bool {
    [0x370...0x58F, 0x13A0...0x13FF, 0x1F00...0x1FFF, 0xFF21...0xFF5A].contains {
      $0.contains(value)
    }
  }
}
