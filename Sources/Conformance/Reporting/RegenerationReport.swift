internal import CanonicalJSON

/// What regeneration would do, change by change, before the summary.
package struct RegenerationReport: Sendable {
  private let rendering: DifferenceRendering
  private let verbosity: Verbosity

  package init(verbosity: Verbosity = .normal, width: Int = 80) {
    self.verbosity = verbosity
    rendering = DifferenceRendering(limit: verbosity == .verbose ? .max : 10, width: width)
  }

  package func lines(_ regeneration: Regeneration) -> [StyledLine] {
    let compares = regeneration.edits.contains { edit in
      switch edit.kind {
      case .changed, .editedByHand, .refused: true
      case .renamed(_, _, let differences): !differences.isEmpty
      case .created, .removed, .relocked, .editedOrphan: false
      }
    }
    let legend =
      compares && verbosity != .quiet
      ? [
        StyledLine([
          .init("In what follows "), .init("− is the golden or what is expected", .removed), .init(" and "),
          .init("+ the output", .added), .init("."),
        ]), StyledLine(),
      ]
      : []
    return failureLines(regeneration) + legend + regeneration.editsByName.flatMap(lines)
      + disagreementLines(regeneration.disagreements)
  }

  /// Outputs that could not be had.
  package func failureLines(_ regeneration: Regeneration) -> [StyledLine] {
    regeneration.failures.flatMap { testCase, implementation, failure in
      let subject = implementation.isEmpty ? "" : "\(implementation): "
      return [
        StyledLine([.init("FAILED ", .removed), .init(testCase.name, .heading)]),
        StyledLine("  no output: \(subject)\(failure.message)"),
      ] + failure.log.map { StyledLine("    | \($0)", .dim) } + [StyledLine()]
    }
  }

  /// Witnesses that don't confirm what the goldens say.
  private func disagreementLines(_ disagreements: [Disagreement]) -> [StyledLine] {
    let shown = verbosity == .verbose ? disagreements[...] : disagreements.prefix(10)
    let rest = disagreements.count - shown.count
    return shown.map { disagreement in
      let name = disagreement.testCase.name
      let how = disagreement.failure.map { " \($0.message)" } ?? ""
      return StyledLine([
        .init(disagreement.failure == nil ? "differs " : "no output ", .removed), .init(name, .heading),
        .init(" (\(disagreement.implementation)\(how)); to see how: "),
        .init(
          "parity check --only \(name) \(disagreement.origin.options(naming: disagreement.implementation) ?? "")",
          .command),
      ])
    } + (rest > 0 ? [StyledLine("… and \(counted(rest, "more case")); --verbose names them all")] : [])
      + (disagreements.isEmpty ? [] : [StyledLine()])
  }

  private func lines(_ edit: GoldenEdit) -> [StyledLine] {
    [edit.headLine()] + (verbosity == .quiet ? [] : details(edit)) + edit.versionLines + [StyledLine()]
  }

  private func details(_ edit: GoldenEdit) -> [StyledLine] {
    switch edit.kind {
    case .created(let output):
      whole(output)
    case .changed(let differences):
      rendering.lines(differences)
    case .renamed(let old, _, let differences):
      [StyledLine("  it has the input of \(edit.contract)/\(old), which is no case any more")]
        + rendering.lines(differences)
    case .removed:
      [StyledLine("  no case has this id any more")]
    case .relocked(let reason):
      [StyledLine("  \(reason)")]
    case .refused(let violations):
      [StyledLine("  the output is not what the case expects; fix the implementation or the expectation:")]
        + rendering.lines(violations)
    case .editedByHand(let differences):
      [StyledLine(advice: "  the golden was edited by hand; to overwrite it: parity regenerate --only \(edit.name)")]
        + formNote(differences) + rendering.lines(differences)
    case .editedOrphan:
      [StyledLine("  no case has this id and the golden is not what was recorded; move or delete it yourself")]
    }
  }

  func formNote(_ differences: [Difference]) -> [StyledLine] {
    differences.isEmpty ? [StyledLine("  it differs in form alone: spaces, line ends, order of members")] : []
  }

  /// A new golden as it would stand in its file; a long one ends in a count.
  func whole(_ output: JSONValue) -> [StyledLine] {
    let text = output.canonicalText(.indented)
    let lines = text.utf8.split(separator: UInt8(ascii: "\n")).map { String(Substring($0)) }
    let shown = verbosity == .verbose ? lines[...] : lines.prefix(30)
    let rest = lines.count - shown.count
    return shown.map { StyledLine("    + \($0)", .added) }
      + (rest > 0 ? [StyledLine("    … and \(counted(rest, "more line")); --verbose shows them", .dim)] : [])
  }

  /// What is left to do where contracts have to say a later version.
  package func nextVersions(_ regeneration: Regeneration) -> [StyledLine] {
    regeneration.askedVersions.map { contract, version in
      StyledLine("next: set \"version\": \"\(version)\" in Fixtures/\(contract)/behavior-matrix.json", .emphasis)
    }
  }

  /// `1 changed, 1 kept, 3 new`
  package func summary(_ regeneration: Regeneration) -> String {
    let verbs = Dictionary(grouping: regeneration.edits, by: \.verdict.verb)
    guard !verbs.isEmpty else { return regeneration.transaction.isEmpty ? "nothing to do" : "lock renewed" }
    return verbs.sorted { $0.key < $1.key }.map { "\($1.count) \($0)" }.joined(separator: ", ")
  }
}

extension GoldenEdit {
  /// - Parameter rest: after the name.
  func headLine(_ rest: String = "") -> StyledLine {
    StyledLine([.init("\(verdict.verb) ", verdict.style), .init(name, .heading), .init(rest)])
  }

  var versionLines: [StyledLine] {
    asksFor.map { [StyledLine("  asks for version \($0) of \(contract)", .emphasis)] } ?? []
  }

  /// What becomes of the golden, in a word.
  fileprivate var verdict: (verb: String, style: Style) {
    switch kind {
    case .created: ("new", .added)
    case .changed: ("changed", .emphasis)
    case .renamed: ("renamed", .added)
    case .removed: ("removed", .removed)
    case .relocked: ("lock renewed", .emphasis)
    case .refused: ("refused", .removed)
    case .editedByHand, .editedOrphan: ("kept", .removed)
    }
  }
}
