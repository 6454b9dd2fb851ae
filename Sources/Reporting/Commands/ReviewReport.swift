internal import CanonicalJSON
package import Conformance

/// What a reviewer needs to know about a pending change.
package struct ReviewReport: Sendable {
  private let suites: [Suite]
  private let width: Int
  private let verbosity: Verbosity

  /// - Parameters:
  ///   - suites: The suites of the changes. A change of any other suite has no rows and clauses.
  ///   - verbosity: How much to print.
  ///   - width: The width of a line in columns.
  package init(_ suites: [Suite], verbosity: Verbosity = .normal, width: Int = 80) {
    self.suites = suites
    self.verbosity = verbosity
    self.width = width
  }

  /// The line that explains the signs `−` and `+`.
  package static let legend = GoldenEdit.legend

  /// Returns the lines for a decision.
  ///
  /// - Parameters:
  ///   - decision: The decision to make.
  ///   - isInFull: Whether to print everything without cutting.
  ///   - hasLegend: Whether to explain the signs `−` and `+`.
  package func lines(
    _ decision: ReviewDecision,
    isInFull: Bool = false,
    hasLegend: Bool = false
  ) -> [StyledLine] {
    let edit = decision.first
    let others = decision.edits.count - 1
    let isWhole = isInFull || verbosity == .verbose

    let rest = others > 0 ? " and \(counted(others, "more golden")) with the same change" : ""
    let caseLines = edit.testCase.map { context(of: $0) } ?? []
    let scope = [edit.headLine(rest)] + caseLines + sameChange(decision, isWhole: isWhole)
    let legend = hasLegend ? [GoldenEdit.legend] : []
    let evidence = legend + edit.evidence(isWhole: isWhole, width: width)
    return scope + hints(edit) + evidence + edit.versionLines + confirmations(decision)
  }

  /// Returns the lines for all decisions, with the tokens of those that can be accepted. The first
  /// decision that compares values explains the signs.
  package func lines(_ decisions: [ReviewDecision]) -> [StyledLine] {
    let explained = decisions.firstIndex { $0.first.comparesValues }
    return decisions.enumerated().flatMap { index, decision in
      let token =
        decision.isAcceptable
        ? [StyledLine([.init("  token ", .dim), .init(decision.token, .emphasis)])] : []
      return lines(decision, hasLegend: index == explained) + token + [StyledLine()]
    }
  }

  /// Returns the description, location, rows and clauses of a case.
  private func context(of testCase: Case) -> [StyledLine] {
    guard let suite = suites.first(where: { $0.contract.id == testCase.contract }) else {
      return []
    }
    let rows = suite.matrix.rows(with: testCase.id)
    return contextLines(
      testCase.description,
      at: testCase.location,
      rows: rows.map { ($0.id.name, $0.scenario) },
      clauses: suite.matrix.withRefined(rows.flatMap(\.clauses).map(\.name)),
      rules: suite.matrix.clauses.filter { !$0.refines.isEmpty }.map(\.id.name)
    )
  }

  /// Returns the other goldens that the same decision applies to.
  private func sameChange(_ decision: ReviewDecision, isWhole: Bool) -> [StyledLine] {
    guard decision.edits.count > 1 else { return [] }
    let limit = isWhole ? .max : 20
    let names = decision.edits.dropFirst().map(\.caseID)
    let rest = names.count > limit ? ["and \(counted(names.count - limit, "more golden"))"] : []
    let head = "  one decision applies to \(counted(decision.edits.count, "golden")): this one and"
    return [StyledLine(head, .emphasis)] + wrapped(Array(names.prefix(limit)) + rest)
  }

  /// Returns what the reviewer has to know before reading the differences.
  private func hints(_ edit: GoldenEdit) -> [StyledLine] {
    switch edit.kind {
    case .changed(let differences): differences.formNote
    case .renamed(let old, _, let differences):
      [edit.renamingLine(from: old)]
        + (differences.isEmpty ? [StyledLine("  the output is the same, too")] : [])

    case .refused:
      [
        StyledLine("  can't be accepted: the output doesn't match the expectation;", .removed),
        StyledLine(
          "  fix the implementation or, if the expectation is wrong, fix the expectation:",
          .removed
        ),
      ]

    case .editedByHand(let differences):
      [
        StyledLine(
          "  can't be accepted: the golden was edited by hand; to overwrite it:",
          .removed
        ),
        StyledLine([.init("  "), .init("parity review --only \(edit.name)", .command)]),
      ] + differences.formNote

    case .created, .removed, .relocked, .editedOrphan: []
    }
  }

  /// Returns which implementations produce the new output, which don't, and which had produced the
  /// old golden.
  private func confirmations(_ decision: ReviewDecision) -> [StyledLine] {
    let confirming = common(decision) { $0.agreement.confirming }
    let disagreeing = union(decision) { $0.agreement.disagreements.map(\.implementation) }
    let earlier = union(decision) { $0.earlierConfirmations }

    let these = decision.edits.count > 1 ? "these outputs" : "this output"
    let returning = "  implementations that return \(these): \(confirming.joined(separator: ", "))"
    var lines = [StyledLine(returning, .dim)]

    if !disagreeing.isEmpty {
      let names = disagreeing.joined(separator: ", ")
      lines.append(StyledLine("  implementations that return another output: \(names)", .removed))
    }

    if case .changed = decision.first.kind, !earlier.isEmpty {
      lines.append(
        StyledLine(
          "  implementations that confirmed the golden: \(earlier.joined(separator: ", "))",
          .dim
        )
      )
    }

    return lines
  }

  /// Returns the names that at least one edit of the decision has, sorted.
  private func union(_ decision: ReviewDecision, _ names: (GoldenEdit) -> [String]) -> [String] {
    Set(decision.edits.flatMap(names)).sorted()
  }

  /// Returns the names that all edits of the decision have, in the order of the first edit.
  private func common(_ decision: ReviewDecision, _ names: (GoldenEdit) -> [String]) -> [String] {
    names(decision.first).filter { name in decision.edits.allSatisfy { names($0).contains(name) } }
  }

  /// Returns the words joined by commas and wrapped to the width.
  private func wrapped(_ words: [String]) -> [StyledLine] {
    var lines: [String] = []
    for (index, word) in words.enumerated() {
      let piece = word + (index == words.count - 1 ? "" : ",")
      if let last = lines.last, last.columns + 1 + piece.columns <= width {
        lines[lines.count - 1] = "\(last) \(piece)"
      } else {
        lines.append("    \(piece)")
      }
    }
    return lines.map { StyledLine($0) }
  }
}
