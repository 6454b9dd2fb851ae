package import Conformance

/// The changes that a regeneration makes, one by one, followed by a summary.
package struct RegenerationReport: Sendable {
  private let verbosity: Verbosity
  private let width: Int

  /// - Parameters:
  ///   - verbosity: How much to print. A quiet report leaves out the goldens that are written.
  ///   - width: The width of a line in columns.
  package init(verbosity: Verbosity = .normal, width: Int = 80) {
    self.verbosity = verbosity
    self.width = width
  }

  /// Returns the failures, the changes of goldens, and the implementations that disagree with them.
  package func lines(_ regeneration: Regeneration) -> [StyledLine] {
    if verbosity == .quiet { return quietLines(regeneration) }

    let edits = regeneration.editsByName
    // The first change with both signs explains them.
    let explained = edits.firstIndex(where: \.comparesValues)
    return failureLines(regeneration)
      + edits.enumerated().flatMap { lines($1, hasLegend: $0 == explained) }
      + disagreementLines(regeneration.disagreements)
  }

  /// Returns the failures, a line for each golden that isn't written, and the disagreements.
  private func quietLines(_ regeneration: Regeneration) -> [StyledLine] {
    let held = regeneration.editsByName.filter(\.isHeldBack).map { $0.headLine() }
    return failureLines(regeneration) + held + (held.isEmpty ? [] : [StyledLine()])
      + disagreementLines(regeneration.disagreements)
  }

  /// Returns lines for each case for which an implementation returned no output.
  package func failureLines(_ regeneration: Regeneration) -> [StyledLine] {
    regeneration.failures.flatMap { testCase, implementation, failure in
      let subject = implementation.isEmpty ? "" : "\(implementation): "
      return [
        StyledLine([.init("FAILED ", .removed), .init(testCase.name, .heading)]),
        StyledLine("  no output: \(subject)\(failure.message)"),
      ] + failure.log.logLines("    ") + [StyledLine()]
    }
  }

  /// Returns a line for each confirming implementation whose output differs from a golden.
  private func disagreementLines(_ disagreements: [Disagreement]) -> [StyledLine] {
    guard !disagreements.isEmpty else { return [] }

    let shown = disagreements.prefix(verbosity == .verbose ? .max : 10)
    let rest = disagreements.count - shown.count
    var lines = shown.map(line)
    if rest > 0 {
      lines.append(StyledLine("… and \(counted(rest, "more case")); --verbose lists all"))
    }
    return lines + [StyledLine()]
  }

  /// Returns how an implementation disagrees with a golden, and the command that shows details.
  private func line(_ disagreement: Disagreement) -> StyledLine {
    let name = disagreement.testCase.name
    let how = disagreement.failure.map { ": \($0.message)" } ?? ""
    let options = disagreement.origin.options(naming: disagreement.implementation)
    let command = ["parity check --only \(name)", options].compactMap(\.self)
      .joined(separator: " ")

    return StyledLine([
      .init(disagreement.failure == nil ? "differs " : "no output ", .removed),
      .init(name, .heading),
      .init(" (\(disagreement.implementation)\(how)); for details: "),
      .init(command, .command),
    ])
  }

  /// Returns the head line of an edit, with what supports it below.
  ///
  /// - Parameter hasLegend: Whether to explain the signs `−` and `+`.
  private func lines(_ edit: GoldenEdit, hasLegend: Bool) -> [StyledLine] {
    let legend = hasLegend ? [GoldenEdit.legend] : []
    let details =
      reasonLines(edit) + legend + edit.evidence(isWhole: verbosity == .verbose, width: width)
    return [edit.headLine()] + details + edit.versionLines + [StyledLine()]
  }

  /// Returns the reason for an edit that its head line doesn't say, and what to do about it.
  private func reasonLines(_ edit: GoldenEdit) -> [StyledLine] {
    switch edit.kind {
    case .created, .changed: []
    case .renamed(let old, _, _): [edit.renamingLine(from: old)]
    case .removed: [StyledLine("  no case uses this golden")]
    case .relocked(let reason): [StyledLine("  \(reason)")]

    case .refused:
      [
        StyledLine(
          "  the output doesn't match the expectation; fix the implementation "
            + "or, if the expectation is wrong, fix the expectation:"
        )
      ]

    case .editedByHand(let differences):
      [
        StyledLine(
          advice:
            "  the golden was edited by hand; "
            + "to overwrite it: parity regenerate --only \(edit.name)"
        )
      ]
        + differences.formNote

    case .editedOrphan:
      [
        StyledLine(
          "  no case uses this golden, and it differs from its lock entry; "
            + "move or delete the golden yourself"
        )
      ]
    }
  }

  /// Returns how many confirmations goldens lose, and which could be dropped.
  ///
  /// - Parameter drops: Whether `--drop-confirmations` was given.
  package func confirmationLines(
    _ regeneration: Regeneration,
    drops: Bool = false
  ) -> [StyledLine] {
    let dropped = regeneration.edits.flatMap(\.droppedConfirmations)
    let contradicted = drops ? [] : regeneration.contradictions.map(\.implementation)

    var lines: [StyledLine] = []
    if !dropped.isEmpty {
      let names = dropped.distinct(by: \.self).sorted().joined(separator: ", ")
      let count = counted(dropped.count, "confirmation")
      lines.append(StyledLine("\(count) dropped (\(names))", .emphasis))
    }

    for names in contradicted.grouped(by: \.self) {
      let finding = "'\(names[0])' no longer confirms \(counted(names.count, "golden"))"
      let command = "parity regenerate --implementation \(names[0]) --drop-confirmations"
      lines.append(StyledLine(advice: "\(finding); to drop its confirmations: \(command)"))
    }
    return lines
  }

  /// Returns the next step for each contract whose version has to be raised.
  package func nextVersions(_ regeneration: Regeneration) -> [StyledLine] {
    regeneration.requiredVersions.map { contract, version in
      StyledLine(
        "next: set \"version\" to \"\(version)\" in Fixtures/\(contract)/behavior-matrix.json",
        .emphasis
      )
    }
  }

  /// Returns the counts of changes, such as `1 changed, 1 kept, 3 new`.
  package func summary(_ regeneration: Regeneration) -> String {
    let verbs = Dictionary(grouping: regeneration.edits, by: \.verdict.verb)
    guard !verbs.isEmpty else {
      return regeneration.transaction.isEmpty ? "nothing to do" : "lock updated"
    }
    return verbs.sorted { $0.key < $1.key }.map { $1[0].countText($1.count) }
      .joined(separator: ", ")
  }
}
