package import CanonicalJSON

/// The differences between two values: a collection of the first ones, and the number of the
/// others.
package struct DifferenceList: Hashable, Sendable {
  /// The differences in the collection, in the order in which they were found.
  private var first: [Difference] = []
  /// The number of differences that aren't in the collection.
  package private(set) var hiddenCount = 0

  /// The maximum number of differences that a comparison collects.
  private static let most = 10_000

  /// Creates a list of all differences, however many there are.
  package init(_ differences: [Difference] = []) { first = differences }

  /// Creates a list.
  ///
  /// - Parameter hiddenCount: The number of further differences that aren't in the collection.
  package init(_ differences: [Difference], hiddenCount: Int) {
    first = differences
    self.hiddenCount = hiddenCount
  }

  /// The total number of differences, including those that aren't in the collection.
  package var totalCount: Int { first.count + hiddenCount }

  /// The total number of differences, of which a difference of texts counts as many times as it has
  /// changed lines.
  var size: Int { first.reduce(hiddenCount) { $0 + ($1.lines?.changedCount ?? 1) } }

  /// Adds a difference. If the list is full, the difference is only counted and its expression
  /// isn't evaluated.
  mutating func append(_ difference: @autoclosure () -> Difference) {
    if first.count < Self.most {
      first.append(difference())
    } else {
      hiddenCount += 1
    }
  }

  /// Adds the differences of another list, and counts those that it only counts.
  mutating func append(contentsOf other: DifferenceList) {
    for difference in other { append(difference) }
    hiddenCount += other.hiddenCount
  }

  /// Returns the differences with pointers that start at the root of a larger value, which has the
  /// compared value at `place`.
  func at(_ place: JSONPointer) -> DifferenceList {
    var list = self
    list.first = first.map { difference in
      let pointer = place.appending(contentsOf: difference.pointer)
      return Difference(
        at: pointer,
        difference.change,
        element: difference.element,
        lines: difference.lines,
        counterpart: difference.counterpart.map(place.appending(contentsOf:))
      )
    }

    return list
  }
}

extension DifferenceList {
  /// Returns the list without the differences that satisfy a condition. Differences that aren't in
  /// the collection still count.
  func removing(where isRemoved: (Difference) -> Bool) -> DifferenceList {
    var list = self
    list.first.removeAll(where: isRemoved)
    return list
  }
}

extension DifferenceList: RandomAccessCollection {
  package var startIndex: Int { first.startIndex }
  package var endIndex: Int { first.endIndex }
  package subscript(position: Int) -> Difference { first[position] }
}

extension DifferenceList: ExpressibleByArrayLiteral {
  package init(arrayLiteral differences: Difference...) { self.init(differences) }
}

// MARK: - Limits on kept differences

extension DifferenceList {
  /// The maximum number of differences that a run keeps of one failure. A report has the same
  /// limit.
  package static let mostKept = 1_000
  /// The maximum memory for the values of the kept differences, in bytes.
  private static let byteLimit = 1 << 20

  /// The list as a run keeps it until its end, with fewer differences and only the beginnings of
  /// large values.
  package var kept: DifferenceList {
    var room = Self.byteLimit
    var kept: [Difference] = []
    for difference in first.prefix(Self.mostKept) {
      guard room > 0 else { break }
      kept.append(difference.shortened(toFit: &room))
    }

    var list = DifferenceList(kept)
    list.hiddenCount = totalCount - kept.count
    return list
  }
}

extension Difference {
  /// Returns the difference with values that are cut if they are large.
  ///
  /// Two long texts start at their first difference, because their beginnings may be equal.
  ///
  /// - Parameter room: The memory in bytes that is left for all values of a list. It is reduced by
  ///   what the values take.
  fileprivate func shortened(toFit room: inout Int) -> Difference {
    let shortened: Change =
      switch change {
      case .changed(.string(let expected), .string(let actual))
      where expected.utf8.count + actual.utf8.count > min(room, Self.mostBytesOfTexts):
        Self.shortened(expected, actual, toFit: &room)
      case .changed(let expected, let actual):
        .changed(expected: expected.kept(&room), actual: actual.kept(&room))
      case .missing(let value): .missing(value.kept(&room))
      case .unexpected(let value): .unexpected(value.kept(&room))
      case .moved: change
      }

    return Difference(
      at: pointer,
      shortened,
      element: element,
      lines: lines?.kept,
      counterpart: counterpart
    )
  }

  /// Returns the change with texts that start at the first difference.
  private static func shortened(
    _ expected: String,
    _ actual: String,
    toFit room: inout Int
  ) -> Change {
    let difference = TextDifference(expected: expected, actual: actual)
    let equalBytes = difference.expected.before.utf8.count
    let start = equalBytes == 0 ? "" : "\(equalBytes) equal bytes …"
    let before = difference.expected
    let after = difference.actual

    return .changed(
      expected: JSONValue.string("\(start)\(before.part)\(before.after)").kept(&room),
      actual: JSONValue.string("\(start)\(after.part)\(after.after)").kept(&room)
    )
  }

  /// The size of two texts from which they start at the first difference, in bytes.
  private static let mostBytesOfTexts = 2 * KeptOutput.byteLimit
}

extension JSONValue {
  /// The minimum memory that each kept value gets, in bytes.
  private static let leastBytes = 1 << 10

  /// Returns the value as a run keeps it, which is as much of it as a report shows.
  fileprivate func kept(_ room: inout Int) -> JSONValue {
    let most = Swift.min(room, KeptOutput.byteLimit)
    var left = most
    defer { room -= most - left }
    return beginning(toFit: &left)
  }

  /// The memory of a value without its contents, in bytes.
  private static let ownBytes = 32

  /// Returns the value, or its beginning if it is large.
  ///
  /// A cut list or text ends with a note that counts what is left out. The beginning of a beginning
  /// is the same, so a report that is read and written again stays as it is.
  ///
  /// - Parameter room: The remaining memory in bytes, which is reduced by the size of the result.
  package func beginning(toFit room: inout Int) -> JSONValue {
    var left = Swift.max(room, Self.leastBytes)
    let given = left
    defer { room -= given - left }
    return beginning(&left)
  }

  /// Returns the value without what doesn't fit in `left` bytes, which is reduced and may become
  /// negative.
  private func beginning(_ left: inout Int) -> JSONValue {
    left -= Self.ownBytes
    switch self {
    case .null, .bool: return self
    case .number(let number): return beginning(of: number, &left)
    case .string(let text): return .string(Self.beginning(of: text, &left))
    case .array(let elements): return .array(Self.beginning(of: elements, &left))
    case .object(let members): return .object(Self.beginning(of: members, &left))
    }
  }

  /// Returns the first elements, and a note in place of the others if not all of them fit.
  private static func beginning(of elements: [JSONValue], _ left: inout Int) -> [JSONValue] {
    var kept: [JSONValue] = []
    for element in elements {
      guard left > ownBytes else {
        let rest = elements.count - kept.count
        kept.append(rest == 1 && element.isNote ? element : .string("… \(rest) more"))
        break
      }
      kept.append(element.beginning(&left))
    }
    return kept
  }

  /// Returns the first members, and the member `…` with a note in place of the others if not all
  /// of them fit.
  private static func beginning(of members: JSONObject, _ left: inout Int) -> JSONObject {
    var kept: [(String, JSONValue)] = []
    for member in members {
      guard left > ownBytes else {
        let rest = members.count - kept.count
        let isNote = rest == 1 && member.key == "…"
        kept.append(("…", isNote ? member.value : .string("\(rest) more")))
        break
      }
      left -= member.key.utf8.count
      kept.append((member.key, member.value.beginning(&left)))
    }
    return JSONObject(kept)
  }

  /// Whether the value is the note that ends the beginning of an array, such as `"… 12 more"`.
  private var isNote: Bool {
    guard let text = string, text.utf8.count <= Self.ownBytes else { return false }
    return text.hasPrefix("… ") && text.hasSuffix(" more")
  }

  /// Returns the number in canonical form, or the beginning of its digits as a text if there are
  /// too many.
  private func beginning(of number: JSONNumber, _ left: inout Int) -> JSONValue {
    // A literal may have millions of digits.
    let text = number.canonicalText
    guard text.utf8.count > Swift.max(left, Self.leastBytes) else {
      left -= number.integer == nil ? text.utf8.count : 0
      return .number(number.canonical)
    }

    return .string(Self.beginning(of: text, &left))
  }

  /// Returns the text, or its beginning with a note of its whole size.
  private static func beginning(of text: String, _ left: inout Int) -> String {
    let limit = Swift.max(left, 0)
    left -= text.utf8.count
    guard text.utf8.count > limit else { return text }

    // With the note, the beginning fits, so it isn't cut again.
    let note = "… \(text.utf8.count) bytes in all"
    return "\(text.beginning(bytes: Swift.max(limit - note.utf8.count, 0)))\(note)"
  }
}
