package import CanonicalJSON

/// A mistake in a file of a suite: what is wrong, where it is, and what to do about it.
package struct Diagnostic: Codable, Hashable, Sendable {
  /// Whether a diagnostic fails the command or only warns.
  package enum Severity: String, Codable, Sendable {
    case error
    case warning
  }

  /// A rule that a suite breaks although its files can be read. Category and name stay the same
  /// from version to version, unlike the message.
  package struct Finding: Codable, Hashable, Sendable {
    package let category: FindingCategory
    /// The name of whatever the finding is about: a case, a clause, a file.
    package let name: String
  }

  package let severity: Severity
  /// The broken rule, or `nil` if a file can't be read, parsed or understood. Parity checks no
  /// cases while there is an error of the second kind.
  package let finding: Finding?
  /// The message: one line that starts in lower case. It may contain control characters, which are
  /// escaped when it is printed.
  package let message: String
  package let location: SourceLocation
  /// Additional lines, such as the location of the first of two duplicates or the command that
  /// fixes the problem.
  package let notes: [String]
}

/// The category of a finding. Reports store its name, so that findings of different runs can be
/// compared.
package enum FindingCategory: String, Codable, Sendable {
  case strayFile, wrongContract, unknownName, repeatedName, refusedInput, operation, fillIn
  case emptyRow, uncoveredClause, excusedClause, caseWithoutRow, missingOrigin
  case emptyExpectation, divergence
  case noGolden, noLockLine, editedGolden, changedInput, behindVersion, lockOrder, orphan,
    ignoredGolden, changedByGit
  case reference, knownFailure, mutant
  case unfitImplementation, survivingMutant, invalidMutant, idleRow, idleClause
}

extension Diagnostic {
  /// Creates a diagnostic for a file that can't be understood.
  package init(
    _ message: String,
    severity: Severity = .error,
    at location: SourceLocation,
    notes: [String] = []
  ) {
    self.init(severity: severity, finding: nil, message: message, location: location, notes: notes)
  }

  /// The values that are equal when diagnostics of different runs are about the same problem. They
  /// include neither the line, which moves, nor the message if there is a finding.
  package var identity: [TextKey] {
    [location.file, finding?.category.rawValue ?? "", finding?.name ?? message].map { TextKey($0) }
  }

  /// Whether the diagnostic is about a file that can't be understood.
  package var isUnusable: Bool { finding == nil }
}

/// Returns a diagnostic for a rule that a suite breaks.
package func finding(
  _ category: FindingCategory,
  _ name: String,
  _ message: String,
  severity: Diagnostic.Severity = .error,
  at location: SourceLocation,
  notes: [String] = []
) -> Diagnostic {
  Diagnostic(
    severity: severity,
    finding: .init(category: category, name: name),
    message: message,
    location: location,
    notes: notes
  )
}

/// A position in a file, or the file as a whole.
package struct SourceLocation: Codable, Hashable, Sendable {
  /// The path of the file, relative to the root of the suite, with `/` as the separator.
  package let file: String
  /// The position, or `nil` if the diagnostic is about the file as a whole.
  package let position: TextLocation?

  package init(file: String, position: TextLocation? = nil) {
    self.file = file
    self.position = position
  }

  private enum CodingKeys: CodingKey {
    case file, line, column
  }

  /// Reads the form that reports store: `file`, and `line` and `column` if there is a position. A
  /// line without a column is an error.
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

extension SourceLocation {
  /// The contract's folder of case files or of goldens that has the file, or `nil` if the file is
  /// elsewhere.
  package var contractFolder: (path: String, contract: String)? {
    let parts = file.utf8.split(separator: UInt8(ascii: "/"), maxSplits: 2).map {
      String(Substring($0))
    }

    guard parts.count == 3, [Suite.fixtures, GoldenFolder.top].contains(parts[0]) else {
      return nil
    }
    return ("\(parts[0])/\(parts[1])", parts[1])
  }
}

extension SourceLocation: CustomStringConvertible {
  /// The location in the form that compilers print, `file:line:column`, or only the file.
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
  /// Whether at least one diagnostic is an error, so that the command fails.
  package var hasErrors: Bool { contains { $0.severity == .error } }

  /// Whether at least one file can't be understood, so that no cases are checked.
  package var hasUnusableFiles: Bool { contains { $0.severity == .error && $0.isUnusable } }

  /// Returns the diagnostics in the order in which they are printed: by file, then position, then
  /// message and notes.
  package func inOrder() -> [Diagnostic] {
    func key(_ diagnostic: Diagnostic) -> (TextKey, TextLocation, TextKey, TextKey) {
      let location = diagnostic.location
      return (
        TextKey(location.file), location.position ?? TextLocation(line: 0, column: 0),
        TextKey(diagnostic.message), TextKey(diagnostic.notes.joined(separator: "\n"))
      )
    }

    return sorted { key($0) < key($1) }
  }
}
