internal import CanonicalJSON
internal import Conformance

/// Diagnostics that are printed as one entry: either a single one, or many that say the same.
struct DiagnosticGroup {
  /// The diagnostics, and what to print instead of each if there are several.
  private enum Content {
    case single(Diagnostic)
    case repeated([Diagnostic], Sentence)
  }

  /// What a group says about all of its diagnostics.
  private struct Sentence {
    let message: String
    let advice: [String]
    let examples: FindingCategory.Plural.Examples
  }

  private let content: Content

  /// The number of diagnostics in the group.
  var count: Int {
    switch content {
    case .single: 1
    case .repeated(let diagnostics, _): diagnostics.count
    }
  }

  /// The lines to print: a diagnostic in the form that compilers print and its notes, or a sentence
  /// in the same form, a few examples and the advice.
  var lines: [StyledLine] {
    switch content {
    case .single(let diagnostic): diagnostic.lines
    case .repeated(let diagnostics, let sentence): Self.lines(diagnostics, sentence)
    }
  }

  /// Returns the sentence about the diagnostics, the first ones as examples, and the advice. The
  /// place is the folder of their contract, or the file if they are about none.
  private static func lines(_ diagnostics: [Diagnostic], _ sentence: Sentence) -> [StyledLine] {
    let first = diagnostics[0]
    let place = first.location.contractFolder?.path ?? first.location.file
    let examples = diagnostics.prefix(sentence.examples.count).map { diagnostic in
      StyledLine("  \(diagnostic.location)\(sentence.examples.text(of: diagnostic))")
    }
    let rest = diagnostics.count - examples.count
    let note = StyledLine("  … and \(figure(rest)) more; --verbose lists all", .dim)

    return [Diagnostic.head(place, first.severity, sentence.message)] + examples + [note]
      + sentence.advice.map(Diagnostic.noteLine)
  }
}

extension [Diagnostic] {
  /// The diagnostics as they are printed by default, in the order of the first one of each group.
  var groups: [DiagnosticGroup] {
    let members = Dictionary(grouping: self) { $0.groupKey }
    var printed: Set<DiagnosticGroup.Key> = []

    return compactMap { diagnostic in
      guard let key = diagnostic.groupKey, let members = members[key],
        let group = DiagnosticGroup(members)
      else { return DiagnosticGroup(diagnostic) }
      return printed.insert(key).inserted ? group : nil
    }
  }

  /// Returns the lines to print, with an empty line at the end if there are any.
  ///
  /// - Parameter verbosity: Whether to print each diagnostic, even if many say the same.
  package func lines(_ verbosity: Verbosity = .normal) -> [StyledLine] {
    let printed = verbosity == .verbose ? flatMap(\.lines) : groups.flatMap(\.lines)
    return printed + (isEmpty ? [] : [StyledLine()])
  }
}

// MARK: - Grouping

extension DiagnosticGroup {
  /// The values that are equal if diagnostics are of one kind and in one place, and if the same is
  /// to be done about them.
  fileprivate struct Key: Hashable {
    let severity: Diagnostic.Severity
    let place: TextKey
    let category: FindingCategory?
    /// The message of files that can't be understood.
    let message: TextKey?
    /// The notes, if the group repeats them instead of advice of its own.
    let notes: [TextKey]
  }

  /// Creates a group of one diagnostic.
  fileprivate init(_ diagnostic: Diagnostic) { content = .single(diagnostic) }

  /// Creates a group, or returns `nil` if there are so few diagnostics that each is printed.
  ///
  /// - Parameter diagnostics: Diagnostics with the same key.
  fileprivate init?(_ diagnostics: [Diagnostic]) {
    let first = diagnostics[0]

    let sentence: Sentence
    if let category = first.finding?.category {
      guard let plural = category.plural else { return nil }
      sentence = Sentence(
        message: "\(figure(diagnostics.count)) \(plural.message)",
        advice: plural.advice(in: first.location.contractFolder?.contract) ?? first.notes,
        examples: plural.examples
      )
    } else {
      sentence = Sentence(
        message: "\(first.message) (\(figure(diagnostics.count)) times)",
        advice: first.notes,
        examples: .locations
      )
    }

    guard diagnostics.count > sentence.examples.count else { return nil }
    content = .repeated(diagnostics, sentence)
  }
}

extension Diagnostic {
  /// The key of the group that the diagnostic may belong to, or `nil` if it is always printed.
  fileprivate var groupKey: DiagnosticGroup.Key? {
    let place = TextKey(location.contractFolder?.path ?? location.file)
    let ownNotes = notes.map { TextKey($0) }
    guard let category = finding?.category else {
      return DiagnosticGroup.Key(
        severity: severity,
        place: place,
        category: nil,
        message: TextKey(message),
        notes: ownNotes
      )
    }

    guard let plural = category.plural else { return nil }
    return DiagnosticGroup.Key(
      severity: severity,
      place: place,
      category: category,
      message: nil,
      notes: plural.hasAdvice ? [] : ownNotes
    )
  }
}
