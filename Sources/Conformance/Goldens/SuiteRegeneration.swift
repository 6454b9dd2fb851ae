internal import CanonicalJSON

/// The part of a regeneration that concerns one contract.
struct SuiteRegeneration {
  private(set) var changes: [GoldenChange] = []
  private(set) var proposals: [GoldenProposal] = []
  private(set) var edits: [FileEdit] = []
  /// The lock's lines for this contract as they should be.
  private(set) var lines: [GoldenLock.Line] = []

  /// Implementations that gave something else than the one that a golden comes from.
  private(set) var dissents: [Dissent] = []

  private let suite: Suite
  /// Asked beside the implementation that a golden comes from.
  private let witnesses: [any Implementation]
  private let mode: Regeneration.Mode
  private let selection: Selection
  private let isFirstRecording: Bool
  /// The version that a new case has to exceed.
  private let latestRecordedVersion: ContractVersion
  private var orphans: Orphans

  init(_ suite: Suite, mode: Regeneration.Mode, selection: Selection, witnesses: [any Implementation] = []) {
    self.suite = suite
    self.witnesses = witnesses
    self.mode = mode
    self.selection = selection
    isFirstRecording = suite.goldens.lockLines.isEmpty
    latestRecordedVersion = suite.goldens.lockLines.values.map(\.version).max() ?? suite.matrix.version
    orphans = Orphans(in: suite)
  }

  /// The output of the first implementation that has the capabilities which the case requires, and who confirms it.
  mutating func outcome(of testCase: Case) async -> WitnessedOutcome {
    guard let able = suite.contract.implementation(for: testCase) else {
      let lacking = testCase.requires.joined(separator: ", ")
      return .failure("", ImplementationFailure("no implementation has \(lacking)"))
    }
    switch testCase.operation.judged(await able.respond(to: testCase.request)) {
    case .failure(let failure): return .failure(able.name, failure)
    case .notRun: return .failure(able.name, ImplementationFailure("the run was interrupted"))
    case .output(let answer):
      let output = Output(answer.value)
      var testimony = Testimony(confirming: [able.name])
      for witness in witnesses where witness.supports(testCase) {
        let failure: ImplementationFailure?
        switch await witness.respond(to: testCase.request) {
        case .output(output):
          testimony.confirming.append(witness.name)
          continue
        case .notRun: continue
        case .output: failure = nil
        case .failure(let reason): failure = reason
        }
        testimony.dissenting.append(witness.name)
        dissents.append(
          Dissent(
            testCase: testCase, implementation: witness.name, options: witness.selectingOptions, failure: failure))
      }
      return .output(output.value, testimony)
    }
  }

  /// Leaves a case that is not selected as it is.
  mutating func keep(_ testCase: Case) {
    if let line = suite.goldens.lockLines[TextKey(testCase.id)] { lines.append(line) }
  }

  /// Decides what becomes of one case's golden.
  mutating func settle(_ testCase: Case, output: JSONValue, testimony: Testimony) throws(SourceError) {
    let line = suite.goldens.lockLines[TextKey(testCase.id)]
    let violations = testCase.expectation.violations(by: output)
    let bytes = Golden.bytes(of: output)
    guard violations.isEmpty else {
      keep(testCase)
      return propose(testCase, .refused(violations), golden: nil, output: bytes, testimony: testimony)
    }
    guard let golden = try suite.goldens.golden(of: testCase.id) else {
      return try settleMissing(testCase, output: output, bytes: bytes, testimony: testimony)
    }
    if golden.bytes == bytes {
      return settleUnchanged(testCase, bytes: bytes, line: line, testimony: testimony)
    }
    let found = differences(expected: golden.value, actual: output, identity: testCase.operation.identity)
    if line?.golden != GoldenLock.digest(golden.bytes), !selection.names(testCase) {
      keep(testCase)
      return propose(testCase, .editedByHand(found), golden: golden.bytes, output: bytes, testimony: testimony)
    }
    guard mode != .missing else { return keep(testCase) }
    let version = line.map { askedVersion(after: $0) } ?? suite.matrix.version
    write(testCase, from: golden.bytes, to: bytes, version: version, witnesses: testimony.witnesses())
    propose(
      testCase, .changed(found), golden: golden.bytes, output: bytes, testimony: testimony, version: version)
  }

  private mutating func settleMissing(
    _ testCase: Case, output: JSONValue, bytes: [UInt8], testimony: Testimony
  ) throws(SourceError) {
    if selection.isComplete, mode == .all, let orphan = try takeOrphan(withInputOf: testCase) {
      let (version, witnesses) = successor(of: orphan.line, bytes: bytes, testimony: testimony)
      write(testCase, from: nil, to: bytes, version: version, witnesses: witnesses)
      remove(orphan.line.caseID, orphan.golden.bytes)
      let found = differences(expected: orphan.golden.value, actual: output, identity: testCase.operation.identity)
      return propose(
        testCase, .renamed(from: orphan.line.caseID, found), golden: orphan.golden.bytes, output: bytes,
        testimony: testimony, version: version)
    }
    guard mode != .changed else { return keep(testCase) }
    // A golden that was recorded and then lost is no new case.
    let recorded = suite.goldens.lockLines[TextKey(testCase.id)]
    let (version, witnesses) =
      recorded.map { successor(of: $0, bytes: bytes, testimony: testimony) } ?? (
        versionForNewCase, testimony.witnesses()
      )
    write(testCase, from: nil, to: bytes, version: version, witnesses: witnesses)
    propose(testCase, .created(output), golden: nil, output: bytes, testimony: testimony, version: version)
  }

  /// An orphan that the case is under a new id; none that was edited by hand, for that is someone's work.
  private mutating func takeOrphan(
    withInputOf testCase: Case
  ) throws(SourceError) -> (line: GoldenLock.Line, golden: Golden)? {
    let input = GoldenLock.digest(testCase.canonicalInput)
    for line in orphans.lines where line.input == input {
      guard let bytes = try suite.goldens.bytes(of: line.caseID), GoldenLock.digest(bytes) == line.golden,
        let golden = try suite.goldens.golden(of: line.caseID)
      else { continue }
      orphans.remove(line)
      return (line, golden)
    }
    return nil
  }

  private mutating func settleUnchanged(_ testCase: Case, bytes: [UInt8], line: GoldenLock.Line?, testimony: Testimony)
  {
    let (version, witnesses) =
      line.map { successor(of: $0, bytes: bytes, testimony: testimony) } ?? (
        suite.matrix.version, testimony.witnesses()
      )
    let renewed = lockLine(testCase, bytes: bytes, version: version, witnesses: witnesses)
    lines.append(renewed)
    switch line {
    case nil: note(testCase, .relocked(reason: "it had no line in the lock"))
    case let line? where line.golden != renewed.golden:
      note(testCase, .relocked(reason: "the golden is what the lock should have had"), version: version)
    case let line? where line.input != renewed.input:
      note(testCase, .relocked(reason: "the input has changed and the output has not"))
    case let line? where line.witnesses != renewed.witnesses:
      note(testCase, .relocked(reason: "its witnesses are now \(renewed.witnesses.joined(separator: ", "))"))
    case _?: break
    }
  }

  /// Removes goldens and lock lines without a case where `pruning`, and keeps them otherwise.
  mutating func settleOrphans(pruning: Bool) throws(SourceError) {
    for line in orphans.lines {
      let bytes = try suite.goldens.bytes(of: line.caseID)
      let isEdited = bytes.map { GoldenLock.digest($0) != line.golden } ?? false
      guard pruning, !isEdited else {
        lines.append(line)
        if pruning { note(line.caseID, .editedOrphan) }
        continue
      }
      if let bytes { remove(line.caseID, bytes) }
      note(line.caseID, .removed)
    }
    // Nobody recorded these, so nobody can say that they are not someone's work.
    if pruning {
      for id in orphans.unrecorded { note(id, .editedOrphan) }
    }
    changes.sort { TextKey($0.caseID) < TextKey($1.caseID) }
  }

  private mutating func write(
    _ testCase: Case, from golden: [UInt8]?, to bytes: [UInt8], version: ContractVersion, witnesses: [String]
  ) {
    edits.append(FileEdit(suite.goldens.path(of: testCase.id), from: golden, to: bytes))
    lines.append(lockLine(testCase, bytes: bytes, version: version, witnesses: witnesses))
  }

  private mutating func remove(_ caseID: String, _ golden: [UInt8]) {
    edits.append(FileEdit(suite.goldens.path(of: caseID), from: golden, to: nil))
  }

  private func lockLine(
    _ testCase: Case, bytes: [UInt8], version: ContractVersion, witnesses: [String]
  ) -> GoldenLock.Line {
    GoldenLock.Line(
      contract: testCase.contract, caseID: testCase.id, golden: GoldenLock.digest(bytes),
      input: GoldenLock.digest(testCase.canonicalInput), version: version, witnesses: witnesses, location: nil)
  }

  private mutating func propose(
    _ testCase: Case, _ kind: GoldenChange.Kind, golden: [UInt8]?, output: [UInt8], testimony: Testimony,
    version: ContractVersion? = nil
  ) {
    note(testCase, kind, version: version)
    guard let change = changes.last else { return }
    proposals.append(
      GoldenProposal(
        testCase: testCase, change: change, golden: golden, output: output, testimony: testimony,
        earlierWitnesses: suite.goldens.lockLines[TextKey(testCase.id)]?.witnesses ?? []))
  }

  private mutating func note(_ testCase: Case, _ kind: GoldenChange.Kind, version: ContractVersion? = nil) {
    note(testCase.id, kind, version: version)
  }

  private mutating func note(_ caseID: String, _ kind: GoldenChange.Kind, version: ContractVersion? = nil) {
    let asksFor = version.flatMap { $0 > suite.matrix.version ? $0 : nil }
    changes.append(GoldenChange(contract: suite.contract.id, caseID: caseID, kind: kind, asksFor: asksFor))
  }
}

/// What came back from the implementation that a golden is taken from.
enum WitnessedOutcome {
  case output(JSONValue, Testimony)
  /// - Parameter implementation: empty where there is none.
  case failure(_ implementation: String, ImplementationFailure)
}

/// What implementations say to one output, by name.
package struct Testimony: Sendable {
  package internal(set) var confirming: [String]
  package internal(set) var dissenting: [String] = []

  /// Those that have given the output, after others had.
  func witnesses(after earlier: [String] = []) -> [String] {
    let kept = earlier.filter { name in !dissenting.contains { $0.hasSameBytes(as: name) } }
    return Set((kept + confirming).map { TextKey($0) }).sorted().map(\.text)
  }
}

extension SuiteRegeneration {
  /// What the lock says of an output after `line`: one that is unchanged keeps its version and its witnesses.
  private func successor(
    of line: GoldenLock.Line, bytes: [UInt8], testimony: Testimony
  ) -> (version: ContractVersion, witnesses: [String]) {
    guard line.golden == GoldenLock.digest(bytes) else { return (askedVersion(after: line), testimony.witnesses()) }
    return (line.version, testimony.witnesses(after: line.witnesses))
  }

  /// The version at which a golden that changes now counts as changed: at least the next major after its last change.
  private func askedVersion(after line: GoldenLock.Line) -> ContractVersion {
    // A change that still waits for its version is part of the same step.
    if line.version > suite.matrix.version { return line.version }
    return suite.matrix.version.major > line.version.major ? suite.matrix.version : line.version.nextMajor
  }

  private var versionForNewCase: ContractVersion {
    if isFirstRecording || suite.matrix.version > latestRecordedVersion { return suite.matrix.version }
    if latestRecordedVersion > suite.matrix.version { return latestRecordedVersion }
    return suite.matrix.version.nextMinor
  }
}

/// Goldens and lock lines without a case.
private struct Orphans {
  private(set) var lines: [GoldenLock.Line]
  /// Ids of goldens that have no lock line either.
  let unrecorded: [String]

  init(in suite: Suite) {
    let cases = Set(suite.cases.map { TextKey($0.id) })
    lines = suite.goldens.lockLines.values.filter { !cases.contains($0.caseKey) }.sorted { $0.caseKey < $1.caseKey }
    let recorded = Set(lines.map(\.caseKey))
    unrecorded = suite.goldens.caseIDs.filter { !cases.contains(TextKey($0)) && !recorded.contains(TextKey($0)) }
  }

  mutating func remove(_ line: GoldenLock.Line) {
    lines.removeAll { $0 == line }
  }
}
