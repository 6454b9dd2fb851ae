internal import CanonicalJSON

/// Cuts and escapes the texts that a page carries.
struct PageText {
  private let limits: HTMLReport.Limits
  /// What is left of the page's limit.
  private var room: Int

  init(_ limits: HTMLReport.Limits) {
    self.limits = limits
    room = limits.page
  }

  /// A text of several lines with a note where it is cut; what can't be seen in it is escaped.
  mutating func block(_ text: String) -> JSONValue {
    let cut = text.prefix(bytes: min(limits.text, room))
    let shown = String(cut).printableLines
    room -= min(shown.utf8.count, room)
    let left = text.utf8.count - cut.utf8.count
    guard left > 0 else { return ["text": .string(shown)] }
    let why = cut.utf8.count < limits.text ? "the page is full; " : ""
    return ["text": .string(shown), "note": .string("\(why)\(counted(left, "byte")) more are left out")]
  }

  mutating func block(_ value: JSONValue) -> JSONValue { block(value.canonicalText(.indented)) }

  /// What of some lines fits, with a line that tells how many do not.
  mutating func lines(_ lines: [StyledLine]) -> JSONValue {
    var shown: [JSONValue] = []
    for (index, line) in lines.enumerated() {
      let size = line.spans.reduce(0) { $0 + $1.text.utf8.count }
      guard size <= room else {
        shown.append(Self.value(of: StyledLine("… \(counted(lines.count - index, "line")) more left out", .dim)))
        break
      }
      room -= size
      shown.append(Self.value(of: line))
    }
    return .array(shown)
  }

  /// A text of one line, of which no page needs more than some.
  static func line(_ text: String) -> JSONValue {
    let cut = text.prefix(bytes: 4096)
    return .string(printable(String(cut)) + (cut.endIndex == text.endIndex ? "" : "…"))
  }

  static func lines(_ texts: [String]) -> JSONValue { .array(texts.map(line)) }

  /// A text for each span; one that has a style is a pair of text and style.
  private static func value(of line: StyledLine) -> JSONValue {
    .array(
      line.spans.filter { !$0.text.isEmpty }.map { span in
        let text = Self.line(span.text)
        return span.style.pageName.map { [text, .string($0)] } ?? text
      })
  }
}

extension Style {
  /// A class of the page's style sheet; nil: none.
  fileprivate var pageName: String? {
    switch self {
    case .plain: nil
    case .dim: "dim"
    case .removed: "removed"
    case .added: "added"
    case .emphasis, .heading, .reference, .command: "strong"
    }
  }
}

extension String {
  /// Each line `printable`; the ends of the lines stay.
  fileprivate var printableLines: String {
    split(separator: "\n", omittingEmptySubsequences: false).map { printable(String($0)) }.joined(separator: "\n")
  }

  /// What fits into so many bytes of UTF-8, whole scalars only.
  func prefix(bytes: Int) -> Substring {
    guard let end = utf8.index(startIndex, offsetBy: max(bytes, 0), limitedBy: endIndex) else { return self[...] }
    // An index within a scalar is taken for that scalar's start.
    return self[..<end]
  }
}
