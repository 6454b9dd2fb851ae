internal import Conformance

extension FindingCategory {
  /// What many findings of a category are called together, and what to do about all of them.
  struct Plural {
    /// How the findings of a group are shown.
    enum Examples {
      /// The locations of the first ones, which all have the message of the group.
      case locations
      /// The locations and the names of the first ones, whose messages differ in the name only.
      case names
      /// The locations and the messages of the first ones. Each says something of its own.
      case messages
    }

    /// What to do about all findings.
    fileprivate enum Advice {
      /// The notes of each finding, which are the same for all of them.
      case notes
      case text(String)
      /// A reason, and a command that takes `--contract`.
      case command(String, String)
    }

    /// What is wrong, as a noun and a verb that follow the number of findings.
    let message: String
    fileprivate let advice: Advice
    let examples: Examples

    /// - Parameters:
    ///   - message: What is wrong, as a noun and a verb.
    ///   - advice: What to do about all findings.
    ///   - examples: How the first findings are shown.
    fileprivate init(_ message: String, _ advice: Advice = .notes, _ examples: Examples = .names) {
      self.message = message
      self.advice = advice
      self.examples = examples
    }

    /// Whether the group has advice of its own.
    var hasAdvice: Bool {
      switch advice {
      case .notes: false
      case .text, .command: true
      }
    }

    /// Returns what to do about all findings, or `nil` if their notes say it.
    ///
    /// - Parameter contract: The contract that all of them are about, or `nil` if it isn't known.
    func advice(in contract: String?) -> [String]? {
      switch advice {
      case .notes: nil
      case .text(let text): [text]
      case .command(let reason, let command):
        ["\(reason): \(command)\(contract.map { " --contract \($0)" } ?? "")"]
      }
    }
  }

  /// The sentence for a group of findings, or `nil` if each one is printed: there are few of them,
  /// or each is already about many.
  var plural: Plural? {
    switch self {
    case .wrongContract, .operation, .behindVersion, .lockOrder, .changedByGit, .reference,
      .knownFailure, .mutant:
      nil

    case .strayFile: Plural("files aren't used")
    case .unknownName: Plural("names are unknown", .notes, .messages)
    case .repeatedName: Plural("names are duplicates")
    case .refusedInput: Plural("inputs are rejected", .notes, .messages)
    case .fillIn: Plural("placeholders must be replaced", .notes, .messages)
    case .emptyRow: Plural("rows are incomplete", .notes, .messages)

    case .uncoveredClause:
      Plural(
        "clauses are covered by no row",
        .text("list each in a row's 'clauses', or add it to 'untestable' with a reason")
      )
    case .excusedClause:
      Plural(
        "clauses are listed in 'untestable', but rows cover them",
        .text("remove each from 'untestable', or from the 'clauses' of the rows")
      )
    case .caseWithoutRow:
      Plural("cases are in no row", .text("list each in the 'cases' of a row in the manifest"))
    case .missingOrigin: Plural("clauses have no origin, but others do")
    case .emptyExpectation:
      Plural("cases expect nothing, and they have no golden, so every output passes")
    case .divergence: Plural("accepted divergences are mistaken", .notes, .messages)

    case .noGolden:
      Plural(
        "cases have no golden",
        .command("review the outputs and accept them", "parity review")
      )
    case .noLockLine:
      Plural(
        "goldens have no entry in \(GoldenLock.path)",
        .command(
          "to add the entries (add --dry-run to preview the changes)",
          "parity regenerate"
        )
      )
    case .editedGolden:
      Plural(
        "goldens were edited by hand: their hashes differ from the recorded hashes",
        .command(
          "restore the goldens from version control, or review the outputs and accept them",
          "parity review"
        )
      )
    case .changedInput:
      Plural(
        "cases have inputs that changed since their goldens were recorded",
        .command(
          "to update the goldens (add --dry-run to preview the changes)",
          "parity regenerate"
        )
      )
    case .orphan:
      Plural(
        "goldens or lock entries have no case, so they are unused",
        .command("to remove or rename them", "parity regenerate")
      )
    case .ignoredGolden:
      Plural(
        "goldens have ignored values, which goldens must not contain",
        .command(
          "to remove the values (add --dry-run to preview the changes)",
          "parity regenerate"
        )
      )

    case .unfitImplementation: Plural("cases can't kill a mutant", .notes, .messages)
    case .invalidMutant: Plural("mutants didn't start", .notes, .messages)
    case .survivingMutant: Plural("mutants are killed by no case")
    case .idleRow:
      Plural(
        "rows have cases that kill no mutant, so nothing shows that the cases can fail",
        .text("to add a mutant for one of their clauses: parity new mutant --help")
      )
    case .idleClause:
      Plural(
        "clauses have no case that kills a mutant which breaks them",
        .text("to add a mutant for one of them: parity new mutant --help")
      )
    }
  }
}

extension FindingCategory.Plural.Examples {
  /// The number of findings that are shown. More are printed as a group.
  var count: Int {
    switch self {
    case .locations, .names: 3
    case .messages: 10
    }
  }

  /// Returns what to print after the location of a finding.
  func text(of diagnostic: Diagnostic) -> String {
    switch self {
    case .locations: ""
    case .names: ": \(diagnostic.finding?.name ?? diagnostic.message)"
    case .messages: ": \(diagnostic.message)"
    }
  }
}
