package import CanonicalJSON

/// One thing that an author got wrong: what, where, and what to do.
package struct Diagnostic: Codable, Hashable, Sendable {
  package enum Severity: String, Codable, Sendable {
    case error
    case warning
  }

  /// What breaks a rule of a suite whose files are understood, in words that stay the same from
  /// version to version.
  struct Finding: Codable, Hashable, Sendable {
    let category: FindingCategory
    /// Of the case, the clause, the file: whatever it is about.
    let name: String
  }

  package let severity: Severity
  /// Nil: a file that can't be read, parsed or understood. Nothing is judged while there is one.
  let finding: Finding?
  /// Lower-case, one line, and free of control characters once printed.
  package let message: String
  package let location: SourceLocation
  /// Further lines: where the first of two stands, which command fixes it.
  package let notes: [String]
}

package enum FindingCategory: String, Codable, Sendable {
  case strayFile, wrongContract, unknownName, repeatedName, refusedInput, operation, fillIn
  case emptyRow, uncoveredClause, excusedClause, caseWithoutRow
  case noGolden, noLockLine, editedGolden, changedInput, behindVersion, lockOrder, orphan,
    ignoredGolden
  case reference, knownFailure, mutant
  case unfitImplementation, survivingMutant, invalidMutant, idleRow, idleClause, blindSpot,
    acceptedBlindSpot
}

extension Diagnostic {
  /// Of a file that can't be understood.
  package init(
    _ message: String,
    severity: Severity = .error,
    at location: SourceLocation,
    notes: [String] = []
  ) {
    self.init(severity: severity, finding: nil, message: message, location: location, notes: notes)
  }

  package func changingText(_ change: (String) -> String) -> Diagnostic {
    Diagnostic(
      severity: severity,
      finding: finding.map { .init(category: $0.category, name: change($0.name)) },
      message: change(message),
      location: location,
      notes: notes.map(change)
    )
  }

  /// What two of different runs have in common where they tell of the same: not the line, which
  /// moves, nor the words.
  package var identity: [TextKey] {
    [location.file, finding?.category.rawValue ?? "", finding?.name ?? message].map { TextKey($0) }
  }

  package var isUnusable: Bool { finding == nil }
}

package func finding(
  _ category: FindingCategory,
  _ name: String,
  _ message: String,
  at location: SourceLocation,
  notes: [String] = []
) -> Diagnostic {
  Diagnostic(
    severity: .error,
    finding: .init(category: category, name: name),
    message: message,
    location: location,
    notes: notes
  )
}

/// A place in a file, or the file as a whole.
package struct SourceLocation: Codable, Hashable, Sendable {
  /// Relative to the root of the suite, with `/`.
  package let file: String
  package let position: TextLocation?

  package init(file: String, position: TextLocation? = nil) {
    self.file = file
    self.position = position
  }

  private enum CodingKeys: CodingKey {
    case file, line, column
  }

  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    file = try values.decode(String.self, forKey: .file)
    position = try values.decodeIfPresent(Int.self, forKey: .line).map {
      TextLocation(line: $0, column: try values.decode(Int.self, forKey: .column))
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(file, forKey: .file)
    try values.encodeIfPresent(position?.line, forKey: .line)
    try values.encodeIfPresent(position?.column, forKey: .column)
  }
}

extension SourceLocation: CustomStringConvertible {
  /// `file:line:column`, as compilers write it.
  package var description: String {
    guard let position else { return file }
    return "\(file):\(position.line):\(position.column)"
  }
}

extension Diagnostic: CustomStringConvertible {
  package var description: String {
    let head = "\(printable("\(location)")): \(severity): \(printable(message))"
    return ([head] + notes.map { "  note: \(printable($0))" }).joined(separator: "\n")
  }
}

extension [Diagnostic] {
  /// One line each, as compilers write them, and a blank one where there are any.
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

  package var hasErrors: Bool { contains { $0.severity == .error } }
  package var hasUnusableFiles: Bool { contains { $0.severity == .error && $0.isUnusable } }

  /// By file, then position, then message: the order in which they are printed.
  package func inOrder() -> [Diagnostic] {
    func key(_ diagnostic: Diagnostic) -> (TextKey, TextLocation, TextKey) {
      let location = diagnostic.location
      return (
        TextKey(location.file), location.position ?? TextLocation(line: 0, column: 0),
        TextKey(diagnostic.message)
      )
    }
    return sorted { key($0) < key($1) }
  }
}
