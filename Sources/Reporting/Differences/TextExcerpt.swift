internal import Conformance

/// As much of a text as fits into a number of columns, escaped for printing between quotes.
struct TextExcerpt {
  /// The excerpt, escaped. It has neither quotes around it nor an ellipsis.
  let text: String
  /// The number of columns of `text`.
  let columns: Int

  /// The part of the text that didn't fit.
  let rest: Substring

  /// The scalars that are escaped so that a note can name them.
  let named: [Unicode.Scalar]
}

extension TextExcerpt {
  /// Creates an excerpt of the start of a text.
  ///
  /// - Parameters:
  ///   - source: The text.
  ///   - limit: The number of columns.
  ///   - naming: The maximum number of scalars to escape and name.
  ///   - isNamed: Returns whether a scalar is one of those. A scalar that can't be printed is one
  ///     in any case.
  ///   - isQuoted: Whether the excerpt is printed between quotes, so that quotes and backslashes in
  ///     it are escaped.
  init(
    startOf source: Substring,
    columns limit: Int,
    naming: Int = 0,
    isNamed: (Unicode.Scalar) -> Bool = { _ in false },
    isQuoted: Bool = true
  ) {
    var text = ""
    var columns = 0
    var named: [Unicode.Scalar] = []
    var end = source.startIndex

    for index in source.unicodeScalars.indices {
      let scalar = source.unicodeScalars[index]
      let isLikeOthers = named.count < naming && (!scalar.isPrintable || isNamed(scalar))
      let isEscaped = isLikeOthers || (text.isEmpty && scalar.isCombining)
      let piece = isEscaped ? scalar.escaped : scalar.shown(isQuoted: isQuoted)
      guard columns + piece.columns <= limit else { break }

      text += piece
      columns += piece.columns
      if isLikeOthers { named.append(scalar) }
      end = source.unicodeScalars.index(after: index)
    }

    self.init(text: text, columns: columns, rest: source[end...], named: named)
  }

  /// Creates an excerpt of the end of a text.
  init(endOf source: Substring, columns limit: Int, isQuoted: Bool = true) {
    var columns = 0
    var start = source.endIndex
    for index in source.unicodeScalars.indices.reversed() {
      columns += source.unicodeScalars[index].shown(isQuoted: isQuoted).columns
      guard columns <= limit else { break }
      start = index
    }

    let end = TextExcerpt(startOf: source[start...], columns: .max, isQuoted: isQuoted)
    self.init(text: end.text, columns: end.columns, rest: source[..<start], named: [])
  }
}

extension Unicode.Scalar {
  /// Returns the scalar as it is printed.
  ///
  /// - Parameter isQuoted: Whether it is printed between quotes.
  fileprivate func shown(isQuoted: Bool) -> String {
    switch self {
    case "\"" where isQuoted: "\\\""
    case "\\" where isQuoted: "\\\\"
    default: isPrintable ? String(self) : escaped
    }
  }
}
