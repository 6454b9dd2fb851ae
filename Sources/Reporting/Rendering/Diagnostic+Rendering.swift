internal import Conformance

extension [Diagnostic] {
  /// The lines to print: one for each diagnostic, in the form that compilers print, followed by its
  /// notes. If there are any, an empty line comes last.
  package var lines: [StyledLine] {
    flatMap { diagnostic in
      [
        StyledLine([
          .init("\(diagnostic.location): "),
          .init("\(diagnostic.severity): ", diagnostic.severity == .error ? .removed : .emphasis),
          .init(diagnostic.message),
        ])
      ] + diagnostic.notes.map { StyledLine(advice: "  note: \($0)", .dim) }
    } + (isEmpty ? [] : [StyledLine()])
  }
}
