/// As much of a text as fits into a number of columns, escaped for printing between quotes.
struct TextExcerpt {
  let text: String
  let columns: Int

  /// The part of the text that didn't fit.
  let rest: Substring

  /// The scalars that are escaped so that a note can name them.
  let named: [Unicode.Scalar]
}

extension TextExcerpt {
  /// Creates an excerpt of the start of a text. The first `naming` scalars that aren't visible
  /// ASCII are escaped, whatever they look like.
  init(startOf source: Substring, columns limit: Int, naming: Int = 0) {
    var text = ""
    var columns = 0
    var named: [Unicode.Scalar] = []
    var end = source.startIndex
    for index in source.unicodeScalars.indices {
      let scalar = source.unicodeScalars[index]
      let isNamed = named.count < naming && !(scalar.isASCII && scalar.isPrintable)
      let piece = isNamed || (text.isEmpty && scalar.isCombining) ? scalar.escaped : scalar.quoted
      guard columns + piece.columns <= limit else { break }
      text += piece
      columns += piece.columns
      if isNamed { named.append(scalar) }
      end = source.unicodeScalars.index(after: index)
    }
    self.init(text: text, columns: columns, rest: source[end...], named: named)
  }

  /// Creates an excerpt of the end of a text.
  init(endOf source: Substring, columns limit: Int) {
    var columns = 0
    var start = source.endIndex
    for index in source.unicodeScalars.indices.reversed() {
      columns += source.unicodeScalars[index].quoted.columns
      guard columns <= limit else { break }
      start = index
    }
    let end = TextExcerpt(startOf: source[start...], columns: .max)
    self.init(text: end.text, columns: end.columns, rest: source[..<start], named: [])
  }
}

extension Unicode.Scalar {
  /// The scalar as it is written between quotes.
  fileprivate var quoted: String {
    switch self {
    case "\"": "\\\""
    case "\\": "\\\\"
    default: isPrintable ? String(self) : escaped
    }
  }
}
