internal import CanonicalJSON
internal import Conformance

extension GoldenEdit {
  /// The line that explains the signs `−` and `+`.
  static let legend = StyledLine([
    .init("  − golden or expected", .removed), .init(", "), .init("+ new output", .added),
  ])

  /// Whether the evidence has both signs.
  var comparesValues: Bool {
    switch kind {
    case .changed(let differences), .editedByHand(let differences),
      .renamed(_, _, let differences):
      !differences.isEmpty
    case .refused: true
    case .created, .removed, .relocked, .editedOrphan: false
    }
  }

  /// Returns the first line of the edit.
  ///
  /// - Parameter rest: The text after the name.
  func headLine(_ rest: String = "") -> StyledLine {
    StyledLine([.init("\(verdict.verb) ", verdict.style), .init(name, .heading), .init(rest)])
  }

  /// Returns the line that explains why a golden is renamed.
  ///
  /// - Parameter old: The id of the case that had the golden.
  func renamingLine(from old: String) -> StyledLine {
    StyledLine("  same input as \(contract)/\(old), which no longer exists")
  }

  /// A line with the version of the contract that the edit requires, if it requires a new one.
  var versionLines: [StyledLine] {
    requiredVersion.map { [StyledLine("  requires version \($0) of \(contract)", .emphasis)] } ?? []
  }

  /// The verb for what happens to the golden.
  var verdict: (verb: String, style: Style) {
    switch kind {
    case .created: ("new", .added)
    case .changed: ("changed", .emphasis)
    case .renamed: ("renamed", .added)
    case .removed: ("removed", .removed)
    case .relocked: ("lock entry updated", .emphasis)
    case .refused: ("refused", .removed)
    case .editedByHand, .editedOrphan: ("kept", .removed)
    }
  }

  /// Returns a count of edits with this verdict, such as `3 new` or `2 lock entries updated`.
  func countText(_ count: Int) -> String {
    if case .relocked = kind {
      "\(count) lock \(count == 1 ? "entry" : "entries") updated"
    } else {
      "\(count) \(verdict.verb)"
    }
  }

  /// The maximum number of lines of a new golden, or of the lines in which a text differs.
  private static let mostLines = 30

  /// Returns the content of a new golden as its file will contain it, or the differences to the
  /// present golden or to the expectation.
  ///
  /// - Parameters:
  ///   - isWhole: Whether to show all lines and differences.
  ///   - width: The width of a line in columns.
  func evidence(isWhole: Bool, width: Int) -> [StyledLine] {
    let limit = isWhole ? .max : Self.mostLines
    let rendering = DifferenceRendering(
      limit: isWhole ? .max : 10,
      textLimit: limit,
      width: width
    )

    switch kind {
    case .created(.string(let text)) where testCase?.operation.output == .text:
      return LineDifferenceRendering(limit: limit, width: width).lines(ofNew: text)
    case .created(let output):
      return Self.lines(ofNew: output, limit: limit)
    case .changed(let differences), .renamed(_, _, let differences), .editedByHand(let differences):
      return rendering.lines(differences)
    case .refused(let violations): return rendering.lines(violations)
    case .removed, .relocked, .editedOrphan: return []
    }
  }

  /// Returns the first lines of a new golden, and the number of the others.
  private static func lines(ofNew output: JSONValue, limit: Int) -> [StyledLine] {
    let lines = output.canonicalText(.indented).utf8.split(separator: UInt8(ascii: "\n"))
    let shown = lines.prefix(limit).map { StyledLine("    + \(Substring($0))", .added) }
    let rest = lines.count - shown.count
    guard rest > 0 else { return shown }

    let note = "    … and \(counted(rest, "more line")); --verbose shows them"
    return shown + [StyledLine(note, .dim)]
  }
}

extension DifferenceList {
  /// A line for an edit that changes no value, otherwise empty.
  var formNote: [StyledLine] {
    isEmpty
      ? [StyledLine("  differs only in formatting: white space, line ends or order of members")]
      : []
  }
}
