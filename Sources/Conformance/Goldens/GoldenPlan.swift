internal import CanonicalJSON

/// Decides how the goldens of one contract change. It runs no implementation and writes nothing.
struct GoldenPlan {
  private let suite: Suite
  private let selection: Selection
  private let mode: Regeneration.Mode
  private let dropsConfirmations: Bool
  /// The lock lines without a case, except those that were matched to a case with a new id.
  private var orphans: [GoldenLock.Line]

  /// Returns the edits in the order of the answers, followed by those of goldens without a case.
  ///
  /// A case without an output keeps its golden and its lock line.
  static func edits(
    of suite: Suite,
    selection: Selection,
    mode: Regeneration.Mode,
    dropsConfirmations: Bool,
    answers: [GoldenAnswer]
  ) throws(SourceError) -> [GoldenEdit] {
    let cases = Set(suite.cases.filter(\.usesGolden).map(\.id))
    // A failed case may be a new name for one of these, so keep what has its input.
    let failed = Set(answers.filter { $0.failure != nil }.map(\.testCase.inputDigest))

    let orphans = suite.goldens.lockLines.values.filter { !cases.contains($0.caseID) }
    var plan = GoldenPlan(
      suite: suite,
      selection: selection,
      mode: mode,
      dropsConfirmations: dropsConfirmations,
      orphans: orphans.filter { !failed.contains($0.input) }.sorted { $0.caseID < $1.caseID }
    )

    var edits: [GoldenEdit] = []
    for answer in answers {
      guard case .success(let output) = answer.output else { continue }
      let candidate = CandidateGolden(
        output: output,
        bytes: Golden.bytes(of: output, as: answer.testCase.operation.output),
        answer: answer,
        suite: suite,
        dropsConfirmations: dropsConfirmations
      )
      if let edit = try plan.edit(to: candidate) { edits.append(edit) }
    }

    let ofOrphans = try plan.editsOfOrphans()
    guard plan.isPruning else { return edits }

    // The lock has no digest for these, so they may be someone's work.
    let unrecorded = suite.goldens.caseIDs.filter {
      !cases.contains($0) && suite.goldens.lockLines[$0] == nil
    }
    return edits + ofOrphans + unrecorded.map { plan.orphan($0, .editedOrphan) }
  }

  /// Whether goldens without a case may be removed or renamed, which only a complete run can
  /// decide.
  private var isPruning: Bool { selection.isComplete && mode == .all }

  /// Returns the edit for an output, or `nil` if the golden and its lock line don't change.
  private mutating func edit(to candidate: CandidateGolden) throws(SourceError) -> GoldenEdit? {
    let testCase = candidate.testCase
    let violations = testCase.expectation.violations(by: candidate.output, in: testCase.operation)
    guard violations.isEmpty else { return candidate.edit(.refused(violations)) }

    guard let golden = try suite.goldens.golden(of: testCase.id) else {
      if isPruning, let (line, golden) = try takeOrphan(withInputOf: testCase) {
        let found = candidate.differences(from: golden)
        return candidate.edit(
          .renamed(from: line.caseID, golden: golden.bytes, found),
          candidate.record(after: line)
        )
      }
      return mode == .changed
        ? nil : candidate.edit(.created(candidate.output), candidate.firstRecord)
    }

    if golden.bytes == candidate.bytes {
      return candidate.line == nil ? try recording(candidate) : candidate.relocking
    }

    let found = candidate.differences(from: golden)
    if candidate.line?.golden != GoldenLock.digest(golden.bytes), !selection.names(testCase) {
      return candidate.edit(.editedByHand(found), from: golden.bytes)
    }

    guard mode != .missing else { return nil }

    // If a golden that was edited by hand is restored to the recorded output, its record doesn't
    // change.
    let record = candidate.line.map(candidate.record) ?? candidate.changedRecord(after: nil)
    return candidate.edit(.changed(found), from: golden.bytes, record)
  }

  /// Returns the edit that records a golden which exists but has no line in the lock.
  ///
  /// This happens if a run was killed after it wrote the golden, or if a golden was copied by hand.
  /// The record equals that of a complete run, for a new or a renamed case.
  private mutating func recording(_ candidate: CandidateGolden) throws(SourceError) -> GoldenEdit {
    guard let (index, golden) = try orphan(withInputOf: candidate.testCase) else {
      return candidate.recording(candidate.firstRecord)
    }

    let line = orphans[index]
    let record = candidate.record(after: line)
    guard isPruning else { return candidate.recording(record) }

    orphans.remove(at: index)
    // The old golden may already be deleted.
    return candidate.edit(
      .renamed(from: line.caseID, golden: golden ?? [], []),
      from: candidate.bytes,
      record
    )
  }

  /// Removes and returns the orphan that has the input of a case, with its golden.
  private mutating func takeOrphan(
    withInputOf testCase: Case
  ) throws(SourceError) -> (line: GoldenLock.Line, golden: Golden)? {
    guard let (index, bytes) = try orphan(withInputOf: testCase), let bytes else { return nil }
    let line = orphans.remove(at: index)
    return (line, try suite.goldens.golden(of: line.caseID, in: bytes))
  }

  /// Returns the orphan that has the input of a case, with its golden. An orphan without a golden
  /// is only returned if no other orphan has the input.
  ///
  /// An orphan whose golden was edited by hand is skipped, since it is someone's work.
  private func orphan(
    withInputOf testCase: Case
  ) throws(SourceError) -> (index: Int, golden: [UInt8]?)? {
    let input = testCase.inputDigest
    var withoutGolden: Int?

    for (index, line) in orphans.enumerated() where line.input == input {
      if let golden = try suite.goldens.bytes(of: line.caseID) {
        if GoldenLock.digest(golden) == line.golden { return (index, golden) }
      } else {
        withoutGolden = withoutGolden ?? index
      }
    }
    return withoutGolden.map { ($0, nil) }
  }

  /// Returns the edits that remove the orphans. An orphan that was edited by hand is held back.
  private func editsOfOrphans() throws(SourceError) -> [GoldenEdit] {
    try orphans.map { line throws(SourceError) in
      let golden = try suite.goldens.bytes(of: line.caseID)
      let isEdited = golden.map { GoldenLock.digest($0) != line.golden } ?? false
      return orphan(line.caseID, isEdited ? .editedOrphan : .removed, from: golden)
    }
  }

  /// Returns an edit of a golden that has no case.
  ///
  /// - Parameter golden: The bytes of the golden, or `nil` if it has only a lock line or isn't
  ///   recorded in the lock.
  private func orphan(
    _ id: String,
    _ kind: GoldenEdit.Kind,
    from golden: [UInt8]? = nil
  ) -> GoldenEdit {
    GoldenEdit(
      goldens: suite.goldens,
      caseID: id,
      testCase: nil,
      kind: kind,
      before: golden,
      after: nil,
      line: nil,
      agreement: Agreement(),
      earlierConfirmations: [],
      requiredVersion: nil
    )
  }
}

/// The output of a case, with what is needed to compare it with the recorded one.
private struct CandidateGolden {
  /// The part of a golden's lock line that doesn't follow from the case and the output.
  typealias Record = (version: ContractVersion, confirmedBy: [String])

  let output: JSONValue
  /// The bytes that the golden must have for the output.
  let bytes: [UInt8]
  let answer: GoldenAnswer
  let suite: Suite
  let dropsConfirmations: Bool

  var testCase: Case { answer.testCase }
  private var agreement: Agreement { answer.agreement }
  /// The line in the lock as it is now, or `nil` if the golden isn't recorded.
  var line: GoldenLock.Line? { suite.goldens.lockLines[testCase.id] }

  /// Returns the differences that the output has from a golden, as the operation compares them.
  func differences(from golden: Golden) -> DifferenceList {
    testCase.operation.differences(expected: golden.value, actual: output)
  }

  /// Returns an edit that writes the output.
  ///
  /// - Parameters:
  ///   - golden: The bytes of the current golden, or `nil` if there is none.
  ///   - record: The new record, or `nil` to keep the lock line.
  func edit(
    _ kind: GoldenEdit.Kind,
    from golden: [UInt8]? = nil,
    _ record: Record? = nil
  ) -> GoldenEdit {
    let isChange =
      if case .relocked = kind {
        line?.golden != GoldenLock.digest(bytes)
      } else {
        true
      }

    return GoldenEdit(
      goldens: suite.goldens,
      caseID: testCase.id,
      testCase: testCase,
      kind: kind,
      before: golden,
      after: bytes,
      line: record.map(lockLine) ?? line,
      agreement: agreement,
      earlierConfirmations: line?.confirmedBy ?? [],
      requiredVersion: record.flatMap {
        isChange && $0.version > suite.matrix.version ? $0.version : nil
      }
    )
  }

  /// Returns the edit that adds a first lock line for a golden.
  func recording(_ record: Record) -> GoldenEdit {
    edit(.relocked(reason: "the golden had no entry in the lock"), from: bytes, record)
  }

  /// The edit that updates the golden's lock line, or `nil` if it is up to date.
  var relocking: GoldenEdit? {
    guard let line else { return nil }
    let record = record(after: line)
    let due = lockLine(record)

    let reason: String
    if line.golden != due.golden {
      reason = "the golden equals the output, but the lock had a different hash"
    } else if line.input != due.input {
      reason = "the input changed, but the output didn't"
    } else if line.confirmedBy != due.confirmedBy {
      reason = "the golden is now confirmed by \(due.confirmedBy.joined(separator: ", "))"
    } else {
      return nil
    }
    return edit(.relocked(reason: reason), from: bytes, record)
  }

  /// Returns the lock line of a record with the digests of the case's input and of the output.
  private func lockLine(_ record: Record) -> GoldenLock.Line {
    GoldenLock.Line(
      contract: testCase.contract,
      caseID: testCase.id,
      golden: GoldenLock.digest(bytes),
      input: testCase.inputDigest,
      version: record.version,
      confirmedBy: record.confirmedBy,
      location: nil
    )
  }

  /// The record of a case without a golden. A case isn't new if its golden was recorded and then
  /// lost.
  var firstRecord: Record { line.map(record) ?? (versionOfNewCase, agreement.confirming()) }

  /// The contract version of a new case: the next minor version if the latest recorded one equals
  /// that of the matrix, otherwise the later of the two.
  private var versionOfNewCase: ContractVersion {
    let matrix = suite.matrix.version
    guard let latest = suite.goldens.lockLines.values.map(\.version).max(), latest >= matrix else {
      return matrix
    }
    return latest > matrix ? latest : matrix.nextMinor
  }

  /// Returns the record that follows a lock line. An unchanged output keeps its version and
  /// confirmations.
  func record(after line: GoldenLock.Line) -> Record {
    guard line.golden == GoldenLock.digest(bytes) else { return changedRecord(after: line) }
    let confirmedBy = agreement.confirming(
      after: line.confirmedBy,
      dropsContradicted: dropsConfirmations
    )
    return (line.version, confirmedBy)
  }

  /// Returns the record of a golden that changes: a major version, and no earlier confirmation.
  ///
  /// The version is the matrix's if the golden has no lock line or the matrix has a later major
  /// version. Otherwise it is the next major version, or the recorded one if the matrix hasn't
  /// reached that yet.
  func changedRecord(after line: GoldenLock.Line?) -> Record {
    let matrix = suite.matrix.version
    let version =
      switch line?.version {
      case nil: matrix
      // If the matrix hasn't reached the version of an earlier change, this change is part of it.
      case let last? where last > matrix: last
      case let last?: matrix.major > last.major ? matrix : last.nextMajor
      }
    return (version, agreement.confirming())
  }
}
