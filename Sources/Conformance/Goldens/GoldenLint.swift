internal import SystemPackage

/// What can be said of a contract's goldens and their lock without running anything.
package enum GoldenLint {
  package static func findings(in suite: Suite, lock: GoldenLock) -> [Diagnostic] {
    findings(in: suite, GoldenReadings(), lock: lock, judged: [])
  }

  /// - Parameter judged: ids of cases whose missing golden a verdict tells anyway.
  static func findings(
    in suite: Suite, _ readings: GoldenReadings, lock: GoldenLock, judged: Set<String>
  ) -> [Diagnostic] {
    let onCases = suite.cases.mapOnEveryCore(partSize: 16) { testCase in
      findings(
        on: testCase, in: suite, read: readings.reading(of: testCase, in: suite.goldens),
        isJudged: judged.contains(testCase.id))
    }
    let lines = lock.lines.filter { $0.contract == suite.contract.id }
    return doubled(lines) + unsorted(lines) + onCases.joined() + orphans(in: suite)
  }

  private static func findings(
    on testCase: Case, in suite: Suite, read reading: GoldenReading, isJudged: Bool
  ) -> [Diagnostic] {
    let path = suite.goldens.path(of: testCase.id)
    let atGolden = SourceLocation(file: path)
    let regenerate = "run: parity regenerate --only \(testCase.name)"
    guard let bytes = reading.bytes else {
      if let unreadable = reading.unreadable { return [unreadable] }
      return isJudged
        ? []
        : [
          finding(
            .noGolden, testCase.id, "the case '\(testCase.id)' has no golden", at: testCase.location,
            notes: [regenerate])
        ]
    }
    guard let line = suite.goldens.lockLines[testCase.id] else {
      return [
        finding(
          .noLockLine, testCase.id, "this golden has no line in \(GoldenLock.path)", at: atGolden, notes: [regenerate])
      ]
    }
    var findings: [Diagnostic] = []
    if line.golden != GoldenLock.digest(bytes) {
      if case .failure(let error) = reading.value() { return [error.diagnostic] }
      findings.append(
        finding(
          .editedGolden, testCase.id, "this golden is not what was recorded; it was edited by hand", at: atGolden,
          notes: ["restore it, or see what regeneration gives: parity regenerate --dry-run --only \(testCase.name)"]))
    }
    if line.input != GoldenLock.digest(testCase.canonicalInput) {
      findings.append(
        finding(
          .changedInput, testCase.id, "the input of '\(testCase.id)' has changed since its golden was recorded",
          at: testCase.location,
          notes: [regenerate]))
    }
    if line.version > suite.matrix.version {
      findings.append(
        finding(
          .behindVersion, testCase.id,
          "'\(testCase.id)' is recorded for version \(line.version) of \(suite.contract.id), and the matrix says "
            + "\(suite.matrix.version)", at: SourceLocation(file: suite.matrixPath),
          notes: [
            "set \"version\": \"\(line.version)\" there, as a \(line.version.isMajor ? "changed output" : "new case") asks for"
          ]))
    }
    return findings
  }

  private static func doubled(_ lines: [GoldenLock.Line]) -> [Diagnostic] {
    var seen = Set<String>()
    return lines.compactMap { line in
      guard !seen.insert(line.caseID).inserted, let location = line.location else { return nil }
      return finding(
        .repeatedName, line.caseID, "'\(line.caseID)' has two lines in the lock", at: location,
        notes: ["run: parity regenerate"])
    }
  }

  /// A merge puts lines where they don't belong; told once. Doubled lines are told by themselves.
  private static func unsorted(_ lines: [GoldenLock.Line]) -> [Diagnostic] {
    let distinct = lines.distinct(by: \.caseID)
    let misplaced = zip(distinct, distinct.dropFirst()).first { $0.caseID > $1.caseID }?.1
    guard let location = misplaced?.location else { return [] }
    return [
      finding(
        .lockOrder, GoldenLock.path, "the lines of the lock are not in order", at: location,
        notes: ["run: parity lint --fix"])
    ]
  }

  private static func orphans(in suite: Suite) -> [Diagnostic] {
    let cases = Set(suite.cases.map(\.id))
    let files = Set(suite.goldens.caseIDs)
    let prune = "run: parity regenerate"
    let orphanFiles = suite.goldens.caseIDs.filter { !cases.contains($0) }.map { id in
      finding(
        .orphan, id, "no case is called '\(id)', so this golden judges nothing",
        at: SourceLocation(file: suite.goldens.path(of: id)), notes: [prune])
    }
    let orphanLines = suite.goldens.lockLines.values.filter {
      !files.contains($0.caseID) && !cases.contains($0.caseID)
    }
    .map { line in
      finding(
        .orphan, line.caseID, "this line is for '\(line.caseID)', which is neither a case nor a golden",
        at: line.location ?? SourceLocation(file: GoldenLock.path), notes: [prune])
    }
    let strays = suite.goldens.strays.map { name in
      finding(
        .strayFile, name, "'\(name)' is no golden's name, which is a case id and '.json'",
        at: SourceLocation(file: "\(GoldenFolder.path(of: suite.contract.id))/\(name)"), notes: ["move or delete it"])
    }
    return orphanFiles + orphanLines + strays
  }
}
