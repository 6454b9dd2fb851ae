internal import CanonicalJSON
internal import Conformance

extension JSONValue {
  /// Returns the value as compact JSON on one line, escaped. What doesn't fit into the columns is
  /// left out and counted.
  ///
  /// The cost depends only on the columns, except for the length of a single text.
  func excerpt(columns: Int) -> String {
    guard case .string(let text) = self, columnsLeft(of: columns) < 0 else {
      return piece(columns: columns)
    }

    let start = TextExcerpt(
      startOf: text[...],
      columns: max(columns - "\"\" … 1234567 more scalars".columns, 1)
    )
    return "\"\(start.text)\" … \(counted(start.rest.scalarCount, "more scalar"))"
  }

  /// Returns the value as part of an excerpt. Texts in it are cut without a count.
  private func piece(columns: Int) -> String {
    let columns = columnsLeft(of: columns) >= 0 ? Int.max : columns

    return switch self {
    case .null, .bool: canonicalText()
    case .number(let number): Self.cut(number.canonicalText, quote: "", columns: columns)
    case .string(let text): Self.cut(text, quote: "\"", columns: columns)
    case .array(let elements):
      Self.list(elements.lazy.map { ("", $0) }, brackets: ("[", "]"), columns: columns)
    case .object(let members):
      Self.list(
        members.lazy.map { (Self.cut($0.key, quote: "\"", columns: columns) + ":", $0.value) },
        brackets: ("{", "}"),
        columns: columns
      )
    }
  }

  /// Returns a text between quotes, with an ellipsis at its end if it is cut.
  ///
  /// - Parameters:
  ///   - quote: The quote, which is empty for a number.
  ///   - columns: The number of columns, or `Int.max` for all that it needs.
  private static func cut(_ text: String, quote: String, columns: Int) -> String {
    let room = columns == .max ? columns : max(columns - 2 * quote.count - 1, 1)
    let start = TextExcerpt(startOf: text[...], columns: room)
    return quote + start.text + quote + (start.rest.isEmpty ? "" : "…")
  }

  /// Returns the items that fit between brackets, and a count of the others.
  ///
  /// - Parameters:
  ///   - items: The elements of an array or the members of an object. A member has a label.
  ///   - brackets: The brackets before and after them.
  ///   - columns: The number of columns, or `Int.max` for all that they need.
  private static func list(
    _ items: some Collection<(label: String, value: JSONValue)>,
    brackets: (String, String),
    columns: Int
  ) -> String {
    let room = columns == .max ? columns : columns - ",… 1234 more".columns - 2

    var text = ""
    var shown = 0

    for item in items {
      let label = (shown == 0 ? "" : ",") + item.label
      let left = room - text.columns - label.columns
      // Use at most a third for each item, so that one large member doesn't hide the others.
      let piece = item.value.piece(columns: min(columns / 3, left))
      guard piece.columns <= left else { break }
      text += label + piece
      shown += 1
    }

    let hidden = items.count - shown
    let count = hidden == 0 ? "" : (shown == 0 ? "" : ",") + "… \(hidden) more"
    return brackets.0 + text + count + brackets.1
  }

  /// Returns the number of columns that are left after the value, or a negative number if it
  /// doesn't fit.
  ///
  /// Only as much of the value is visited as fits.
  private func columnsLeft(of columns: Int) -> Int {
    switch self {
    case .null, .bool: columns - canonicalText().utf8.count
    case .number(let number): columns - number.canonicalText.utf8.count
    case .string(let text): Self.columnsLeft(of: columns, after: text)
    case .array(let elements): elements.columnsLeft(of: columns - 1) { $1.columnsLeft(of: $0) }
    case .object(let members):
      members.columnsLeft(of: columns - 1) {
        $1.value.columnsLeft(of: Self.columnsLeft(of: $0, after: $1.key) - 1)
      }
    }
  }

  /// Returns the number of columns that are left after a text in quotes, or a negative number if it
  /// doesn't fit.
  private static func columnsLeft(of columns: Int, after text: String) -> Int {
    let start = TextExcerpt(startOf: text[...], columns: max(columns - 2, 0))
    return start.rest.isEmpty ? columns - 2 - start.columns : -1
  }
}

extension Collection {
  /// Returns the number of columns that are left after the elements, their commas and the closing
  /// bracket, or a negative number at the first element that doesn't fit.
  ///
  /// - Parameter item: Returns the number of columns that are left after an element.
  fileprivate func columnsLeft(of columns: Int, after item: (Int, Element) -> Int) -> Int {
    var left = columns - (isEmpty ? 1 : 0)
    for element in self {
      left = item(left, element) - 1
      if left < 0 { break }
    }
    return left
  }
}
