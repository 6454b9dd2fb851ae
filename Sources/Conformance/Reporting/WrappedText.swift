/// Text in lines that are no wider than some columns, broken at spaces where there are any.
struct WrappedText {
  private(set) var lines: [StyledLine] = []
  private let columns: Int
  private var line = StyledLine()
  private var used = 0
  /// Spaces that are written only if a word follows on the same line.
  private var gap = ""

  /// - Parameter spans: text on one line; what stands together without a space is not broken apart if it fits on a line.
  init(_ spans: [StyledLine.Span], columns: Int) {
    self.columns = max(columns, 1)
    var word: [StyledLine.Span] = []
    for span in spans {
      let pieces = span.text.utf8.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
      for (index, piece) in pieces.enumerated() {
        if index > 0 {
          append(word)
          word = []
          gap += " "
        }
        if !piece.isEmpty { word.append(.init(String(Substring(piece)), span.style)) }
      }
    }
    append(word)
    lines.append(line)
  }

  /// The lines of a text with line ends of its own, which keep their indentation; tabs are four spaces.
  static func lines(of text: String, _ style: Style, columns: Int) -> [StyledLine] {
    text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).flatMap { line in
      let line = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
      let text = String(Substring(line)).replacing("\t", with: "    ")
      return WrappedText([.init(text, style)], columns: columns).lines
    }
  }

  private mutating func append(_ word: [StyledLine.Span]) {
    guard !word.isEmpty else { return }
    let width = word.reduce(0) { $0 + $1.text.columns }
    let isFirst = lines.isEmpty && line.spans.isEmpty
    if isFirst { gap = String(gap.prefix(columns / 2)) }
    if !isFirst, used + gap.utf8.count + width > columns {
      lines.append(line)
      line = StyledLine()
      used = 0
      gap = ""
    }
    write(gap, word[0].style, width: gap.utf8.count)
    gap = ""
    for piece in word { writePieces(of: piece) }
  }

  /// Writes a piece of a word, cut where it is too long for any line.
  private mutating func writePieces(of span: StyledLine.Span) {
    var text = ""
    var width = 0
    for scalar in span.text.unicodeScalars {
      let next = scalar.columns
      if used + width + next > columns, used + width > 0 {
        write(text, span.style, width: width)
        lines.append(line)
        line = StyledLine()
        (used, text, width) = (0, "", 0)
      }
      text.unicodeScalars.append(scalar)
      width += next
    }
    write(text, span.style, width: width)
  }

  private mutating func write(_ text: String, _ style: Style, width: Int) {
    used += width
    if let last = line.spans.last, last.style == style || text.allSatisfy({ $0 == " " }) {
      line.spans[line.spans.count - 1] = .init(last.text + text, last.style)
    } else if !text.isEmpty {
      line.spans.append(.init(text, style))
    }
  }
}

extension String {
  /// The start of the text on one line, escaped, with an ellipsis where it is cut.
  package func clipped(columns: Int) -> String {
    var text = ""
    var used = 0
    // As much as leaves room for the ellipsis.
    var start = ""
    for scalar in unicodeScalars {
      let isLoneMark = text.isEmpty && scalar.isCombining
      let piece = scalar.isPrintable && !isLoneMark ? String(scalar) : scalar.escaped
      used += piece.columns
      if used > columns { return start + "…" }
      text += piece
      if used < columns { start = text }
    }
    return text
  }
}
