internal import Conformance

extension Diagnostic {
  /// The diagnostic in the form that compilers print, followed by its notes.
  var lines: [StyledLine] {
    [Self.head("\(location)", severity, message)] + notes.map(Self.noteLine)
  }

  /// Returns the first line of an entry: `place: severity: message`.
  static func head(_ place: String, _ severity: Severity, _ message: String) -> StyledLine {
    StyledLine([
      .init("\(place): "),
      .init("\(severity): ", severity == .error ? .removed : .emphasis),
      .init(message),
    ])
  }

  /// Returns a note as it is printed below an entry.
  static func noteLine(_ note: String) -> StyledLine { StyledLine(advice: "  note: \(note)", .dim) }
}
