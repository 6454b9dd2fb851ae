internal import CanonicalJSON
internal import SystemPackage

/// Checks a contract's goldens and their lock without running anything.
package enum GoldenLint {
  /// Returns the findings on the goldens of a suite and their lines in the lock.
  ///
  /// - Parameters:
  ///   - checked: The ids of cases whose missing golden is already reported by a verdict.
  ///   - failed: The ids of cases that failed. Their golden can't be recorded, so a missing golden
  ///     or a changed input isn't reported.
  ///   - shard: The shard whose goldens to check, so that each is checked by exactly one shard, or
  ///     `nil` to check all.
  package static func findings(
    in suite: Suite,
    _ readings: GoldenReadings = GoldenReadings(),
    lock: GoldenLock,
    checked: Set<String> = [],
    failed: Set<String> = [],
    shard: Shard? = nil
  ) -> [Diagnostic] {
    let own = suite.cases.filter(\.usesGolden).filter { shard?.includes($0) ?? true }
    let onCases = own.mapOnEveryCore(partSize: 16) { testCase in
      findings(
        on: testCase,
        in: suite,
        read: readings.reading(of: testCase, in: suite.goldens),
        isChecked: checked.contains(testCase.id),
        isFailed: failed.contains(testCase.id)
      )
    }

    let lines = lock.lines.filter { $0.contract == suite.contract.id }
    return duplicateFindings(in: lines) + orderFindings(in: lines) + onCases.joined()
      + versionFindings(in: suite) + orphanFindings(in: suite)
  }

  /// Returns the findings on the golden of one case and its line in the lock.
  ///
  /// - Parameters:
  ///   - isChecked: Whether a verdict already reports a missing golden.
  ///   - isFailed: Whether the case failed, so that its golden can't be regenerated yet.
  private static func findings(
    on testCase: Case,
    in suite: Suite,
    read reading: GoldenReading,
    isChecked: Bool,
    isFailed: Bool
  ) -> [Diagnostic] {
    let id = testCase.id
    let golden = SourceLocation(file: suite.goldens.path(of: id))
    let regenerate = "to update the golden: parity regenerate --only \(testCase.name)"

    var findings: [Diagnostic] = []

    /// Adds a finding with one note.
    func report(
      _ category: FindingCategory,
      _ message: String,
      at location: SourceLocation,
      _ note: String
    ) {
      findings.append(finding(category, id, message, at: location, notes: [note]))
    }

    guard let bytes = reading.bytes else {
      if let unreadable = reading.unreadable { return [unreadable] }
      if !isChecked, !isFailed {
        report(
          .noGolden,
          "the case '\(id)' has no golden",
          at: testCase.location,
          "review the output and accept it: parity review --only \(testCase.name)"
        )
      }
      return findings
    }

    guard let line = suite.goldens.lockLines[id] else {
      report(
        .noLockLine,
        "this golden has no entry in \(GoldenLock.path)",
        at: golden,
        "to add the entry: parity regenerate --only \(testCase.name)"
      )
      return findings
    }

    if line.golden != GoldenLock.digest(bytes) {
      if case .failure(let error) = reading.value() { return [error.diagnostic] }
      report(
        .editedGolden,
        "this golden was edited by hand: its hash differs from the recorded hash",
        at: golden,
        "restore the golden from version control, or regenerate it "
          + "(add --dry-run to preview the change): parity regenerate --only \(testCase.name)"
      )
    }

    if line.input != testCase.inputDigest, !isFailed {
      report(
        .changedInput,
        "the input of the case '\(id)' has changed since its golden was recorded",
        at: testCase.location,
        regenerate
      )
    }

    return findings
  }

  /// Returns one finding if goldens were recorded for a later version than that of the matrix. It
  /// has the latest of these versions. It is the same in each shard.
  private static func versionFindings(in suite: Suite) -> [Diagnostic] {
    let lines = suite.cases.compactMap { suite.goldens.lockLines[$0.id] }
    guard let required = lines.map(\.version).max(), required > suite.matrix.version,
      let latest = lines.first(where: { $0.version == required })
    else { return [] }

    let reason =
      required.isMajor
      ? "a changed output needs a new major version" : "a new case needs a new minor version"

    return [
      finding(
        .behindVersion,
        suite.contract.id,
        "version \(suite.matrix.version) is too low: "
          + "the golden of '\(latest.caseID)' was recorded for \(required)",
        at: SourceLocation(file: suite.matrixPath),
        notes: ["set \"version\" to \"\(required)\" in this file, since \(reason)"]
      )
    ]
  }

  /// Returns a finding for each line whose case has an earlier line, which a merge can cause.
  private static func duplicateFindings(in lines: [GoldenLock.Line]) -> [Diagnostic] {
    lines.repetitions(by: \.caseID).compactMap { _, line in
      line.location.map { location in
        finding(
          .repeatedName,
          line.caseID,
          "duplicate lock entry '\(line.caseID)'",
          at: location,
          notes: ["to remove duplicate entries: parity regenerate"]
        )
      }
    }
  }

  /// Returns one finding if the lines are out of order, which a merge can cause. Duplicate lines
  /// have findings of their own.
  private static func orderFindings(in lines: [GoldenLock.Line]) -> [Diagnostic] {
    /// Returns the first line that belongs before the line above it.
    func misplaced(_ lines: [GoldenLock.Line]) -> GoldenLock.Line? {
      lines.indices.dropFirst().first { lines[$0 - 1].caseID > lines[$0].caseID }.map { lines[$0] }
    }

    guard misplaced(lines) != nil, let location = misplaced(lines.distinct(by: \.caseID))?.location
    else { return [] }

    let message = "the lock entries must be sorted, but they aren't"
    let note = "to sort the entries: parity lint --fix"
    return [
      finding(.lockOrder, GoldenLock.path, message, at: location, notes: [note])
    ]
  }

  /// Returns the findings on files and lock lines that no case uses, and on files that can't be
  /// goldens.
  private static func orphanFindings(in suite: Suite) -> [Diagnostic] {
    // Only the expectations of this shard's cases have been read.
    let used = Set(suite.cases.filter { $0.usesGolden || $0.belongsToOtherShard }.map(\.id))
    let unused = Dictionary(suite.cases.map { ($0.id, $0) }) { first, _ in first }

    let files = suite.goldens.caseIDs
    let orphanFiles = files.filter { !used.contains($0) }.map { id in
      finding(
        .orphan,
        id,
        "\(reason(id, unused[id], in: suite)), so this golden is unused",
        at: SourceLocation(file: suite.goldens.path(of: id)),
        notes: ["to remove or rename the golden: parity regenerate"]
      )
    }

    let known = used.union(files)
    let orphanLines = suite.goldens.lockLines.filter { id, _ in !known.contains(id) }
      .map { id, line in
        finding(
          .orphan,
          id,
          "\(reason(id, unused[id], in: suite)), so this lock entry is unused",
          at: line.location ?? SourceLocation(file: GoldenLock.path),
          notes: ["to remove the entry: parity regenerate"]
        )
      }

    let strays = suite.goldens.strays.map { name in
      finding(
        .strayFile,
        name,
        "invalid golden file name '\(name)': use a case id followed by '.json', "
          + "or by '.txt' if the operation's outputs are texts",
        at: SourceLocation(file: "\(GoldenFolder.path(of: suite.contract.id))/\(name)"),
        notes: ["move or delete the file"]
      )
    }

    return orphanFiles + orphanLines + strays
  }

  /// Returns why a golden is unused.
  ///
  /// - Parameter testCase: The case with the id, or `nil` if there is none.
  private static func reason(_ id: String, _ testCase: Case?, in suite: Suite) -> String {
    if testCase == nil { return "no case is named '\(id)'" }
    guard suite.contract.hasGoldens else {
      return "the manifest of '\(suite.contract.id)' says that it has no goldens"
    }
    return "the expectation of the case '\(id)' decides about the whole output"
  }
}
